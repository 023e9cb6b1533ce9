package dev.pawl.core.operation;

import static dev.pawl.core.operation.Given.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.machine.Machine;
import dev.pawl.core.machine.Status;
import dev.pawl.core.operation.Assertion.Authority;
import dev.pawl.core.operation.Attention.Reason;
import dev.pawl.core.operation.Decider.Memory;
import dev.pawl.core.operation.Inquiry.Taken;
import dev.pawl.core.operation.Operation.Checks;
import dev.pawl.core.operation.Progress.Change;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * No operation is asked about for ever at full rate: every state, status, doubt and time of expiry meets every answer, again
 * and again. A question either moves the next one further away than it was itself, up to a day, or is the last one.
 */
final class ScheduleTest {

    private static final double MIDDLE = 0.5;
    private static final Duration DAY = Duration.ofHours(24);
    private static final Instant LONG_AGO = NOW.minus(Duration.ofHours(1));

    /** {@code a} and {@code c} say when to ask, {@code b} and {@code d} do not; {@code c} and {@code d} are a cycle. */
    private static final Machine MACHINE = new Machine(
            "payment",
            false,
            Duration.ofHours(1),
            List.of(
                    state("a", Status.PROCESSING, Set.of("b", "gone", "failed"), Duration.ofMinutes(15)),
                    state("b", Status.PROCESSING, Set.of("c", "done"), null),
                    state("c", Status.PROCESSING, Set.of("d", "done"), Duration.ofHours(6)),
                    state("d", Status.PROCESSING, Set.of("c", "done"), null),
                    state("failed", Status.FAILED, Set.of("c"), null),
                    state("done", Status.COMPLETED, Set.of(), null),
                    state("gone", Status.REJECTED, Set.of(), null)));

    private static Machine.State state(
            String name, Status status, Set<String> next, @Nullable Duration reconcileAfter) {
        return new Machine.State(name, status, name.equals("a"), next, reconcileAfter, 10, Duration.ofDays(7));
    }

    /** What is said again and again; null: nothing. */
    private record Said(
            String name, @Nullable String state, @Nullable Instant at, boolean young, String amount) {}

    private static List<Said> sayings() {
        List<Said> all = new ArrayList<>();
        all.add(new Said("silence", null, null, false, ""));
        all.add(new Said("not yet", null, null, true, ""));
        for (String state : MACHINE.states().keySet()) {
            all.add(new Said(state + " as of the question", state, null, false, ""));
            all.add(new Said(state + " as of long ago", state, LONG_AGO, false, ""));
            all.add(new Said(state + " as of earlier", state, LONG_AGO.minusSeconds(9), false, ""));
            all.add(new Said(state + " with another amount", state, null, false, "7"));
            all.add(new Said(state + " without an amount", state, null, false, "-"));
        }
        return all;
    }

    private static List<Operation> operations() {
        List<Operation> all = new ArrayList<>();
        for (Machine.State state : MACHINE.states().values()) {
            List<Status> statuses = state.status() == Status.PROCESSING
                    ? List.of(Status.PROCESSING, Status.UNKNOWN, Status.EXPIRED)
                    : List.of(state.status());
            for (Status status : statuses) {
                for (@Nullable
                Reason doubt : new @Nullable Reason[] {null, Reason.UNDECIDED, Reason.CONTRADICTED, Reason.CONFLICT}) {
                    for (@Nullable
                    Duration expiry : new @Nullable Duration[] {null, Duration.ZERO, Duration.ofDays(7)}) {
                        for (int used : new int[] {0, 10}) {
                            all.add(operation(state.name(), status, doubt, expiry, used));
                        }
                    }
                }
            }
        }
        return all;
    }

    private static Operation operation(
            String state, Status status, @Nullable Reason doubt, @Nullable Duration expiry, int used) {
        TreeMap<Reason, Attention> attention = new TreeMap<>();
        if (doubt != null) {
            Map<String, String> detail = Order.at(LONG_AGO).toDetail();
            detail.put("amount.stored", "5");
            attention.put(doubt, new Attention(doubt, LONG_AGO, detail));
        }
        OperationKey key = new OperationKey("shop", "", "payment", "pay_1");
        return new Operation(
                key.id(0),
                key,
                0,
                "shop",
                null,
                "payment",
                state,
                status,
                attention,
                Order.at(LONG_AGO),
                1,
                Map.of(),
                Fingerprint.of(Map.of("amount", "5")),
                Operation.Counts.NONE,
                NOW,
                expiry == null || status.isSettled() ? null : NOW.plus(expiry),
                new Checks(used, null),
                false,
                0,
                null,
                LONG_AGO,
                LONG_AGO);
    }

    /** When it is claimed next, as the statement has it; null: never. */
    private static @Nullable Instant due(Operation it) {
        Instant check = it.worthAsking() ? it.nextCheckAt() : null;
        Instant expiry = it.status().isSettled() ? null : it.expiresAt();
        return check == null || (expiry != null && expiry.isBefore(check)) ? expiry : check;
    }

    private static Operation ask(Operation due, Said said, Instant now) {
        UUID claim = new UUID(now.getEpochSecond(), 1);
        Operation current = Given.claimed(due, due.checks().used(), claim, now, due.expiresAt());
        if (said.state() == null) {
            return after(Inquiry.unanswered(MACHINE, current, said.young(), MIDDLE, now));
        }
        Assertion answer = new Assertion(
                current.key(),
                "shop",
                "payment",
                said.state(),
                Order.at(said.at() == null ? now : said.at()),
                said.amount().equals("-")
                        ? Fingerprint.NONE
                        : Fingerprint.of(Map.of("amount", said.amount().isEmpty() ? "5" : said.amount())),
                Map.of(),
                Set.of(),
                null,
                Cause.RECONCILE,
                new Authority(current.seq(), current.order(), now));
        Decision decision = Decider.decide(MACHINE, Memory.FOR_EVER, current, answer);
        Operation told = after(Progress.of(MACHINE, current, answer, decision, now));
        Status status = MACHINE.state(said.state()).status();
        return after(Inquiry.answered(MACHINE, told, claim, new Taken(decision.verdict(), false, status), MIDDLE, now));
    }

    private static Operation after(Change change) {
        return Objects.requireNonNull(change.after());
    }

    @Test
    void everyAnswerMovesTheNextQuestionFurtherAwayOrIsTheLast() {
        int seen = 0;
        for (Operation first : operations()) {
            for (Said said : sayings()) {
                follow(first, said);
                seen++;
            }
        }
        assertThat(seen).isGreaterThan(10_000);
    }

    /** What an answer changes, or what expires, may be asked about anew, but only so often: then there is nothing new. */
    private static void follow(Operation first, Said said) {
        String what = first + " told " + said.name();
        Operation current = first;
        Instant now = NOW;
        Duration before = Duration.ZERO;
        int changes = 0;
        for (int n = 1; n <= 40; n++) {
            Operation after = ask(current, said, now);
            Instant next = due(after);
            if (next == null) {
                return;
            }
            Duration pause = Duration.between(now, next);
            boolean expires = !next.equals(after.nextCheckAt());
            if (after.seq() != current.seq() || expires) {
                changes++;
                before = Duration.ZERO;
            } else {
                assertThat(pause).as("%s: pause after question %d", what, n).isPositive();
                assertThat(pause)
                        .as("%s: pause after question %d", what, n)
                        .isGreaterThanOrEqualTo(before.compareTo(DAY) < 0 ? before : DAY);
                before = pause;
            }
            current = after;
            now = next;
        }
        assertThat(changes).as("%s: changes", what).isLessThanOrEqualTo(5);
        assertThat(before).as("%s: the last pause", what).isGreaterThanOrEqualTo(DAY);
    }
}
