package dev.pawl.core.verify;

import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What became of a check. The reason of a refusal stays inside the service: a stranger learns nothing. */
public sealed interface Verification {

    <T> T fold(Function<Verified, T> verified, Function<Refused, T> refused, Function<KeyNeeded, T> keyNeeded);

    /**
     * @param key which of the source's secrets fits, counted from 0 in the order of the configuration; -1: none of them,
     *     but a key obtained from the provider, or nothing at all
     * @param once a value that may be used for one body only, where the signature does not cover the body
     */
    record Verified(
            VerifiedRequest request, int key, @Nullable String once) implements Verification {
        @Override
        public <T> T fold(
                Function<Verified, T> verified, Function<Refused, T> refused, Function<KeyNeeded, T> keyNeeded) {
            return verified.apply(this);
        }
    }

    record Refused(Reason reason) implements Verification {
        @Override
        public <T> T fold(
                Function<Verified, T> verified, Function<Refused, T> refused, Function<KeyNeeded, T> keyNeeded) {
            return refused.apply(this);
        }
    }

    /** Everything fits so far; whether the signature does, only this key can tell. Ask again with it. */
    record KeyNeeded(KeyRequest request) implements Verification {
        @Override
        public <T> T fold(
                Function<Verified, T> verified, Function<Refused, T> refused, Function<KeyNeeded, T> keyNeeded) {
            return keyNeeded.apply(this);
        }
    }

    /** The closed list of causes, in the order in which a request gets further. */
    enum Reason {
        SIGNATURE_MISSING,
        SIGNATURE_MALFORMED,
        /** Signed in another way, or by another key, than the source expects. */
        CONDITION_UNMET,
        SIGNATURE_WRONG,
        TIMESTAMP_IN_FUTURE,
        TIMESTAMP_TOO_OLD;

        /** The word used in metrics and in the status, such as {@code signature-wrong}. */
        public String word() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }
}
