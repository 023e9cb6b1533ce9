package dev.pawl.ledger;

import dev.pawl.core.interpret.CommandRecipe;
import dev.pawl.core.interpret.CommandRecipe.Renew;
import dev.pawl.core.machine.Machine;
import dev.pawl.core.machine.Status;
import dev.pawl.core.operation.Assertion;
import dev.pawl.core.operation.Cause;
import dev.pawl.core.operation.Decision;
import dev.pawl.core.operation.Fingerprint;
import dev.pawl.core.operation.Operation;
import dev.pawl.core.operation.Order;
import dev.pawl.core.operation.Verdict;
import dev.pawl.core.outbound.CommandAnswer;
import dev.pawl.ledger.CommandRows.Claim;
import dev.pawl.ledger.CommandRows.Last;
import dev.pawl.ledger.Ledger.ActionOutcome;
import dev.pawl.ledger.Ledger.Operator;
import dev.pawl.ledger.Rows.AuditRow;
import dev.pawl.ledger.Rows.EffectState;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An operator has an operation tried again. A failed command starts a new attempt under its key; effects that were given up
 * are sent once more, each under the id it has.
 */
final class RetryEntry extends OperationEntry<ActionOutcome> {

    private final @Nullable Integer expectedSeq;
    private final Operator operator;

    RetryEntry(UUID id, @Nullable Integer expectedSeq, Operator operator) {
        super(id);
        this.expectedSeq = expectedSeq;
        this.operator = operator;
    }

    @Override
    boolean mayRunStatements() {
        return true;
    }

    @Override
    int size() {
        return 1024;
    }

    @Override
    boolean needsEffects() {
        return true;
    }

    @Override
    void lookUp(CommandLookup lookup) {
        lookup.operations().add(id);
        lookup.commanded().add(id);
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
        if (batch.machine(current.machine()) == null) {
            return ActionOutcome.UNKNOWN_STATE;
        }
        ActionOutcome outcome = tried(batch, current);
        if (outcome == ActionOutcome.DONE) {
            EffectChanges.settle(batch, Objects.requireNonNull(batch.operation(id)), operator);
            batch.audit.add(new AuditRow(operator.actor(), "retry", "operation/" + id, operator.reason()));
        }
        return outcome;
    }

    private ActionOutcome tried(Batch batch, Operation current) {
        Last last = batch.commands.last(id);
        List<EffectState> refused = Renewal.refused(batch, id);
        ActionOutcome otherwise = ActionOutcome.NOTHING_TO_DO;
        if (last != null && current.status() == Status.FAILED) {
            ActionOutcome hindrance = hindrance(batch, current, last);
            if (hindrance == null) {
                return renewed(batch, current, last);
            }
            otherwise = hindrance;
        } else if (last != null && current.status() == Status.UNKNOWN) {
            otherwise = ActionOutcome.ASK_FIRST;
        }
        if (refused.isEmpty()) {
            return otherwise;
        }
        EffectChanges.retry(batch, refused);
        return ActionOutcome.DONE;
    }

    private ActionOutcome renewed(Batch batch, Operation failed, Last last) {
        CommandTry attempt = new CommandTry(
                this,
                word(batch, failed, last.claim()),
                id,
                last.claim().key().caller(),
                Batch.Voice.operator(operator));
        Decision decision = Renewal.run(batch, attempt);
        if (decision == null) {
            return ActionOutcome.REJECTED;
        }
        if (decision.verdict() != Verdict.APPLIED) {
            return ActionOutcome.NOTHING_TO_DO;
        }
        attempt.record(batch, Objects.requireNonNull(batch.operation(id)));
        return ActionOutcome.DONE;
    }

    private static @Nullable ActionOutcome hindrance(Batch batch, Operation failed, Last last) {
        CommandRecipe.Type type = batch.commandType(last.claim().key());
        Machine machine = batch.machine(failed.machine());
        if (failed.tombstone()) {
            return ActionOutcome.TOMBSTONE;
        }
        if (type == null || machine == null || !machine.accepts(last.claim().state())) {
            return ActionOutcome.NOT_CONFIGURED;
        }
        if (type.renew() == Renew.NOBODY) {
            return ActionOutcome.NOT_RENEWABLE;
        }
        // It had been rejected in between: whoever has the business identity now must not be doubled.
        if (!type.unique().isEmpty() && !last.owning()) {
            return ActionOutcome.IDENTITY_FREED;
        }
        CommandAnswer answer = batch.commands.answer(failed.id());
        return answer != null && answer.ended() != Status.FAILED ? ActionOutcome.NOT_RENEWABLE : null;
    }

    /** What the command said; its business values are the operation's. */
    private static Assertion word(Batch batch, Operation failed, Claim claim) {
        return new Assertion(
                failed.key(),
                failed.source(),
                failed.machine(),
                claim.state(),
                Order.at(batch.now()),
                Fingerprint.NONE,
                Map.of(),
                Set.of(),
                null,
                Cause.OPERATOR);
    }
}
