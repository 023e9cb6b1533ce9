package dev.pawl.ledger;

import dev.pawl.config.Catalog;
import dev.pawl.config.Retention;
import dev.pawl.config.Source;
import dev.pawl.core.interpret.CommandRecipe;
import dev.pawl.core.machine.Machine;
import dev.pawl.core.operation.Assertion;
import dev.pawl.core.operation.Attention;
import dev.pawl.core.operation.Decider;
import dev.pawl.core.operation.Decider.AfterExpiry;
import dev.pawl.core.operation.Decision;
import dev.pawl.core.operation.Generations;
import dev.pawl.core.operation.Generations.Subject;
import dev.pawl.core.operation.Operation;
import dev.pawl.core.operation.Progress;
import dev.pawl.core.operation.Progress.Change;
import dev.pawl.core.operation.Tombstones;
import dev.pawl.core.operation.Transition;
import dev.pawl.core.operation.Verdict;
import dev.pawl.core.outbound.Trace;
import dev.pawl.ledger.Ledger.Operator;
import dev.pawl.ledger.Rows.AttemptRow;
import dev.pawl.ledger.Rows.AuditRow;
import dev.pawl.ledger.Rows.DeliveryRow;
import dev.pawl.ledger.Rows.EffectState;
import dev.pawl.ledger.Rows.EventRow;
import dev.pawl.ledger.Rows.TransitionRow;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What one transaction decides: the locked operations as they change step by step, and the rows to be written. Assertions
 * on the same operation see each other's changes. Confined to one thread.
 */
final class Batch {

    private final Catalog catalog;
    private final Instant now;
    private final Map<UUID, Operation> locked = new HashMap<>();
    /** Sorted by id as PostgreSQL sorts, so that rows are created in the order in which they are locked. */
    private final SortedMap<UUID, Operation> changed = new TreeMap<>(UuidOrder.UNSIGNED);

    final List<DeliveryRow> deliveries = new ArrayList<>();
    final List<EventRow> events = new ArrayList<>();
    final List<TransitionRow> transitions = new ArrayList<>();
    final BatchEffects effects;
    final List<AttemptRow> attempts = new ArrayList<>();
    final List<AuditRow> audit = new ArrayList<>();
    final Counters counters = new Counters();
    final Parking parking;
    final ParkedTurns turns;
    final CommandRows commands;
    final ReadBefore readBefore;
    /** Operations whose history goes. */
    final Set<UUID> entombed = new HashSet<>();
    /** Operations that go as a whole. */
    final Set<UUID> forgotten = new HashSet<>();

    /**
     * Who has a change made, for its transitions.
     *
     * @param history it causes no effects, and says so
     * @param trace of what brought it, for what it causes
     */
    record Voice(@Nullable Operator operator, @Nullable UUID delivery, boolean history, Trace trace) {

        /** The schedule or an answer of a provider's. */
        static final Voice OURS = new Voice(null, null, false, Trace.NONE);

        /** What became of an effect. */
        static Voice effect(EffectState effect) {
            return new Voice(null, null, false, effect.trace());
        }

        static Voice operator(Operator operator) {
            return new Voice(operator, null, false, Trace.NONE);
        }

        static Voice delivery(UUID delivery, Trace trace) {
            return new Voice(null, delivery, false, trace);
        }
    }

    /** What a fact was about, and what was decided. {@code id}: of an operation that need not be there. */
    record Landed(UUID id, int generation, Decision decision) {}

    Batch(Catalog catalog, Locked found) {
        this.catalog = catalog;
        this.now = found.now();
        this.effects = new BatchEffects(catalog, found);
        this.parking = new Parking(found.parked());
        this.turns = new ParkedTurns(this);
        this.commands = new CommandRows(found.commands());
        this.readBefore = new ReadBefore(this, found.readBefore());
        found.operations().forEach(operation -> locked.put(operation.id(), operation));
    }

    Instant now() {
        return now;
    }

    @Nullable
    Machine machine(String name) {
        return catalog.machine(name);
    }

    /** How commands of this kind are read; null: the configuration takes none. */
    CommandRecipe.@Nullable Type commandType(CommandKey key) {
        return catalog.commandType(key.source(), key.type());
    }

    /** Whether the configuration says how to ask the provider. */
    boolean canBeAskedAbout(Operation operation) {
        Source source = catalog.source(operation.source());
        return source != null && source.asksAbout(operation.key().type());
    }

    /** The hash transitions of this batch carry. */
    String configuration() {
        return catalog.hash();
    }

    @Nullable
    Operation operation(UUID id) {
        Operation after = changed.get(id);
        return after == null ? locked.get(id) : after;
    }

    Retention retention(String source) {
        return catalog.retention(source);
    }

    /** Decides about what somebody says of an identity, whichever of its generations that is, and carries it out. */
    Landed arrived(Assertion assertion, Voice voice) {
        AfterExpiry afterExpiry = retention(assertion.source()).afterExpiry();
        Subject subject = Generations.subject(assertion.key(), afterExpiry, this::operation);
        return new Landed(subject.id(), subject.generation(), decided(subject, assertion, voice, decision -> {}));
    }

    /** Decides about what somebody says of this very operation, and carries it out. */
    Decision apply(Assertion assertion, UUID id, Voice voice) {
        return apply(assertion, id, voice, decision -> {});
    }

    /** @param own hears of the decision before others have their turn because of it */
    Decision apply(Assertion assertion, UUID id, Voice voice, Consumer<Decision> own) {
        Operation current = operation(id);
        return decided(new Subject(id, current == null ? 0 : current.generation(), current), assertion, voice, own);
    }

    private Decision decided(Subject subject, Assertion assertion, Voice voice, Consumer<Decision> own) {
        Decision decision = decide(subject.current(), assertion);
        carryOut(subject, assertion, decision, voice);
        own.accept(decision);
        if (moved(subject.current(), operation(subject.id()))) {
            turns.retry(subject.id());
        }
        return decision;
    }

    /** Only decides; nothing changes. */
    Decision decide(@Nullable Operation current, Assertion assertion) {
        return Decider.decide(
                machineOf(assertion), retention(assertion.source()).memoryAt(now), current, assertion);
    }

    private Machine machineOf(Assertion assertion) {
        return Objects.requireNonNull(machine(assertion.machine()), assertion.machine());
    }

    void carryOut(Subject subject, Assertion assertion, Decision decision, Voice voice) {
        Operation current = subject.current();
        boolean created = current == null && decision.verdict() == Verdict.APPLIED;
        if (created && subject.generation() > 0) {
            Operation first = Objects.requireNonNull(operation(Entry.idOf(assertion.key())));
            changed.put(first.id(), first.withLatestGeneration(subject.generation()));
        }
        Change change = created
                ? Progress.created(machineOf(assertion), assertion, subject.generation(), now)
                : Progress.of(machineOf(assertion), current, assertion, decision, now);
        carryOut(current, change, voice);
        if (decision.isBeyondRetention()) {
            // There is no operation to carry the attention.
            counters.add(assertion.source(), "attention-by", Attention.Reason.BEYOND_RETENTION.word(), 1);
        }
    }

    private static boolean moved(@Nullable Operation before, @Nullable Operation after) {
        return after != null
                && (before == null
                        || !before.state().equals(after.state())
                        || !before.order().equals(after.order()));
    }

    void entomb(Operation operation) {
        changed.put(operation.id(), Tombstones.entombed(operation, now));
        entombed.add(operation.id());
    }

    void forget(Operation operation) {
        forgotten.add(operation.id());
        counters.add(operation.source(), "status", operation.status().word(), -1);
    }

    /** Carries an assertion out that holds whatever the machine says. */
    Decision enforce(Assertion assertion, UUID id, Voice voice) {
        Machine machine = machineOf(assertion);
        Operation current = operation(id);
        Decision decision = Decider.enforced(machine, current, assertion.state());
        carryOut(current, Progress.of(machine, current, assertion, decision, now), voice);
        return decision;
    }

    /** Takes a change over: the operation's new version, its transitions, and what they cause. */
    void carryOut(@Nullable Operation before, Change change, Voice voice) {
        Operation made = change.after();
        if (made == null || made.equals(before)) {
            return;
        }
        Operation after = before == null ? made.correlated(voice.trace().correlationId()) : made;
        Operation named = named(after);
        boolean off = voice.history() || isObserved(named);
        Trace told = told(voice.trace(), after);
        changed.put(after.id(), after);
        counters.changed(before, after);
        if (catalog.isCommanded(after.key())) {
            commands.changed(before, after);
        }
        for (Transition transition : change.transitions()) {
            transitions.add(TransitionRow.of(transition, voice, off));
            if (!off) {
                effects.cause(named, transition, told);
            }
        }
    }

    private boolean isObserved(Operation operation) {
        Source source = catalog.source(operation.source());
        return source != null && source.observe();
    }

    private static Trace told(Trace trace, Operation after) {
        String known = trace.correlationId();
        return known == null ? trace.correlated(after.correlationId()) : trace;
    }

    /** The operation under its source's present name. */
    Operation named(Operation operation) {
        Source source = catalog.source(operation.source());
        return source == null || source.name().equals(operation.source())
                ? operation
                : operation.withSource(source.name());
    }

    /** The key under its source's present name. */
    CommandKey named(CommandKey key) {
        Source source = catalog.source(key.source());
        return source == null ? key : new CommandKey(source.name(), key.caller(), key.type(), key.key());
    }

    /** Operations to be created, in id order. */
    List<Operation> created() {
        return changed.values().stream()
                .filter(operation -> !locked.containsKey(operation.id()))
                .toList();
    }

    /** Operations to be updated, in id order. */
    List<Operation> updated() {
        return changed.values().stream()
                .filter(operation -> locked.containsKey(operation.id()))
                .toList();
    }
}
