package dev.pawl.core.verify.wrong;

import io.smallrye.mutiny.Uni;
import java.util.Arrays;

/**
 * A verifier that asks somebody, and whose time tells how much of a signature was right: {@code ArchitectureTest} shows on
 * it that its rules can fail.
 */
public record Asking(Uni<Boolean> genuine) {

    /** As it must not be done. */
    public static boolean fits(byte[] expected, byte[] candidate) {
        return Arrays.equals(expected, candidate);
    }
}
