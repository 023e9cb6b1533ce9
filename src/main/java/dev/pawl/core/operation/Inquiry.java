package dev.pawl.core.operation;

import dev.pawl.core.machine.Machine;
import dev.pawl.core.machine.Status;
import dev.pawl.core.operation.Attention.Reason;
import dev.pawl.core.operation.Progress.Change;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What asking the provider changes besides what its answer asserts: when it is asked next, attempts used up, and silence.
 * Silence makes an operation {@code unknown}, never failed and never expired. Pure; {@code now} is the database's clock.
 *
 * <pre>
 * processing ──attempts used up──▶ unknown
 * processing ──expireAfter, and the provider says still open, or cannot be asked──▶ expired
 * </pre>
 */
public final class Inquiry {

    /** Where the state does not say when. */
    static final Duration USUAL = Duration.ofMinutes(15);

    static final Duration LONGEST = Duration.ofHours(24);
    private static final int USUAL_ATTEMPTS = 10;

    /** Moves every time by up to a tenth, so that what came together does not stay together. */
    private static final double JITTER = 0.1;

    /** Of the first half of an id those that are the same in all, and their neighbours. */
    private static final int ODD_BITS = 16;

    private Inquiry() {}

    /** When a state that begins now is asked about; null: never. */
    static @Nullable Instant checkAt(UUID id, Machine.State state, Instant now) {
        Duration reconcileAfter = state.status() == Status.PROCESSING ? state.reconcileAfter() : null;
        return reconcileAfter == null ? null : firstAt(id, reconcileAfter, now);
    }

    /** When a state that begins now is over; null: never. */
    static @Nullable Instant expiryAt(Machine.State state, Instant now) {
        Duration expireAfter = state.status() == Status.PROCESSING ? state.expireAfter() : null;
        return expireAfter == null ? null : now.plus(expireAfter);
    }

    /** Of what is {@code unknown}. Where silence took the time away since it was over, it is over now. */
    static @Nullable Instant expiryAgain(Machine.State state, Operation current, Instant now) {
        Instant over = current.expiresAt() == null ? expiryAt(state, current.createdAt()) : current.expiresAt();
        return over == null || over.isAfter(now) ? over : now;
    }

    /**
     * When a new state is asked about for the first time: as late as its machine says, be it after days. How far it is moved
     * is the operation's own, so that what came together is not asked about together.
     */
    static Instant firstAt(UUID id, Duration reconcileAfter, Instant now) {
        double part = (id.getMostSignificantBits() >>> ODD_BITS) * 0x1.0p-48;
        Duration longest = reconcileAfter.compareTo(LONGEST) > 0 ? reconcileAfter : LONGEST;
        return now.plus(jittered(reconcileAfter, longest, part));
    }

    /**
     * How a readable answer was taken.
     *
     * @param overtaken whether something had come in between: ask again at once
     * @param told the status of the state it told, be it an earlier one
     */
    public record Taken(Verdict verdict, boolean overtaken, Status told) {

        /** Whether the provider could have told of an end, and did not. */
        boolean stillOpen() {
            return !overtaken
                    && told == Status.PROCESSING
                    && (verdict == Verdict.DUPLICATE || verdict == Verdict.STALE);
        }
    }

    /**
     * A readable answer came; what it asserted is carried out already. Where its time is over and the provider tells of no
     * end, it expires. Otherwise, while an operation stays as it is, the pauses double; one that stays {@code unknown}, since
     * the answer is about an earlier state, is asked about as long as it does.
     *
     * @param claim of the question; where the operation no longer has it, a move, a new doubt or the end of all doubt has
     *     said what comes next
     * @param random in [0, 1)
     */
    public static Change answered(
            Machine machine, Operation current, UUID claim, Taken taken, double random, Instant now) {
        Machine.@Nullable State state = state(machine, current);
        if (taken.stillOpen() && !current.status().isSettled() && isOver(state, current, now)) {
            return expired(current, Cause.SCHEDULE, now);
        }
        Draft draft = new Draft(current, Cause.SCHEDULE, now);
        if (!claim.equals(current.checks().claim())) {
            return draft.done();
        }
        draft.checks = Operation.Checks.NONE;
        boolean scheduled = current.status() == Status.PROCESSING && state != null && state.reconcileAfter() != null;
        boolean awaited = current.status() == Status.UNKNOWN || current.isPastExpiry(now);
        if (!scheduled && !awaited && !current.inDoubt()) {
            draft.nextCheckAt = null;
        } else if (taken.overtaken()) {
            draft.nextCheckAt = now;
        } else {
            // With a pause after each question as long as all before together, question n + 1 comes base · 2ⁿ later.
            Duration age = Duration.between(current.updatedAt(), now);
            draft.nextCheckAt =
                    now.plus(jittered(base(state).plus(age.isNegative() ? Duration.ZERO : age), LONGEST, random));
        }
        putOffExpiry(draft);
        return draft.done();
    }

    /**
     * Nobody said anything readable: an attempt is used up, and with the last one the operation is {@code unknown}.
     *
     * @param maybeTooEarly the provider may not know it yet, so that this was not the last attempt
     */
    public static Change unanswered(
            Machine machine, Operation current, boolean maybeTooEarly, double random, Instant now) {
        Machine.@Nullable State state = state(machine, current);
        int attempts = state == null ? USUAL_ATTEMPTS : state.reconcileAttempts();
        int used = current.checks().used() + 1;
        Draft draft = new Draft(current, Cause.SCHEDULE, now);
        if (used < attempts || maybeTooEarly) {
            used = Math.max(1, Math.min(used, attempts - 1));
            draft.checks = new Operation.Checks(used, null);
            draft.nextCheckAt = now.plus(jittered(doubled(base(state), used), LONGEST, random));
            putOffExpiry(draft);
            return draft.done();
        }
        draft.checks = new Operation.Checks(attempts, null);
        draft.nextCheckAt = null;
        if (draft.isPastExpiry()) {
            draft.expiresAt = null;
        }
        if (current.status() == Status.PROCESSING) {
            draft.status = Status.UNKNOWN;
            draft.record(Transition.Kind.STATUS, Status.PROCESSING.word(), Status.UNKNOWN.word(), false, Map.of());
            draft.raise(Reason.UNKNOWN, Map.of("state", current.state(), "questions", Integer.toString(used)));
        }
        return draft.done();
    }

    /** Nobody was asked, or nobody could say anything about any operation: no attempt is used up. */
    public static Change postponed(Operation current, Duration pause, Instant now) {
        Draft draft = new Draft(current, Cause.SCHEDULE, now);
        draft.checks = new Operation.Checks(current.checks().used(), null);
        draft.nextCheckAt = now.plus(pause);
        putOffExpiry(draft);
        return draft.done();
    }

    /** Its time is over and it is still open, as far as can be known. */
    public static Change expired(Operation current, Cause cause, Instant now) {
        Draft draft = new Draft(current, cause, now);
        draft.record(Transition.Kind.STATUS, current.status().word(), Status.EXPIRED.word(), false, Map.of());
        draft.status = Status.EXPIRED;
        draft.expiresAt = null;
        draft.checks = Operation.Checks.NONE;
        if (!draft.inDoubt()) {
            draft.nextCheckAt = null;
        }
        draft.clear(Reason.UNKNOWN);
        draft.raise(Reason.EXPIRED, Map.of("state", current.state()));
        return draft.done();
    }

    /** Somebody wants to know now: all attempts are there again. */
    public static Change wanted(Operation current, Instant now) {
        Draft draft = new Draft(current, Cause.OPERATOR, now);
        draft.checks = Operation.Checks.NONE;
        draft.nextCheckAt = now;
        return draft.done();
    }

    private static boolean isOver(Machine.@Nullable State state, Operation current, Instant now) {
        Instant expiry = current.status() == Status.UNKNOWN && state != null
                ? expiryAgain(state, current, now)
                : current.expiresAt();
        return expiry != null && !expiry.isAfter(now);
    }

    /** Expiry asks, too: without an answer it waits for the next question. */
    private static void putOffExpiry(Draft draft) {
        if (draft.isPastExpiry() && draft.nextCheckAt != null) {
            draft.expiresAt = draft.nextCheckAt;
        }
    }

    private static Machine.@Nullable State state(Machine machine, Operation current) {
        return machine.knows(current.state()) ? machine.state(current.state()) : null;
    }

    private static Duration base(Machine.@Nullable State state) {
        return state == null || state.reconcileAfter() == null ? USUAL : state.reconcileAfter();
    }

    private static Duration doubled(Duration base, int times) {
        Duration pause = base;
        for (int i = 0; i < times && pause.compareTo(LONGEST) < 0; i++) {
            pause = pause.multipliedBy(2);
        }
        return pause;
    }

    /** What would be moved beyond the longest pause is moved as far to the other side. */
    private static Duration jittered(Duration pause, Duration longest, double random) {
        long most = longest.toMillis();
        long millis = Math.min(most, pause.toMillis());
        long moved = millis + (long) (millis * JITTER * (2 * random - 1));
        return Duration.ofMillis(moved > most ? 2 * most - moved : moved);
    }
}
