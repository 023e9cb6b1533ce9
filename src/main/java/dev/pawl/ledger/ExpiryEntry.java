package dev.pawl.ledger;

import dev.pawl.core.machine.Status;
import dev.pawl.core.operation.Cause;
import dev.pawl.core.operation.Inquiry;
import dev.pawl.core.operation.Operation;
import java.util.UUID;

/** An operation that may have passed its time and about which nobody can be asked. Looked at again under its lock. */
final class ExpiryEntry extends OperationEntry<Boolean> {

    ExpiryEntry(UUID id) {
        super(id);
    }

    @Override
    int size() {
        return 512;
    }

    @Override
    Boolean decide(Batch batch) {
        Operation current = batch.operation(id);
        boolean over = current != null && current.status() == Status.PROCESSING && current.isPastExpiry(batch.now());
        if (current == null || !over || batch.canBeAskedAbout(current)) {
            return false;
        }
        batch.carryOut(current, Inquiry.expired(current, Cause.SCHEDULE, batch.now()), Batch.Voice.OURS);
        return true;
    }
}
