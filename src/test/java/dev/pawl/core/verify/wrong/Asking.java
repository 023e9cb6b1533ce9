package dev.pawl.core.verify.wrong;

import io.smallrye.mutiny.Uni;

/** A verifier that asks somebody: {@code ArchitectureTest} shows on it that its rules can fail. */
public record Asking(Uni<Boolean> genuine) {}
