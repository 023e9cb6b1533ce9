package dev.pawl.ledger;

import dev.pawl.core.operation.Attention;
import dev.pawl.core.operation.Cause;
import dev.pawl.core.operation.Operation;
import dev.pawl.core.operation.Progress;
import java.util.Map;
import java.util.UUID;

/** An effect was given up: its operation needs a person. */
final class DeadEffectEntry extends OperationEntry<Boolean> {

    private final Map<String, String> detail;

    DeadEffectEntry(UUID id, int seq, String effect, String error) {
        super(id);
        this.detail = Map.of("effect", effect, "seq", Integer.toString(seq), "error", error);
    }

    @Override
    int size() {
        return 1024;
    }

    @Override
    Boolean decide(Batch batch) {
        Operation current = batch.operation(id);
        if (current == null) {
            return false;
        }
        batch.carryOut(
                current,
                Progress.raised(current, Attention.Reason.DEAD_EFFECT, Cause.EFFECT, detail, batch.now()),
                Batch.Voice.OURS);
        return true;
    }
}
