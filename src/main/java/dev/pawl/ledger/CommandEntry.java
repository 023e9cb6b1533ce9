package dev.pawl.ledger;

import dev.pawl.config.Commands;
import dev.pawl.config.Source;
import dev.pawl.core.interpret.CommandRecipe;
import dev.pawl.core.interpret.CommandRecipe.Renew;
import dev.pawl.core.machine.Machine;
import dev.pawl.core.machine.Status;
import dev.pawl.core.operation.Assertion;
import dev.pawl.core.operation.Decision;
import dev.pawl.core.operation.Operation;
import dev.pawl.core.operation.Progress;
import dev.pawl.core.operation.Verdict;
import dev.pawl.core.outbound.CommandAnswer;
import dev.pawl.ledger.CommandOutcome.AlreadyExists;
import dev.pawl.ledger.CommandOutcome.Contradicts;
import dev.pawl.ledger.CommandOutcome.Ended;
import dev.pawl.ledger.CommandOutcome.Expired;
import dev.pawl.ledger.CommandOutcome.KeyReused;
import dev.pawl.ledger.CommandOutcome.Running;
import dev.pawl.ledger.CommandRows.AttemptRow;
import dev.pawl.ledger.CommandRows.Claim;
import dev.pawl.ledger.CommandRows.Identity;
import dev.pawl.ledger.CommandRows.Known;
import dev.pawl.ledger.CommandRows.Owner;
import dev.pawl.ledger.Rows.DeliveryRow;
import dev.pawl.ledger.Rows.EventRow;
import io.vertx.core.buffer.Buffer;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A command: key, operation, business identity and answer are written together or not at all, so that a key in use always
 * leads to what was done with it.
 */
final class CommandEntry extends Entry<CommandOutcome> {

    private final Ledger.Command command;
    private final Assertion assertion;
    private final CommandKey key;
    private final UUID keyId;
    private final UUID operation;
    private final @Nullable Identity identity;
    private final DeliveryRow delivery;

    CommandEntry(Ledger.Command command) {
        this.command = command;
        this.assertion = command.said().assertion();
        Source source = command.source();
        this.key =
                new CommandKey(source.name(), command.caller(), assertion.key().type(), command.key());
        this.keyId = key.id();
        this.operation = idOf(assertion.key());
        String unique = command.said().uniqueValue();
        this.identity = unique == null
                ? null
                : new Identity(assertion.key().scope(), assertion.key().type(), unique);
        UUID id = DeliveryIds.next(command.receivedAt());
        this.delivery = new DeliveryRow(
                DeliveryIds.day(id),
                id,
                source.name(),
                command.receivedAt(),
                command.secret(),
                RequestNotes.headers(source, command.request()),
                Buffer.buffer(command.request().body()),
                assertion.cause(),
                false,
                RequestNotes.trace(command.request(), id));
    }

    @Override
    Set<UUID> operations() {
        return Set.of(operation);
    }

    @Override
    Set<UUID> touches() {
        Set<UUID> all = new HashSet<>(Set.of(operation, keyId));
        if (identity != null) {
            all.add(identity.id());
        }
        return all;
    }

    @Override
    void lookUp(CommandLookup lookup) {
        lookup.claims().add(keyId);
        lookup.operations().add(operation);
        if (identity != null) {
            lookup.identities().add(identity);
        }
    }

    @Override
    int size() {
        return 1024 + delivery.body().length();
    }

    @Override
    CommandOutcome decide(Batch batch) {
        batch.deliveries.add(delivery);
        batch.counters.add(key.source(), "received", "all", 1);
        Known known = batch.commands.claim(keyId);
        if (known == null) {
            return first(batch);
        }
        return known.tombstone() ? expired(batch, known.claim()) : again(batch, known.claim());
    }

    private CommandOutcome first(Batch batch) {
        Owner owner = identity == null ? null : batch.commands.owner(identity);
        if (owner != null && !owner.operation().equals(operation)) {
            event(batch, owner.operation(), Verdict.DUPLICATE, "already-exists");
            return new AlreadyExists(
                    key.isOfSameCallerAs(owner.key()) ? owner.key().path() : null);
        }
        Decision decision = carriedOut(batch, false);
        if (decision == null) {
            return new Contradicts("rejected");
        }
        Operation after = batch.operation(operation);
        event(batch, after == null ? null : operation, decision.verdict(), decision.reason());
        boolean fits = decision.verdict() == Verdict.APPLIED
                || decision.verdict() == Verdict.DUPLICATE
                || decision.verdict() == Verdict.STALE;
        if (after == null || !fits) {
            return new Contradicts(decision.verdict().word());
        }
        batch.commands.claim(new Claim(key, operation, assertion.state(), assertion.fingerprint()));
        if (identity != null && owner == null && after.status() != Status.REJECTED) {
            batch.commands.identities.put(identity, new Owner(operation, keyId, key));
        }
        batch.commands.ended(after);
        return decision.verdict() == Verdict.APPLIED ? attempted(batch, after) : outcome(batch, after);
    }

    private CommandOutcome again(Batch batch, Claim claim) {
        if (!claim.fingerprint().equals(assertion.fingerprint())) {
            return keyReused(batch, claim);
        }
        Operation current = batch.operation(claim.operation());
        CommandAnswer answer = batch.commands.answer(claim.operation());
        if (current != null && current.status() == Status.FAILED && renew() == Renew.CALLER && !isNew(batch)) {
            return renewed(batch, claim, current);
        }
        if (current != null) {
            batch.carryOut(current, Progress.repeated(current, batch.now()), voice());
        }
        event(batch, claim.operation(), Verdict.DUPLICATE, null);
        return answer == null ? new Running(claim.operation(), null, key.path()) : new Ended(answer, key.path(), true);
    }

    /** Whether the key was taken in this very batch: whoever sent both has not seen how the first one ended. */
    private boolean isNew(Batch batch) {
        return batch.commands.claims.containsKey(keyId);
    }

    private Renew renew() {
        Commands commands = command.source().commands();
        CommandRecipe.Type type =
                commands == null ? null : commands.recipe().types().get(key.type());
        return type == null ? Renew.NOBODY : type.renew();
    }

    /** The same key, a new attempt. */
    private CommandOutcome renewed(Batch batch, Claim claim, Operation failed) {
        Decision decision = claim.operation().equals(operation) ? carriedOut(batch, true) : null;
        if (decision == null) {
            return new Contradicts("failed");
        }
        event(batch, failed.id(), decision.verdict(), "renewed");
        return attempted(batch, Objects.requireNonNull(batch.operation(failed.id())));
    }

    /**
     * The point where the outcome of the SQL effects the command cannot do without decides. Until they have run, they count
     * as done.
     *
     * @return null: the database says no, and the machine has no word for it
     */
    private @Nullable Decision carriedOut(Batch batch, boolean again) {
        Ending ending = batch.effects.ending(this);
        if (ending != null && ending.kind() == Ending.Kind.REJECTED) {
            String rejected = rejectedState(batch);
            if (rejected == null) {
                return null;
            }
            batch.commands.because(operation, String.valueOf(ending.why()));
            return batch.enforce(assertion.inState(rejected), operation, voice());
        }
        int effects = batch.effects.caused().size();
        Decision decision =
                again ? batch.enforce(assertion, operation, voice()) : batch.apply(assertion, operation, voice());
        if (decision.verdict() == Verdict.APPLIED) {
            batch.effects.require(this, effects);
        }
        return decision;
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

    private CommandOutcome attempted(Batch batch, Operation after) {
        Ending ending = batch.effects.ending(this);
        String why = ending == null ? null : ending.why();
        batch.commands.attempts.add(
                new AttemptRow(after.id(), key.caller(), assertion.cause().word(), outcome(after.status()), why));
        return outcome(batch, after);
    }

    private CommandOutcome outcome(Batch batch, Operation after) {
        CommandAnswer answer = batch.commands.answer(after.id());
        return answer == null
                ? new Running(after.id(), CommandAnswer.operation(after), key.path())
                : new Ended(answer, key.path(), false);
    }

    private static String outcome(Status status) {
        return switch (status) {
            case COMPLETED -> "done";
            case REJECTED, FAILED -> "rejected";
            case PROCESSING, UNKNOWN, EXPIRED -> "unknown";
        };
    }

    private CommandOutcome keyReused(Batch batch, Claim claim) {
        event(batch, claim.operation(), Verdict.CONFLICT, "key-reused");
        return new KeyReused();
    }

    private CommandOutcome expired(Batch batch, Claim claim) {
        return switch (batch.retention(key.source()).afterExpiry()) {
            case BLOCKED -> {
                event(batch, claim.operation(), Verdict.STALE, "expired");
                yield new Expired(null);
            }
            // A source that takes commands cannot be configured to begin anew.
            case CHECKED, NEW -> {
                if (!claim.fingerprint().equals(assertion.fingerprint())) {
                    yield keyReused(batch, claim);
                }
                event(batch, claim.operation(), Verdict.DUPLICATE, "expired");
                yield new Expired(key.path());
            }
        };
    }

    private Batch.Voice voice() {
        return Batch.Voice.delivery(delivery.id(), delivery.trace());
    }

    private void event(Batch batch, @Nullable UUID about, Verdict verdict, @Nullable String reason) {
        batch.events.add(new EventRow(
                delivery.receivedOn(),
                delivery.id(),
                0,
                Rows.Run.RECEIVED,
                key.source(),
                key.key(),
                key.type(),
                about,
                assertion.state(),
                assertion.order().occurredAt(),
                verdict.word(),
                reason,
                null));
        batch.counters.add(key.source(), "verdict", verdict.word(), 1);
    }
}
