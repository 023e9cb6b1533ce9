package dev.pawl.ledger;

import dev.pawl.core.machine.Status;
import dev.pawl.core.operation.Operation;
import dev.pawl.ledger.Ledger.Operator;
import dev.pawl.ledger.Rows.AuditRow;
import java.util.HashSet;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** An operator has a command carried out once more, under a new key and as a new operation. */
final class NewRunEntry extends Entry<NewRun> {

    private static final CommandOutcome.Cases<NewRun.@Nullable Refusal> REFUSALS = new CommandOutcome.Cases<>(
            ended -> null,
            running -> null,
            reused -> NewRun.Refusal.KEY_TAKEN,
            exists -> NewRun.Refusal.ALREADY_EXISTS,
            contradicts -> NewRun.Refusal.NOT_CARRIED_OUT,
            expired -> NewRun.Refusal.KEY_TAKEN);

    private final CommandEntry command;
    private final UUID old;
    private final @Nullable Integer expectedSeq;
    private final Operator operator;

    NewRunEntry(Ledger.Command command, UUID old, @Nullable Integer expectedSeq, Operator operator) {
        this.command = new CommandEntry(command, this, operator);
        this.old = old;
        this.expectedSeq = expectedSeq;
        this.operator = operator;
    }

    @Override
    Set<UUID> operations() {
        Set<UUID> all = new HashSet<>(command.operations());
        all.add(old);
        return all;
    }

    @Override
    Set<UUID> touches() {
        Set<UUID> all = new HashSet<>(command.touches());
        all.add(old);
        return all;
    }

    @Override
    void lookUp(CommandLookup lookup) {
        command.lookUp(lookup);
    }

    @Override
    boolean mayRunStatements() {
        return true;
    }

    @Override
    int size() {
        return command.size();
    }

    @Override
    boolean restsOnAbsence(Batch batch) {
        return batch.operation(old) == null;
    }

    @Override
    NewRun decide(Batch batch) {
        NewRun.Refusal hindrance = hindrance(batch);
        if (hindrance != null) {
            return new NewRun.Refused(hindrance);
        }
        NewRun.Refusal refusal = command.decide(batch).fold(REFUSALS);
        if (refusal != null) {
            return new NewRun.Refused(refusal);
        }
        batch.commands.newOf.put(command.operation, old);
        batch.audit.add(new AuditRow(operator.actor(), "run-as-new", "operation/" + old, operator.reason()));
        return new NewRun.Made(command.operation);
    }

    private NewRun.@Nullable Refusal hindrance(Batch batch) {
        Operation current = batch.operation(old);
        if (current == null) {
            return NewRun.Refusal.NOT_FOUND;
        }
        if (expectedSeq != null && expectedSeq != current.seq()) {
            return NewRun.Refusal.SEQ_CHANGED;
        }
        if (current.status() == Status.PROCESSING || current.status() == Status.UNKNOWN) {
            return NewRun.Refusal.NOT_ENDED;
        }
        if (command.sent.known(batch) != null) {
            return NewRun.Refusal.KEY_TAKEN;
        }
        if (command.operation.equals(old)) {
            return NewRun.Refusal.SAME_OPERATION;
        }
        if (batch.operation(command.operation) != null) {
            return NewRun.Refusal.KEY_TAKEN;
        }
        boolean taken = command.identity != null && batch.commands.owner(command.identity) != null;
        return taken ? NewRun.Refusal.ALREADY_EXISTS : null;
    }
}
