package dev.pawl.ledger;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Remembers entries the database refuses, so that a provider's queue is not blocked for ever by one of them: after several
 * identical repeats its bytes are kept without what cannot be stored. Thread-safe.
 */
final class Troubles {

    private static final int REPEATS = 3;
    private static final int REMEMBERED = 1_000;

    private final Map<Integer, Integer> seen = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Integer, Integer> eldest) {
            return size() > REMEMBERED;
        }
    };

    /** What to commit in the entry's place, when it came often enough. */
    synchronized <T> Optional<Entry<?>> lastResort(Entry<T> entry) {
        if (seen.merge(entry.troubleKey(), 1, Integer::sum) < REPEATS) {
            return Optional.empty();
        }
        seen.remove(entry.troubleKey());
        Entry<T> other = entry.lastResort();
        if (other == null) {
            return Optional.empty();
        }
        entry.replacedBy(other);
        return Optional.of(other);
    }
}
