package dev.pawl.ledger;

import dev.pawl.core.machine.Machine;
import dev.pawl.core.machine.Status;
import dev.pawl.core.operation.Assertion;
import dev.pawl.core.operation.Decision;
import dev.pawl.core.operation.Operation;
import dev.pawl.core.operation.Verdict;
import dev.pawl.ledger.CommandRows.AttemptRow;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One try to carry a command out, whoever wants it.
 *
 * @param entry on whose behalf the statements run that the command cannot do without
 * @param operation its id
 * @param caller whose command it is
 */
record CommandTry(Entry<?> entry, Assertion assertion, UUID operation, String caller, Batch.Voice voice) {

    /** The first time: the machine decides. */
    @Nullable
    Decision first(Batch batch) {
        return carriedOut(batch, false);
    }

    /** Once more: it holds whatever the machine says. */
    @Nullable
    Decision again(Batch batch) {
        return carriedOut(batch, true);
    }

    /**
     * The point where the outcome of the SQL effects the command cannot do without decides. Until they have run, they count
     * as done.
     *
     * @return null: the database says no, and there is no word for it that the operation could take
     */
    private @Nullable Decision carriedOut(Batch batch, boolean again) {
        Ending ending = batch.effects.ending(entry);
        if (ending != null && ending.kind() == Ending.Kind.REJECTED) {
            String rejected = rejectedState(batch);
            if (rejected == null || !mayBeRejected(batch, rejected)) {
                return null;
            }
            batch.commands.because(operation, String.valueOf(ending.why()));
            return batch.enforce(assertion.inState(rejected), operation, voice);
        }
        int effects = batch.effects.caused().size();
        Consumer<Decision> own = decision -> {
            if (decision.verdict() == Verdict.APPLIED) {
                batch.effects.require(entry, effects);
            }
        };
        if (again) {
            Decision decision = batch.enforce(assertion, operation, voice);
            own.accept(decision);
            return decision;
        }
        return batch.apply(assertion, operation, voice, own);
    }

    /** What others have brought where it is, a command that is refused leaves there. */
    private boolean mayBeRejected(Batch batch, String rejected) {
        Operation current = batch.operation(operation);
        Machine machine = batch.machine(assertion.machine());
        return current == null
                || current.status() == Status.FAILED
                || (current.status() == Status.PROCESSING
                        && machine != null
                        && machine.hasEdge(current.state(), rejected));
    }

    private @Nullable String rejectedState(Batch batch) {
        Machine machine = batch.machine(assertion.machine());
        return machine == null
                ? null
                : machine.states().values().stream()
                        .filter(state -> state.status() == Status.REJECTED)
                        .map(Machine.State::name)
                        .findFirst()
                        .orElse(null);
    }

    /** Writes the try down. */
    void record(Batch batch, Operation after) {
        Ending ending = batch.effects.ending(entry);
        String why = ending == null ? null : ending.why();
        batch.commands.attempts.add(
                new AttemptRow(operation, caller, assertion.cause().word(), outcome(after.status()), why));
    }

    private static String outcome(Status status) {
        return switch (status) {
            case COMPLETED -> "done";
            case REJECTED, FAILED -> "rejected";
            case PROCESSING, UNKNOWN, EXPIRED -> "unknown";
        };
    }
}
