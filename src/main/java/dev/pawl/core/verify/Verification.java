package dev.pawl.core.verify;

import java.util.Locale;
import java.util.function.Function;

/** What became of a check. The reason of a refusal stays inside the service: a stranger learns nothing. */
public sealed interface Verification {

    <T> T fold(Function<Verified, T> verified, Function<Refused, T> refused);

    /** @param key which of the source's secrets fits, counted from 0 in the order of the configuration */
    record Verified(VerifiedRequest request, int key) implements Verification {
        @Override
        public <T> T fold(Function<Verified, T> verified, Function<Refused, T> refused) {
            return verified.apply(this);
        }
    }

    record Refused(Reason reason) implements Verification {
        @Override
        public <T> T fold(Function<Verified, T> verified, Function<Refused, T> refused) {
            return refused.apply(this);
        }
    }

    /** The closed list of causes, in the order in which a request gets further. */
    enum Reason {
        SIGNATURE_MISSING,
        SIGNATURE_MALFORMED,
        SIGNATURE_WRONG,
        TIMESTAMP_IN_FUTURE,
        TIMESTAMP_TOO_OLD;

        /** The word used in metrics and in the status, such as {@code signature-wrong}. */
        public String word() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }
}
