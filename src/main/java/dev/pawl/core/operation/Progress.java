package dev.pawl.core.operation;

import dev.pawl.core.machine.Machine;
import dev.pawl.core.machine.Status;
import dev.pawl.core.operation.Attention.Reason;
import dev.pawl.core.operation.Operation.Counts;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
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

    private final Machine machine;
    private final Instant now;
    private final List<Transition> transitions = new ArrayList<>();

    private UUID id;
    private int seq;
    private SortedMap<Reason, Attention> attention;

    private Progress(Machine machine, Instant now, UUID id, int seq, SortedMap<Reason, Attention> attention) {
        this.machine = machine;
        this.now = now;
        this.id = id;
        this.seq = seq;
        this.attention = new TreeMap<>(attention);
    }

    /** What follows from a decision about an assertion. */
    public static Change of(
            Machine machine, @Nullable Operation current, Assertion assertion, Decision decision, Instant now) {
        if (current == null) {
            return decision.verdict() == Verdict.APPLIED
                    ? created(machine, assertion, now)
                    : new Change(null, List.of());
        }
        return new Progress(machine, now, current.id(), current.seq(), current.attention())
                .step(current, assertion, decision);
    }

    /** An operator has seen it: every open reason goes, nothing else changes. */
    public static Change acknowledged(Machine machine, Operation current, Instant now) {
        Progress progress = new Progress(machine, now, current.id(), current.seq(), current.attention());
        List.copyOf(current.attention().keySet()).forEach(reason -> progress.clear(reason, Cause.OPERATOR));
        return progress.changed(current, current.counts(), now);
    }

    /** An operator takes the other side of a conflict: the asserted invariant fields become the operation's. */
    public static Change adopted(Machine machine, Operation current, Fingerprint fingerprint, Instant now) {
        Progress progress = new Progress(machine, now, current.id(), current.seq(), current.attention());
        progress.clear(Reason.CONFLICT, Cause.OPERATOR);
        Operation after = copy(
                current,
                current.state(),
                current.status(),
                progress.attention,
                current.order(),
                progress.seq,
                current.fields(),
                fingerprint.extendedBy(current.fingerprint()),
                current.counts(),
                current.reference(),
                current.nextCheckAt(),
                current.expiresAt(),
                now);
        return new Change(after, progress.transitions);
    }

    /** Something outside the table raises a doubt; raising one that is open changes nothing. */
    public static Change raised(
            Operation current, Reason reason, Cause cause, Map<String, String> detail, Machine machine, Instant now) {
        Progress progress = new Progress(machine, now, current.id(), current.seq(), current.attention());
        progress.raise(reason, cause, detail);
        return progress.changed(current, current.counts(), now);
    }

    private static Change created(Machine machine, Assertion assertion, Instant now) {
        Machine.State state = machine.state(assertion.state());
        UUID id = assertion.key().id(0);
        Operation operation = new Operation(
                id,
                assertion.key(),
                0,
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
                new Counts(1, 0, 0),
                plus(now, state.reconcileAfter()),
                plus(now, state.expireAfter()),
                false,
                now,
                now);
        Transition move =
                new Transition(id, 1, Transition.Kind.MOVE, null, state.name(), assertion.cause(), false, Map.of());
        return new Change(operation, List.of(move));
    }

    private Change step(Operation current, Assertion assertion, Decision decision) {
        return switch (decision.verdict()) {
            case APPLIED -> moved(current, assertion, decision);
            case DUPLICATE -> confirmed(current, assertion);
            case CONFLICT -> {
                raise(Reason.CONFLICT, assertion.cause(), bothValues(current, assertion, decision));
                yield doubted(current, assertion, 1);
            }
            case CONTRADICTED, UNDECIDED -> {
                Reason reason = java.util.Objects.requireNonNull(decision.attention());
                raise(reason, assertion.cause(), asserted(assertion));
                yield doubted(current, assertion, 0);
            }
            case STALE, PARKED, IGNORED, INVALID ->
                changed(current, counted(current.counts(), assertion, 0, 0), current.updatedAt());
        };
    }

    private Change moved(Operation current, Assertion assertion, Decision decision) {
        Machine.State state = machine.state(assertion.state());
        transitions.add(new Transition(
                id,
                ++seq,
                Transition.Kind.MOVE,
                current.state(),
                state.name(),
                assertion.cause(),
                decision.correction(),
                Map.of()));
        clear(Reason.UNDECIDED, assertion.cause());
        clear(Reason.PARKED, assertion.cause());
        if (assertion.cause() != Cause.SCHEDULE) {
            clear(Reason.UNKNOWN, assertion.cause());
            clear(Reason.EXPIRED, assertion.cause());
        }
        if (assertion.cause() == Cause.OPERATOR) {
            clear(Reason.CONTRADICTED, assertion.cause());
        }
        Map<String, String> fields = new HashMap<>(current.fields());
        fields.putAll(assertion.fields());
        Operation after = copy(
                current,
                state.name(),
                state.status(),
                attention,
                assertion.order(),
                seq,
                fields,
                current.fingerprint().extendedBy(assertion.fingerprint()),
                counted(current.counts(), assertion, 0, 0),
                assertion.reference() == null ? current.reference() : assertion.reference(),
                plus(now, state.reconcileAfter()),
                plus(now, state.expireAfter()),
                now);
        return new Change(after, transitions);
    }

    private Change confirmed(Operation current, Assertion assertion) {
        boolean newer = assertion.order().newerThan(current.order());
        boolean advances = newer || !current.order().known();
        Status status = current.status();
        boolean resolves = assertion.cause().isProvider() || assertion.cause() == Cause.OPERATOR;
        if (status == Status.UNKNOWN && resolves) {
            status = machine.state(current.state()).status();
            transitions.add(new Transition(
                    id,
                    ++seq,
                    Transition.Kind.STATUS,
                    Status.UNKNOWN.word(),
                    status.word(),
                    assertion.cause(),
                    false,
                    Map.of()));
            clear(Reason.UNKNOWN, assertion.cause());
        }
        if (newer || assertion.cause() == Cause.OPERATOR) {
            clear(Reason.UNDECIDED, assertion.cause());
        }
        if (assertion.cause() == Cause.OPERATOR) {
            clear(Reason.CONTRADICTED, assertion.cause());
        }
        Map<String, String> fields = new HashMap<>(assertion.fields());
        if (advances) {
            Map<String, String> changes = watchedChanges(current, assertion);
            if (!changes.isEmpty()) {
                transitions.add(new Transition(
                        id,
                        ++seq,
                        Transition.Kind.FIELDS,
                        current.state(),
                        current.state(),
                        assertion.cause(),
                        false,
                        changes));
            }
            current.fields().forEach(fields::putIfAbsent);
        } else {
            fields.putAll(current.fields());
        }
        Operation after = copy(
                current,
                current.state(),
                status,
                attention,
                advances ? assertion.order() : current.order(),
                seq,
                fields,
                current.fingerprint().extendedBy(assertion.fingerprint()),
                counted(current.counts(), assertion, 1, 0),
                current.reference() == null ? assertion.reference() : current.reference(),
                current.nextCheckAt(),
                current.expiresAt(),
                transitions.isEmpty() ? current.updatedAt() : now);
        return new Change(after, transitions);
    }

    private Change doubted(Operation current, Assertion assertion, int conflicts) {
        return changed(
                current,
                counted(current.counts(), assertion, 0, conflicts),
                transitions.isEmpty() ? current.updatedAt() : now);
    }

    private Change changed(Operation current, Counts counts, Instant updatedAt) {
        Operation after = copy(
                current,
                current.state(),
                current.status(),
                attention,
                current.order(),
                seq,
                current.fields(),
                current.fingerprint(),
                counts,
                current.reference(),
                current.nextCheckAt(),
                current.expiresAt(),
                updatedAt);
        return new Change(after, transitions);
    }

    private void raise(Reason reason, Cause cause, Map<String, String> detail) {
        if (!attention.containsKey(reason)) {
            attention.put(reason, new Attention(reason, now, detail));
            transitions.add(
                    new Transition(id, ++seq, Transition.Kind.ATTENTION, null, reason.word(), cause, false, detail));
        }
    }

    private void clear(Reason reason, Cause cause) {
        if (attention.remove(reason) != null) {
            transitions.add(
                    new Transition(id, ++seq, Transition.Kind.ATTENTION, reason.word(), null, cause, false, Map.of()));
        }
    }

    private static Map<String, String> bothValues(Operation current, Assertion assertion, Decision decision) {
        Map<String, String> detail = new HashMap<>(asserted(assertion));
        decision.conflicting().forEach(name -> {
            detail.put(name + ".stored", current.fingerprint().fields().getOrDefault(name, ""));
            detail.put(name + ".asserted", assertion.fingerprint().fields().getOrDefault(name, ""));
        });
        return detail;
    }

    private static Map<String, String> asserted(Assertion assertion) {
        Map<String, String> detail = new HashMap<>();
        detail.put("state", assertion.state());
        Instant occurredAt = assertion.order().occurredAt();
        if (occurredAt != null) {
            detail.put("occurredAt", occurredAt.toString());
        }
        Long version = assertion.order().version();
        if (version != null) {
            detail.put("version", version.toString());
        }
        return detail;
    }

    private static Map<String, String> watchedChanges(Operation current, Assertion assertion) {
        Map<String, String> changes = new HashMap<>();
        for (String name : assertion.watched()) {
            String value = assertion.fields().get(name);
            if (value != null && !value.equals(current.fields().get(name))) {
                changes.put(name, value);
            }
        }
        return changes;
    }

    /** An operator's word is no delivery and no duplicate: only what arrived is counted. */
    private static Counts counted(Counts counts, Assertion assertion, int duplicates, int conflicts) {
        return assertion.cause() == Cause.OPERATOR
                ? counts
                : new Counts(counts.deliveries() + 1, counts.duplicates() + duplicates, counts.conflicts() + conflicts);
    }

    private static @Nullable Instant plus(Instant now, @Nullable Duration duration) {
        return duration == null ? null : now.plus(duration);
    }

    private static Operation copy(
            Operation current,
            String state,
            Status status,
            SortedMap<Reason, Attention> attention,
            Order order,
            int seq,
            Map<String, String> fields,
            Fingerprint fingerprint,
            Counts counts,
            @Nullable String reference,
            @Nullable Instant nextCheckAt,
            @Nullable Instant expiresAt,
            Instant updatedAt) {
        return new Operation(
                current.id(),
                current.key(),
                current.generation(),
                current.source(),
                reference,
                current.machine(),
                state,
                status,
                attention,
                order,
                seq,
                fields,
                fingerprint,
                counts,
                nextCheckAt,
                expiresAt,
                current.tombstone(),
                current.createdAt(),
                updatedAt);
    }
}
