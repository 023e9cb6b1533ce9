package dev.pawl.ledger;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/** Generations of an identity that only its first one names: the transaction is run once more, with them. */
final class MoreNeeded extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient Set<UUID> ids;

    private MoreNeeded(Set<UUID> ids) {
        super("more operations are needed", null, false, false);
        this.ids = Set.copyOf(ids);
    }

    /**
     * @param known what was locked besides what the entries name
     * @throws MoreNeeded when that is not enough to decide
     */
    static void check(List<Entry<?>> entries, Batch batch, Set<UUID> known) {
        Set<UUID> more = new HashSet<>();
        entries.forEach(entry -> more.addAll(entry.alsoNeeded(batch)));
        more.removeAll(known);
        if (!more.isEmpty()) {
            throw new MoreNeeded(more);
        }
    }

    Set<UUID> ids() {
        return ids;
    }
}
