package dev.pawl.core.operation;

import dev.pawl.core.machine.Status;
import dev.pawl.core.operation.Attention.Reason;
import dev.pawl.core.operation.Operation.Counts;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * An operation in the middle of one step: the parts that may change, and the transitions so far. Lives within one call of
 * {@link Progress} and never leaves it.
 */
final class Draft {

    private final Operation before;
    private final Cause cause;
    private final Instant now;
    private final List<Transition> transitions = new ArrayList<>();
    private final SortedMap<Reason, Attention> attention;

    final Map<String, String> fields;
    String state;
    Status status;
    Order order;
    Fingerprint fingerprint;
    Counts counts;

    @Nullable
    String reference;

    @Nullable
    Instant nextCheckAt;

    @Nullable
    Instant expiresAt;

    Operation.Checks checks;
    boolean tombstone;

    Draft(Operation before, Cause cause, Instant now) {
        this.before = before;
        this.cause = cause;
        this.now = now;
        this.attention = new TreeMap<>(before.attention());
        this.fields = new HashMap<>(before.fields());
        this.state = before.state();
        this.status = before.status();
        this.order = before.order();
        this.fingerprint = before.fingerprint();
        this.counts = before.counts();
        this.reference = before.reference();
        this.nextCheckAt = before.nextCheckAt();
        this.expiresAt = before.expiresAt();
        this.checks = before.checks();
        this.tombstone = before.tombstone();
    }

    void record(
            Transition.Kind kind,
            @Nullable String from,
            @Nullable String to,
            boolean correction,
            Map<String, String> detail) {
        transitions.add(new Transition(before.id(), nextSeq(), kind, from, to, cause, correction, detail));
    }

    private int nextSeq() {
        return before.seq() + transitions.size() + 1;
    }

    @Nullable
    Attention attention(Reason reason) {
        return attention.get(reason);
    }

    /**
     * Opens a reason; one that is open already keeps its first detail, and a conflict learns which other fields differ.
     * What the provider can settle is asked at once, with all attempts, also when more comes up while it is open.
     */
    void raise(Reason reason, Map<String, String> detail) {
        Attention open = attention.putIfAbsent(reason, new Attention(reason, now, detail));
        if (open == null) {
            record(Transition.Kind.ATTENTION, null, reason.word(), false, detail);
        } else {
            attention.put(reason, reason == Reason.CONFLICT ? open.extendedBy(detail) : open);
        }
        if (reason.isDoubt() && (open == null || isNews(open, detail))) {
            nextCheckAt = now;
            checks = Operation.Checks.NONE;
        }
    }

    /** An answer that settles nothing is no reason to ask at once again; nor is the same word while there are questions. */
    private boolean isNews(Attention open, Map<String, String> detail) {
        boolean said = open.detail().entrySet().containsAll(detail.entrySet());
        return cause != Cause.RECONCILE && (nextCheckAt == null || !said);
    }

    void clear(Reason reason) {
        if (attention.remove(reason) != null) {
            record(Transition.Kind.ATTENTION, reason.word(), null, false, Map.of());
        }
    }

    void clearAll() {
        List.copyOf(attention.keySet()).forEach(this::clear);
    }

    boolean isPastExpiry() {
        return expiresAt != null && !expiresAt.isAfter(now);
    }

    boolean inDoubt() {
        return attention.keySet().stream().anyMatch(Reason::isDoubt);
    }

    /**
     * The change as a whole. Counting alone is no change worth a new {@code updatedAt}. Where nothing is open, nothing is
     * asked, and only what may go on can expire.
     */
    Progress.Change done() {
        boolean open = status.isOpen() || inDoubt();
        Operation after = new Operation(
                before.id(),
                before.key(),
                before.generation(),
                before.source(),
                reference,
                before.machine(),
                state,
                status,
                attention,
                order,
                before.seq() + transitions.size(),
                fields,
                fingerprint,
                counts,
                open ? nextCheckAt : null,
                status.isSettled() ? null : expiresAt,
                open ? checks : Operation.Checks.NONE,
                tombstone,
                before.latestGeneration(),
                before.correlationId(),
                before.createdAt(),
                transitions.isEmpty() ? before.updatedAt() : now);
        return new Progress.Change(after, transitions);
    }
}
