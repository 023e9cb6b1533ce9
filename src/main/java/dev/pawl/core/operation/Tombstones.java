package dev.pawl.core.operation;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What is left of an operation after its retention: the same row with identity, fingerprint, state, order, seq and counts,
 * so that a fact that comes once more is still recognised. A forward fact makes it an ordinary operation again. Pure.
 */
public final class Tombstones {

    private Tombstones() {}

    /**
     * Whether an operation has been still for long enough and nobody needs more of it. Open effects and parked events are
     * rows of their own: whoever asks has looked for them.
     */
    public static boolean mayEntomb(Operation operation, Duration retention, Instant now) {
        return !operation.tombstone() && isSettled(operation) && isOlder(operation, retention, now);
    }

    /** Whether a tombstone may go, and its identity be forgotten. */
    public static boolean mayForget(Operation operation, @Nullable Duration memory, Instant now) {
        return memory != null && operation.tombstone() && isSettled(operation) && isOlder(operation, memory, now);
    }

    private static boolean isSettled(Operation operation) {
        return !operation.needsAttention() && operation.status().isSettled();
    }

    private static boolean isOlder(Operation operation, Duration age, Instant now) {
        return !operation.updatedAt().isAfter(now.minus(age));
    }

    /** The tombstone. Nothing has happened to the operation: no transition, and {@code updatedAt} stays. */
    public static Operation entombed(Operation current, Instant now) {
        Draft draft = new Draft(current, Cause.SCHEDULE, now);
        draft.fields.clear();
        draft.reference = null;
        draft.nextCheckAt = null;
        draft.expiresAt = null;
        draft.checks = Operation.Checks.NONE;
        draft.tombstone = true;
        return Objects.requireNonNull(draft.done().after());
    }

    /** The same fact once more: a tombstone stays one, and takes no business values back. */
    static void remembered(Draft draft, Operation current, Assertion assertion) {
        draft.fingerprint = current.fingerprint().extendedBy(assertion.fingerprint());
        if (Decider.settlesConflict(current, assertion)) {
            Progress.adopt(draft, current, assertion.fingerprint());
        }
        if (assertion.order().newerThan(current.order())) {
            draft.order = assertion.order();
        }
    }
}
