package dev.pawl.ledger;

import java.util.Set;
import java.util.UUID;

/** Tries the parked events of one operation again, because it is time. */
final class ParkedEntry extends Entry<Integer> {

    private final UUID id;
    private final Set<UUID> ids;

    /** @param first generation 0 of the same identity; the operation itself where it is that */
    ParkedEntry(UUID id, UUID first) {
        this.id = id;
        this.ids = id.equals(first) ? Set.of(id) : Set.of(id, first);
    }

    @Override
    Set<UUID> operations() {
        return ids;
    }

    @Override
    int size() {
        return 2048;
    }

    @Override
    boolean restsOnAbsence(Batch batch) {
        return ids.stream().anyMatch(one -> batch.operation(one) == null);
    }

    @Override
    boolean readsParked() {
        return true;
    }

    @Override
    Integer decide(Batch batch) {
        int left = batch.turns.retry(id);
        batch.turns.markOverdue(id);
        return left;
    }
}
