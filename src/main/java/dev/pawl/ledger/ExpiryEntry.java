package dev.pawl.ledger;

import dev.pawl.core.machine.Status;
import dev.pawl.core.operation.Cause;
import dev.pawl.core.operation.Inquiry;
import dev.pawl.core.operation.Operation;
import java.util.Set;
import java.util.UUID;

/** An operation that may have passed its time and about which nobody can be asked. Looked at again under its lock. */
final class ExpiryEntry extends Entry<Boolean> {

    private final UUID id;

    ExpiryEntry(UUID id) {
        this.id = id;
    }

    @Override
    Set<UUID> operations() {
        return Set.of(id);
    }

    @Override
    int size() {
        return 512;
    }

    @Override
    boolean needsExisting() {
        return true;
    }

    @Override
    Boolean decide(Batch batch) {
        Operation current = batch.operation(id);
        boolean over = current != null
                && current.status() == Status.PROCESSING
                && current.expiresAt() != null
                && !current.expiresAt().isAfter(batch.now());
        if (current == null || !over || batch.canBeAskedAbout(current)) {
            return false;
        }
        batch.carryOut(current, Inquiry.expired(current, Cause.SCHEDULE, batch.now()), Batch.Voice.OURS);
        return true;
    }
}
