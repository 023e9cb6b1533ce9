package dev.pawl.core.operation;

import java.time.Instant;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * One open reason for which a person should look at an operation.
 *
 * @param detail what is in doubt, as names and values
 */
public record Attention(Reason reason, Instant since, Map<String, String> detail) {

    public Attention {
        detail = Map.copyOf(detail);
    }

    private static final String STORED = ".stored";

    /** Of a conflict: the names of the fields that differ. */
    Set<String> differing() {
        Set<String> names = new TreeSet<>();
        detail.keySet().stream()
                .filter(key -> key.endsWith(STORED))
                .forEach(key -> names.add(key.substring(0, key.length() - STORED.length())));
        return names;
    }

    /** The same, with the names it lacks. */
    Attention extendedBy(Map<String, String> more) {
        Map<String, String> all = new HashMap<>(more);
        all.putAll(detail);
        return new Attention(reason, since, all);
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

        /** Whether the provider's own answer can settle it. */
        public boolean isDoubt() {
            return this == CONFLICT || this == CONTRADICTED || this == UNDECIDED;
        }

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
