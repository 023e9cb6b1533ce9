package dev.pawl.core.operation;

import dev.pawl.core.machine.Machine;
import dev.pawl.core.machine.Status;
import dev.pawl.core.operation.Attention.Reason;
import dev.pawl.core.operation.Operation.Counts;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Carries a {@link Decision} out: the operation as it is afterwards, and the transitions that tell how it got there. Pure;
 * {@code now} is the database's clock.
 */
public final class Progress {

    /**
     * What one step does to an operation.
     *
     * @param after null: there is no operation, before or after
     */
    public record Change(@Nullable Operation after, List<Transition> transitions) {
        public Change {
            transitions = List.copyOf(transitions);
        }
    }

    private Progress() {}

    /** What follows from a decision about an assertion. */
    public static Change of(
            Machine machine, @Nullable Operation current, Assertion said, Decision decision, Instant now) {
        if (current == null) {
            return decision.verdict() == Verdict.APPLIED ? created(machine, said, 0, now) : new Change(null, List.of());
        }
        Assertion assertion = said.against(current);
        Draft draft = new Draft(current, assertion.cause(), now);
        draft.counts = counted(current.counts(), assertion.cause(), decision.verdict());
        switch (decision.verdict()) {
            case APPLIED -> move(draft, machine, current, assertion, decision, now);
            case DUPLICATE -> {
                if (current.tombstone()) {
                    clearDoubts(draft, current, assertion);
                    Tombstones.remembered(draft, current, assertion);
                } else {
                    confirm(draft, machine, current, assertion, now);
                }
            }
            case CONFLICT -> draft.raise(Reason.CONFLICT, bothValues(current, assertion, decision));
            case CONTRADICTED, UNDECIDED ->
                draft.raise(Objects.requireNonNull(decision.attention()), doubt(current, assertion, decision));
            case STALE, PARKED, IGNORED, INVALID -> {}
        }
        return draft.done();
    }

    /** An operator has seen it: every open reason goes, nothing else changes. */
    public static Change acknowledged(Operation current, Instant now) {
        Draft draft = new Draft(current, Cause.OPERATOR, now);
        draft.clearAll();
        return draft.done();
    }

    /** An operator takes the other side of a conflict: the asserted invariant fields become the operation's. */
    public static Change adopted(Machine machine, Operation current, Fingerprint fingerprint, Instant now) {
        Draft draft = new Draft(current, Cause.OPERATOR, now);
        adopt(draft, current, fingerprint);
        return draft.done();
    }

    /** Its values become the operation's; what it does not say stays. */
    static void adopt(Draft draft, Operation current, Fingerprint fingerprint) {
        draft.fingerprint = fingerprint.extendedBy(current.fingerprint());
        Map<String, String> changes =
                changes(draft.fingerprint.fields(), current.fingerprint().fields());
        if (!changes.isEmpty()) {
            draft.record(Transition.Kind.FIELDS, draft.state, draft.state, false, changes);
        }
        draft.clear(Reason.CONFLICT);
    }

    /** What a doubt was about has been dealt with; one that is not open stays so. */
    public static Change settled(Operation current, Collection<Reason> reasons, Cause cause, Instant now) {
        Draft draft = new Draft(current, cause, now);
        reasons.forEach(draft::clear);
        return draft.done();
    }

    /** Something outside the table raises a doubt; raising one that is open changes nothing. */
    public static Change raised(
            Operation current, Reason reason, Cause cause, Map<String, String> detail, Instant now) {
        Draft draft = new Draft(current, cause, now);
        draft.raise(reason, detail);
        return draft.done();
    }

    /** The same request came again; nothing but the counts changes. */
    public static Change repeated(Operation current, Instant now) {
        Draft draft = new Draft(current, Cause.DELIVERY, now);
        draft.counts = counted(current.counts(), Cause.DELIVERY, Verdict.DUPLICATE);
        return draft.done();
    }

    /** What raised a doubt from outside the table takes it back; where it is not open, nothing changes. */
    public static Change cleared(Operation current, Reason reason, Cause cause, Instant now) {
        Draft draft = new Draft(current, cause, now);
        draft.clear(reason);
        return draft.done();
    }

    /** The first move of a generation of an identity. */
    public static Change created(Machine machine, Assertion assertion, int generation, Instant now) {
        Machine.State state = machine.state(assertion.state());
        Operation operation = new Operation(
                assertion.key().id(generation),
                assertion.key(),
                generation,
                assertion.source(),
                assertion.reference(),
                machine.name(),
                state.name(),
                state.status(),
                new TreeMap<>(),
                assertion.order(),
                1,
                assertion.fields(),
                assertion.fingerprint(),
                counted(Counts.NONE, assertion.cause(), Verdict.APPLIED),
                Inquiry.checkAt(assertion.key().id(generation), state, now),
                Inquiry.expiryAt(state, now),
                Operation.Checks.NONE,
                false,
                0,
                null,
                now,
                now);
        Transition move = new Transition(
                operation.id(), 1, Transition.Kind.MOVE, null, state.name(), assertion.cause(), false, Map.of());
        return new Change(operation, List.of(move));
    }

    private static void move(
            Draft draft, Machine machine, Operation current, Assertion assertion, Decision decision, Instant now) {
        Machine.State state = machine.state(assertion.state());
        draft.state = state.name();
        draft.status = state.status();
        draft.order = orderAfter(current, assertion);
        draft.fields.putAll(assertion.fields());
        draft.fingerprint = current.fingerprint().extendedBy(assertion.fingerprint());
        draft.reference = assertion.reference() == null ? current.reference() : assertion.reference();
        draft.nextCheckAt = Inquiry.checkAt(current.id(), state, now);
        draft.expiresAt = Inquiry.expiryAt(state, now);
        draft.checks = Operation.Checks.NONE;
        draft.tombstone = false;
        draft.record(Transition.Kind.MOVE, current.state(), state.name(), decision.correction(), Map.of());

        boolean forGood = !machine.reach(state.name(), current.state());
        if (forGood || decision.correction() || newerThanDoubt(draft, current, assertion)) {
            draft.clear(Reason.UNDECIDED);
        }
        draft.clear(Reason.EXPIRED);
        clearByAuthority(draft, assertion);
        settleConflict(draft, current, assertion);
        if (draft.nextCheckAt == null && draft.inDoubt()) {
            // A doubt that stays open goes on being asked about.
            draft.nextCheckAt = current.nextCheckAt();
        }
    }

    private static void confirm(Draft draft, Machine machine, Operation current, Assertion assertion, Instant now) {
        if (current.status() == Status.UNKNOWN && resolvesUnknown(assertion.cause())) {
            Machine.State state = machine.state(current.state());
            draft.status = state.status();
            // The checks were used up when the status became unknown; the answer starts them again.
            draft.nextCheckAt = Inquiry.checkAt(current.id(), state, now);
            draft.expiresAt = Inquiry.expiryAgain(state, current, now);
            draft.checks = Operation.Checks.NONE;
            draft.record(
                    Transition.Kind.STATUS,
                    Status.UNKNOWN.word(),
                    state.status().word(),
                    false,
                    Map.of());
        }
        clearDoubts(draft, current, assertion);
        draft.fingerprint = current.fingerprint().extendedBy(assertion.fingerprint());
        draft.reference = current.reference() == null ? assertion.reference() : current.reference();
        boolean advances =
                assertion.order().newerThan(current.order()) || !current.order().known();
        if (advances) {
            draft.order = orderAfter(current, assertion);
            Map<String, String> changes = changes(assertion.fields(), current.fields());
            changes.keySet().retainAll(assertion.watched());
            if (!changes.isEmpty()) {
                draft.record(Transition.Kind.FIELDS, current.state(), current.state(), false, changes);
            }
            draft.fields.putAll(assertion.fields());
        } else {
            assertion.fields().forEach(draft.fields::putIfAbsent);
        }
        settleConflict(draft, current, assertion);
    }

    /** What confirms the state ends doubts about it. */
    private static void clearDoubts(Draft draft, Operation current, Assertion assertion) {
        if (assertion.cause() == Cause.OPERATOR || newerThanDoubt(draft, current, assertion)) {
            draft.clear(Reason.UNDECIDED);
        }
        clearByAuthority(draft, assertion);
    }

    private static void clearByAuthority(Draft draft, Assertion assertion) {
        if (resolvesUnknown(assertion.cause())) {
            draft.clear(Reason.UNKNOWN);
        }
        if (assertion.authoritative()) {
            draft.clear(Reason.UNDECIDED);
        }
        if (assertion.cause() == Cause.OPERATOR || assertion.authoritative()) {
            draft.clear(Reason.CONTRADICTED);
        }
    }

    /** The answer's values win. */
    private static void settleConflict(Draft draft, Operation current, Assertion assertion) {
        if (Decider.settlesConflict(current, assertion)) {
            adopt(draft, current, assertion.fingerprint());
            draft.fields.putAll(assertion.fields());
        }
    }

    private static boolean resolvesUnknown(Cause cause) {
        return cause.isProvider() || cause == Cause.OPERATOR;
    }

    /** Whether the assertion is newer than both sides of an open {@code undecided}: the operation and what was asserted. */
    private static boolean newerThanDoubt(Draft draft, Operation current, Assertion assertion) {
        Attention doubt = draft.attention(Reason.UNDECIDED);
        return doubt != null
                && assertion.order().newerThan(current.order())
                && assertion.order().newerThan(Order.fromDetail(doubt.detail()));
    }

    /**
     * The order an assertion leaves behind. Operators, answers and what we conclude ourselves have no version: without the
     * one kept, every later fact of a versioned operation would compare with nothing.
     */
    private static Order orderAfter(Operation current, Assertion assertion) {
        Order order = assertion.order();
        return order.version() == null ? new Order(current.order().version(), order.occurredAt()) : order;
    }

    private static Map<String, String> bothValues(Operation current, Assertion assertion, Decision decision) {
        Map<String, String> detail = doubt(current, assertion, decision);
        decision.conflicting().forEach(name -> {
            detail.put(name + ".stored", current.fingerprint().fields().getOrDefault(name, ""));
            detail.put(name + ".asserted", assertion.fingerprint().fields().getOrDefault(name, ""));
        });
        return detail;
    }

    /** Both sides: the operation's state, and the asserted one with its order. */
    private static Map<String, String> doubt(Operation current, Assertion assertion, Decision decision) {
        Map<String, String> detail = assertion.order().toDetail();
        detail.put("state", assertion.state());
        detail.put("current", current.state());
        if (decision.reason() != null) {
            detail.put("why", decision.reason());
        }
        return detail;
    }

    /** What is new or different in the first map. */
    private static Map<String, String> changes(Map<String, String> asserted, Map<String, String> known) {
        Map<String, String> changes = new HashMap<>(asserted);
        changes.entrySet().removeIf(entry -> entry.getValue().equals(known.get(entry.getKey())));
        return changes;
    }

    /**
     * Only what arrived counts as a delivery: not what we asked for ourselves, nor an operator's or our own word. What is
     * parked counts once it has its turn.
     */
    private static Counts counted(Counts counts, Cause cause, Verdict verdict) {
        boolean arrived = (cause == Cause.DELIVERY || cause == Cause.IMPORT) && verdict != Verdict.PARKED;
        boolean conflict = verdict == Verdict.CONFLICT && cause != Cause.OPERATOR;
        return new Counts(
                counts.deliveries() + (arrived ? 1 : 0),
                counts.duplicates() + (arrived && verdict == Verdict.DUPLICATE ? 1 : 0),
                counts.conflicts() + (conflict ? 1 : 0));
    }
}
