package dev.pawl.core.verify;

import dev.pawl.core.json.EventPath;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a provider proves that a request is its own.
 *
 * @param each where the events are, each of which carries its own proof; null: one for the whole request
 * @param require must hold as well, all of them
 * @param timestamp null where the scheme knows no time: such a request never becomes too old
 * @param once a value that may be used for one body only, where the proof does not cover the body
 */
public record VerificationRecipe(
        Proof proof,
        KeyRule key,
        List<Condition> require,
        @Nullable TimestampRule timestamp,
        @Nullable EventPath each,
        Coverage covers,
        @Nullable RequestText once) {

    public VerificationRecipe {
        require = List.copyOf(require);
    }

    /** A signature by one of the configured secrets, over the body, and nothing more. */
    public static VerificationRecipe signed(
            Proof.Signed proof, KeyEncoding encoding, @Nullable TimestampRule timestamp) {
        return new VerificationRecipe(
                proof, new KeyRule.Configured(encoding), List.of(), timestamp, null, Coverage.BODY, null);
    }
}
