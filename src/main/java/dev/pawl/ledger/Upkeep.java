package dev.pawl.ledger;

import io.smallrye.mutiny.Uni;
import java.util.Map;
import java.util.UUID;

/**
 * What time does to operations, by way of the {@link Ledger}: the same locks, the same commit, the same failures. Whoever
 * calls has looked for candidates; each is judged once more under its lock.
 */
public interface Upkeep {

    /**
     * Tries an operation's parked events again, and raises attention for those that have waited for too long.
     *
     * @param first generation 0 of the same identity
     * @return how many are left
     */
    Uni<Integer> retryParked(UUID operation, UUID first);

    /**
     * Makes tombstones of those whose retention is over; the others, and those locked elsewhere, stay as they are. The
     * caller has made sure that they have no open effects.
     *
     * @param latestGenerations by operation, as the caller saw them
     * @return how many
     */
    Uni<Integer> entomb(Map<UUID, Integer> latestGenerations);

    /**
     * Forgets those tombstones whose time is over.
     *
     * @param latestGenerations by operation, as the caller saw them
     * @return how many
     */
    Uni<Integer> forget(Map<UUID, Integer> latestGenerations);
}
