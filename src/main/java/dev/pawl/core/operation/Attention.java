package dev.pawl.core.operation;

import java.time.Instant;
import java.util.Locale;
import java.util.Map;

/**
 * One open reason for which a person should look at an operation.
 *
 * @param detail what is in doubt, as names and values
 */
public record Attention(Reason reason, Instant since, Map<String, String> detail) {

    public Attention {
        detail = Map.copyOf(detail);
    }

    /** The closed list of reasons. */
    public enum Reason {
        CONFLICT,
        CONTRADICTED,
        UNDECIDED,
        UNKNOWN,
        EXPIRED,
        PARKED,
        DEAD_EFFECT,
        OUTCOME_UNKNOWN,
        BEYOND_RETENTION,
        EFFECT_REMOVED;

        /** The word used in storage and HTTP. */
        public String word() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }

        /** @throws IllegalArgumentException for a word that is no reason */
        public static Reason of(String word) {
            return valueOf(word.toUpperCase(Locale.ROOT).replace('-', '_'));
        }
    }
}
