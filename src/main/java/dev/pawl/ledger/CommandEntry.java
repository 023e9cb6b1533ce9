package dev.pawl.ledger;

import dev.pawl.config.Commands;
import dev.pawl.core.interpret.CommandRecipe;
import dev.pawl.core.interpret.CommandRecipe.Renew;
import dev.pawl.core.machine.Status;
import dev.pawl.core.operation.Assertion;
import dev.pawl.core.operation.Decision;
import dev.pawl.core.operation.Fingerprint;
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
import dev.pawl.ledger.CommandRows.Claim;
import dev.pawl.ledger.CommandRows.Identity;
import dev.pawl.ledger.CommandRows.Known;
import dev.pawl.ledger.CommandRows.Owner;
import dev.pawl.ledger.Ledger.Operator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A command: key, operation, business identity and answer are written together or not at all, so that a key in use always
 * leads to what was done with it.
 */
final class CommandEntry extends Entry<CommandOutcome> {

    final CommandDelivery sent;
    private final Assertion assertion;
    private final CommandKey key;
    final UUID operation;
    final @Nullable Identity identity;
    /** What must be the same when the key comes again: the business identity, too. */
    private final Fingerprint fingerprint;

    /** Whether a caller may have a failed command run again, which looks at what became of its effects. */
    private final boolean renewable;

    private final @Nullable Entry<?> whole;
    private final @Nullable Operator operator;

    /** What an application sends. */
    CommandEntry(Ledger.Command command) {
        this(command, null, null);
    }

    /** @param whole the entry of which this is a part; null: none */
    CommandEntry(Ledger.Command command, @Nullable Entry<?> whole, @Nullable Operator operator) {
        this.whole = whole;
        this.operator = operator;
        this.sent = CommandDelivery.of(command);
        this.assertion = sent.assertion();
        this.key = sent.key();
        this.operation = idOf(assertion.key());
        this.renewable = whole == null
                && isRenewable(command.source().commands(), assertion.key().type());
        String unique = command.said().uniqueValue();
        this.fingerprint = fingerprint(assertion, unique);
        this.identity = unique == null
                ? null
                : new Identity(assertion.key().scope(), assertion.key().type(), unique);
    }

    private static boolean isRenewable(@Nullable Commands commands, String name) {
        CommandRecipe.Type type =
                commands == null ? null : commands.recipe().types().get(name);
        return type != null && type.renew() == Renew.CALLER;
    }

    private static Fingerprint fingerprint(Assertion assertion, @Nullable String unique) {
        if (unique == null) {
            return assertion.fingerprint();
        }
        Map<String, String> fields = new HashMap<>(assertion.fingerprint().fields());
        fields.put("(unique)", unique);
        return Fingerprint.of(fields);
    }

    @Override
    Set<UUID> operations() {
        return Set.of(operation);
    }

    @Override
    Set<UUID> touches() {
        Set<UUID> all = new HashSet<>(sent.keyIds());
        all.add(operation);
        if (identity != null) {
            all.add(identity.id());
        }
        return all;
    }

    @Override
    void lookUp(CommandLookup lookup) {
        lookup.claims().addAll(sent.keyIds());
        lookup.operations().add(operation);
        if (identity != null) {
            lookup.identities().add(identity);
        }
    }

    @Override
    boolean needsEffects() {
        return renewable;
    }

    @Override
    boolean mayRunStatements() {
        return true;
    }

    @Override
    int size() {
        return 1024 + sent.row().body().length();
    }

    @Override
    CommandOutcome decide(Batch batch) {
        batch.deliveries.add(sent.row());
        batch.counters.add(key.source(), "received", "all", 1);
        Known known = sent.known(batch);
        if (known == null) {
            return first(batch);
        }
        return known.tombstone() ? expired(batch, known.claim()) : again(batch, known.claim());
    }

    /** What is read as absent may be locked elsewhere; whoever is answered for good must know. */
    @Override
    boolean restsOnAbsence(Batch batch) {
        Known known = sent.known(batch);
        return known == null
                ? DeliveryEntry.restsOnAbsence(batch, assertion)
                : !known.tombstone()
                        && known.claim().operation().equals(operation)
                        && batch.operation(operation) == null;
    }

    private CommandOutcome first(Batch batch) {
        Owner owner = identity == null ? null : batch.commands.owner(identity);
        if (owner != null && !owner.operation().equals(operation)) {
            sent.event(batch, owner.operation(), Verdict.DUPLICATE, "already-exists");
            CommandKey theirs = batch.named(owner.key());
            return new AlreadyExists(key.isOfSameCallerAs(theirs) ? theirs.path() : null);
        }
        Operation before = batch.operation(operation);
        if (isKnownOtherwise(batch, before)) {
            sent.event(batch, operation, Verdict.CONFLICT, "unique");
            return new Contradicts(Verdict.CONFLICT.word());
        }
        if (isAnsweredOtherwise(batch, before)) {
            sent.event(batch, operation, Verdict.STALE, "ended");
            return new Contradicts("ended");
        }
        Decision decision = attempt().first(batch);
        if (decision == null) {
            sent.event(batch, before == null ? null : operation, Verdict.INVALID, "rejected");
            return new Contradicts("rejected");
        }
        boolean gone = before != null && (before.tombstone() || isGone(batch.commands.answer(operation)));
        if (gone && decision.verdict() != Verdict.APPLIED) {
            sent.event(batch, operation, decision.verdict(), "expired");
            return new Expired(null);
        }
        Operation after = batch.operation(operation);
        sent.event(batch, after == null ? null : operation, decision.verdict(), decision.reason());
        boolean fits = decision.verdict() == Verdict.APPLIED
                || decision.verdict() == Verdict.DUPLICATE
                || decision.verdict() == Verdict.STALE;
        if (after == null || !fits) {
            return new Contradicts(decision.verdict().word());
        }
        batch.commands.claim(new Claim(key, operation, assertion.state(), fingerprint));
        if (identity != null && owner == null && after.status() != Status.REJECTED) {
            batch.commands.identities.put(identity, new Owner(operation, key.id(), key));
        }
        batch.commands.ended(after);
        return decision.verdict() == Verdict.APPLIED ? attempted(batch, after) : outcome(batch, after);
    }

    /** What was carried out for one business identity was not for another, which stays free. */
    private boolean isKnownOtherwise(Batch batch, @Nullable Operation current) {
        return current != null && identity != null && batch.commands.isKnownOtherwise(operation, identity);
    }

    /** An answer never changes, and an operation has one: what wants it to go on after its end needs another operation. */
    private boolean isAnsweredOtherwise(Batch batch, @Nullable Operation current) {
        CommandAnswer answer = batch.commands.answer(operation);
        return current != null
                && answer != null
                && answer.ended() != Status.FAILED
                && batch.decide(current, assertion).verdict() == Verdict.APPLIED;
    }

    /** Retention has taken it; that there was one for good still counts. */
    private static boolean isGone(@Nullable CommandAnswer answer) {
        return answer != null && answer.isGone();
    }

    private boolean isTheSame(Claim claim) {
        return claim.fingerprint().equals(fingerprint)
                && claim.operation().equals(operation)
                && claim.state().equals(assertion.state());
    }

    private CommandOutcome again(Batch batch, Claim claim) {
        if (!isTheSame(claim)) {
            return keyReused(batch, claim);
        }
        if (isGone(batch.commands.answer(claim.operation()))) {
            return expired(batch, claim);
        }
        Operation current = batch.operation(claim.operation());
        if (current != null && renews(batch, current)) {
            return renewed(batch, current);
        }
        if (current != null) {
            batch.commands.ended(current);
        }
        CommandAnswer answer = batch.commands.answer(claim.operation());
        if (current != null) {
            batch.carryOut(
                    current, Progress.repeated(current, batch.now()), attempt().voice());
        }
        sent.event(batch, claim.operation(), Verdict.DUPLICATE, null);
        return answer == null ? new Running(claim.operation(), null, key.path()) : new Ended(answer, key.path(), true);
    }

    /** Whether the key was taken in this very batch: whoever sent both has not seen how the first one ended. */
    private boolean isNew(Batch batch) {
        return batch.commands.claims.containsKey(key.id());
    }

    /**
     * Whoever was told that it is completed is told so again, whatever has become of it; and what was rejected in between may
     * have been done by another since.
     */
    private boolean renews(Batch batch, Operation current) {
        CommandAnswer answer = batch.commands.answer(current.id());
        return current.status() == Status.FAILED
                && (answer == null || answer.ended() == Status.FAILED)
                && renewable
                && owns(batch)
                && !isNew(batch);
    }

    /** Whether the business identity is the operation's, where it has one. */
    private boolean owns(Batch batch) {
        Owner owner = identity == null ? null : batch.commands.owner(identity);
        return identity == null || (owner != null && owner.operation().equals(operation));
    }

    /** The same key, a new attempt. */
    private CommandOutcome renewed(Batch batch, Operation failed) {
        CommandTry attempt = attempt();
        Decision decision = Renewal.run(batch, attempt);
        if (decision == null) {
            sent.event(batch, failed.id(), Verdict.INVALID, "rejected");
            return new Contradicts("failed");
        }
        Operation after = Objects.requireNonNull(batch.operation(failed.id()));
        EffectChanges.settle(batch, after, assertion.cause(), attempt.voice());
        sent.event(batch, failed.id(), decision.verdict(), "renewed");
        return attempted(batch, Objects.requireNonNull(batch.operation(failed.id())));
    }

    private CommandTry attempt() {
        Batch.Voice voice =
                new Batch.Voice(operator, sent.row().id(), false, sent.row().trace());
        return new CommandTry(whole == null ? this : whole, assertion, operation, key.caller(), voice);
    }

    private CommandOutcome attempted(Batch batch, Operation after) {
        attempt().record(batch, after);
        return outcome(batch, after);
    }

    private CommandOutcome outcome(Batch batch, Operation after) {
        CommandAnswer answer = batch.commands.answer(after.id());
        return answer == null
                ? new Running(after.id(), CommandAnswer.operation(after), key.path())
                : new Ended(answer, key.path(), false);
    }

    private CommandOutcome keyReused(Batch batch, Claim claim) {
        sent.event(batch, claim.operation(), Verdict.CONFLICT, "key-reused");
        return new KeyReused();
    }

    private CommandOutcome expired(Batch batch, Claim claim) {
        return switch (batch.retention(key.source()).afterExpiry()) {
            case BLOCKED -> {
                sent.event(batch, claim.operation(), Verdict.STALE, "expired");
                yield new Expired(null);
            }
            // A source that takes commands cannot be configured to begin anew.
            case CHECKED, NEW -> {
                if (!isTheSame(claim)) {
                    yield keyReused(batch, claim);
                }
                sent.event(batch, claim.operation(), Verdict.DUPLICATE, "expired");
                yield new Expired(key.path());
            }
        };
    }
}
