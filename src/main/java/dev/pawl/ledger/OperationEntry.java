package dev.pawl.ledger;

import java.util.Set;
import java.util.UUID;

/**
 * An entry about one operation that is there already; of one that is not, nothing new can be made.
 *
 * @param <T> what its sender learns after COMMIT
 */
abstract class OperationEntry<T> extends Entry<T> {

    final UUID id;

    OperationEntry(UUID id) {
        this.id = id;
    }

    @Override
    final Set<UUID> operations() {
        return Set.of(id);
    }

    @Override
    final boolean needsExisting() {
        return true;
    }
}
