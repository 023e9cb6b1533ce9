package dev.pawl.ledger;

import dev.pawl.core.machine.Machine;
import dev.pawl.core.operation.Assertion;
import dev.pawl.core.operation.Cause;
import dev.pawl.core.operation.Fingerprint;
import dev.pawl.core.operation.Inquiry;
import dev.pawl.core.operation.Operation;
import dev.pawl.core.operation.Order;
import dev.pawl.core.operation.Progress;
import dev.pawl.ledger.Ledger.Action;
import dev.pawl.ledger.Ledger.ActionOutcome;
import dev.pawl.ledger.Ledger.Operator;
import dev.pawl.ledger.Rows.AuditRow;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** An operator's word about one operation; {@link RetryEntry} is for trying it again. */
final class ActionEntry extends OperationEntry<ActionOutcome> {

    private final Action action;
    private final @Nullable Integer expectedSeq;
    private final Operator operator;

    ActionEntry(UUID id, Action action, @Nullable Integer expectedSeq, Operator operator) {
        super(id);
        this.action = action;
        this.expectedSeq = expectedSeq;
        this.operator = operator;
    }

    @Override
    int size() {
        return 512;
    }

    @Override
    ActionOutcome decide(Batch batch) {
        Operation current = batch.operation(id);
        if (current == null) {
            return ActionOutcome.NOT_FOUND;
        }
        if (expectedSeq != null && expectedSeq != current.seq()) {
            return ActionOutcome.SEQ_CHANGED;
        }
        if (action instanceof Action.Reconcile) {
            return reconcile(batch, current);
        }
        if (action instanceof Action.Expire) {
            return expire(batch, current);
        }
        if (action instanceof Action.Resolve resolve) {
            Machine machine = batch.machine(current.machine());
            return machine == null ? ActionOutcome.UNKNOWN_STATE : resolve(batch, machine, current, resolve);
        }
        batch.carryOut(current, Progress.acknowledged(current, batch.now()), Batch.Voice.operator(operator));
        audit(batch, "acknowledge");
        return ActionOutcome.DONE;
    }

    private ActionOutcome resolve(Batch batch, Machine machine, Operation current, Action.Resolve resolve) {
        String state = resolve.state() == null ? current.state() : resolve.state();
        boolean said = resolve.state() != null;
        if (said ? !machine.accepts(state) : !machine.knows(state)) {
            return ActionOutcome.UNKNOWN_STATE;
        }
        Fingerprint adopt = resolve.adopt();
        if (adopt != null) {
            batch.carryOut(
                    current, Progress.adopted(machine, current, adopt, batch.now()), Batch.Voice.operator(operator));
        }
        if (resolve.state() != null) {
            batch.apply(word(batch, current, state), id, Batch.Voice.operator(operator));
        }
        audit(batch, "resolve");
        return ActionOutcome.DONE;
    }

    private ActionOutcome reconcile(Batch batch, Operation current) {
        if (!batch.canBeAskedAbout(current)) {
            return ActionOutcome.NOBODY_TO_ASK;
        }
        if (!current.worthAsking()) {
            return ActionOutcome.NOT_OPEN;
        }
        batch.carryOut(current, Inquiry.wanted(current, batch.now()), Batch.Voice.operator(operator));
        audit(batch, "reconcile");
        return ActionOutcome.DONE;
    }

    private ActionOutcome expire(Batch batch, Operation current) {
        if (current.status().isSettled()) {
            return ActionOutcome.NOT_OPEN;
        }
        batch.carryOut(current, Inquiry.expired(current, Cause.OPERATOR, batch.now()), Batch.Voice.operator(operator));
        audit(batch, "expire");
        return ActionOutcome.DONE;
    }

    private static Assertion word(Batch batch, Operation current, String state) {
        return new Assertion(
                current.key(),
                current.source(),
                current.machine(),
                state,
                Order.at(batch.now()),
                Fingerprint.NONE,
                Map.of(),
                Set.of(),
                null,
                Cause.OPERATOR);
    }

    private void audit(Batch batch, String name) {
        batch.audit.add(new AuditRow(operator.actor(), name, "operation/" + id, operator.reason()));
    }
}
