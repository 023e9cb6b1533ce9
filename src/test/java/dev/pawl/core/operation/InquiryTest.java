package dev.pawl.core.operation;

import static dev.pawl.core.operation.Given.NOW;
import static dev.pawl.core.operation.Given.PAYMENT;
import static dev.pawl.core.operation.Given.claimed;
import static dev.pawl.core.operation.Given.in;
import static dev.pawl.core.operation.Given.minute;
import static dev.pawl.core.operation.Given.says;
import static dev.pawl.core.operation.Given.withStatus;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.pawl.core.machine.Machine;
import dev.pawl.core.machine.Status;
import dev.pawl.core.operation.Attention.Reason;
import dev.pawl.core.operation.Decider.Memory;
import dev.pawl.core.operation.Inquiry.Taken;
import dev.pawl.core.operation.Operation.Checks;
import dev.pawl.core.operation.Progress.Change;
import dev.pawl.core.operation.Transition.Kind;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A payment that is pending since an hour: asked after 15 minutes, ten times at most, expires after a week. */
final class InquiryTest {

    private static final double MIDDLE = 0.5;
    private static final UUID CLAIM = new UUID(1, 2);
    private static final Taken SAME = new Taken(Verdict.DUPLICATE, false, Status.PROCESSING);
    private static final Taken OVERTAKEN = new Taken(Verdict.DUPLICATE, true, Status.PROCESSING);

    private static Operation asked(Operation it, int used, @Nullable Instant expiresAt) {
        return claimed(it, used, CLAIM, NOW, expiresAt);
    }

    private static Operation pending(int used) {
        return asked(in("pending", minute(1)), used, NOW.plus(Duration.ofDays(6)));
    }

    private static Operation after(Change change) {
        return Objects.requireNonNull(change.after());
    }

    private static Duration pause(Operation operation) {
        return Duration.between(NOW, Objects.requireNonNull(operation.nextCheckAt()));
    }

    @Test
    void everyQuestionWithoutAnAnswerDoublesThePause() {
        List<Long> minutes = new ArrayList<>();
        for (int used = 0; used < 9; used++) {
            Operation after = after(Inquiry.unanswered(PAYMENT, pending(used), false, MIDDLE, NOW));
            assertThat(after.checks()).isEqualTo(new Checks(used + 1, null));
            assertThat(after.status()).isEqualTo(Status.PROCESSING);
            minutes.add(pause(after).toMinutes());
        }
        assertThat(minutes).containsExactly(30L, 60L, 120L, 240L, 480L, 960L, 1440L, 1440L, 1440L);
    }

    @Test
    void noPauseIsLongerThanADayHoweverLateTheFirstQuestionIs() {
        Machine slow = new Machine(
                "payment",
                false,
                Duration.ofHours(1),
                List.of(new Machine.State("pending", Status.PROCESSING, true, Set.of(), Duration.ofDays(3), 10, null)));
        for (double random : new double[] {0, MIDDLE, 0.99}) {
            assertThat(pause(after(Inquiry.unanswered(slow, pending(0), false, random, NOW))))
                    .isBetween(Duration.ofHours(21), Duration.ofHours(24));
            assertThat(pause(after(Inquiry.answered(slow, pending(0), CLAIM, SAME, random, NOW))))
                    .isBetween(Duration.ofHours(21), Duration.ofHours(24));
        }
    }

    @Test
    void thePauseMovesByATenthAtMost() {
        assertThat(pause(after(Inquiry.unanswered(PAYMENT, pending(0), false, 0, NOW))))
                .hasMinutes(27);
        assertThat(pause(after(Inquiry.unanswered(PAYMENT, pending(0), false, 0.999999, NOW))))
                .isBetween(Duration.ofMinutes(32), Duration.ofMinutes(33));
    }

    @Test
    void silenceToTheLastAttemptIsUnknown() {
        Change change = Inquiry.unanswered(PAYMENT, pending(9), false, MIDDLE, NOW);
        Operation after = after(change);
        assertThat(after.status()).isEqualTo(Status.UNKNOWN);
        assertThat(after.state()).isEqualTo("pending");
        assertThat(after.attention()).containsOnlyKeys(Reason.UNKNOWN);
        assertThat(after.nextCheckAt()).isNull();
        assertThat(change.transitions())
                .extracting(Transition::kind, Transition::to, Transition::cause)
                .containsExactly(
                        tuple(Kind.STATUS, "unknown", Cause.SCHEDULE),
                        tuple(Kind.ATTENTION, "unknown", Cause.SCHEDULE));
    }

    @Test
    void whatMayBeTooEarlyUsesEveryAttemptButTheLast() {
        Operation after = after(Inquiry.unanswered(PAYMENT, pending(9), true, MIDDLE, NOW));
        assertThat(after.status()).isEqualTo(Status.PROCESSING);
        assertThat(after.checks().used()).isEqualTo(9);
        assertThat(after(Inquiry.unanswered(PAYMENT, after, false, MIDDLE, NOW)).status())
                .isEqualTo(Status.UNKNOWN);
    }

    @Test
    void otherDoubtsKeepStatusAndAttentionWhenNobodyAnswers() {
        Operation canceled = withStatus(
                in("canceled", minute(1)), Status.REJECTED, new Attention(Reason.CONTRADICTED, NOW, Map.of()));
        Change change = Inquiry.unanswered(PAYMENT, asked(canceled, 9, null), false, MIDDLE, NOW);
        assertThat(change.transitions()).isEmpty();
        assertThat(after(change).status()).isEqualTo(Status.REJECTED);
        assertThat(after(change).attention()).containsOnlyKeys(Reason.CONTRADICTED);
        assertThat(after(change).nextCheckAt()).isNull();
    }

    @Test
    void aReadableAnswerGivesAllAttemptsBackAndTheNextQuestionComesWhenTheStateIsTwiceAsOld() {
        Operation after = after(Inquiry.answered(PAYMENT, pending(7), CLAIM, SAME, MIDDLE, NOW));
        assertThat(after.checks()).isEqualTo(Checks.NONE);
        assertThat(pause(after)).hasMinutes(75);
    }

    @Test
    void whatWasOvertakenIsAskedAgainAtOnce() {
        assertThat(after(Inquiry.answered(PAYMENT, pending(0), CLAIM, OVERTAKEN, MIDDLE, NOW))
                        .nextCheckAt())
                .isEqualTo(NOW);
    }

    @Test
    void whatIsNotOpenIsNotAskedAboutAgain() {
        Operation done = asked(in("succeeded", minute(1)), 0, null);
        Operation after = after(Inquiry.answered(PAYMENT, done, CLAIM, SAME, MIDDLE, NOW));
        assertThat(after.nextCheckAt()).isNull();
        assertThat(after.checks()).isEqualTo(Checks.NONE);
    }

    @Test
    void whatTheProviderStillTakesForOpenExpiresAlsoWhereItHadBeenUnknown() {
        for (Status status : List.of(Status.PROCESSING, Status.UNKNOWN)) {
            Operation over = asked(withStatus(in("processing", minute(1)), status), 3, NOW);
            for (Verdict verdict : List.of(Verdict.DUPLICATE, Verdict.STALE)) {
                Taken taken = new Taken(verdict, false, Status.PROCESSING);
                Operation after = after(Inquiry.answered(PAYMENT, over, CLAIM, taken, MIDDLE, NOW));
                assertThat(after.status()).isEqualTo(Status.EXPIRED);
                assertThat(after.attention()).containsOnlyKeys(Reason.EXPIRED);
                assertThat(after.nextCheckAt()).isNull();
            }
        }
    }

    @Test
    void whatStaysUnknownSinceTheAnswerIsAboutAnEarlierStateIsAskedAboutAgain() {
        Operation unknown = asked(withStatus(in("processing", minute(1)), Status.UNKNOWN), 10, null);
        Taken earlier = new Taken(Verdict.STALE, false, Status.PROCESSING);
        Operation after = after(Inquiry.answered(PAYMENT, unknown, CLAIM, earlier, MIDDLE, NOW));
        assertThat(after.status()).isEqualTo(Status.UNKNOWN);
        assertThat(pause(after)).hasMinutes(90);
    }

    @Test
    void silencePastItsTimeDoesNotKeepItFromExpiringOnceItIsToldToBeOpen() {
        Instant later = NOW.plus(Duration.ofDays(8));
        Operation silent = after(Inquiry.unanswered(
                PAYMENT,
                claimed(in("pending", minute(1)), 9, CLAIM, later, later.minusSeconds(1)),
                false,
                MIDDLE,
                later));
        assertThat(silent.status()).isEqualTo(Status.UNKNOWN);
        Assertion stillPending = says("pending", minute(30));
        Decision decision = Decider.decide(PAYMENT, Memory.FOR_EVER, silent, stillPending);
        Operation told = after(Progress.of(PAYMENT, silent, stillPending, decision, later));
        assertThat(told.status()).isEqualTo(Status.PROCESSING);
        assertThat(told.expiresAt()).as("asked about once more, at once").isEqualTo(later);
        assertThat(after(Inquiry.answered(PAYMENT, told, CLAIM, SAME, MIDDLE, later))
                        .status())
                .isEqualTo(Status.EXPIRED);
        Taken earlier = new Taken(Verdict.STALE, false, Status.PROCESSING);
        assertThat(after(Inquiry.answered(PAYMENT, silent, CLAIM, earlier, MIDDLE, later))
                        .status())
                .isEqualTo(Status.EXPIRED);
    }

    @Test
    void whoTellsAnEndDoesNotTellThatItIsStillOpenEvenIfTheEndIsOlder() {
        Operation over = asked(in("processing", minute(1)), 3, NOW);
        Taken ended = new Taken(Verdict.STALE, false, Status.FAILED);
        Operation after = after(Inquiry.answered(PAYMENT, over, CLAIM, ended, MIDDLE, NOW));
        assertThat(after.status()).isEqualTo(Status.PROCESSING);
        assertThat(after.attention()).isEmpty();
        assertThat(after.nextCheckAt()).isAfter(NOW);
        assertThat(after.expiresAt()).isEqualTo(after.nextCheckAt());
    }

    @Test
    void aQuestionThatIsNoLongerTheOperationsChangesNoSchedule() {
        Operation pending = pending(4);
        assertThat(after(Inquiry.answered(PAYMENT, pending, new UUID(3, 4), SAME, MIDDLE, NOW)))
                .isEqualTo(pending);
    }

    @Test
    void whatCameTogetherIsNotAskedAboutTogether() {
        Duration day = Duration.ofHours(24);
        for (Duration base : List.of(Duration.ofMinutes(15), day, Duration.ofDays(3))) {
            List<Instant> first = IntStream.range(0, 1_000)
                    .mapToObj(n -> new OperationKey("shop", "", "payment", "pay_" + n).id(0))
                    .map(id -> Inquiry.firstAt(id, base, NOW))
                    .toList();
            Duration longest = base.compareTo(day) < 0 ? base.multipliedBy(11).dividedBy(10) : base;
            assertThat(first)
                    .allSatisfy(at -> assertThat(Duration.between(NOW, at))
                            .isBetween(base.multipliedBy(9).dividedBy(10), longest));
            assertThat(new HashSet<>(first)).hasSizeGreaterThan(900);
        }
    }

    @Test
    void beingPutOffUsesNoAttempt() {
        Operation after = after(Inquiry.postponed(pending(4), Duration.ofMinutes(3), NOW));
        assertThat(after.checks()).isEqualTo(new Checks(4, null));
        assertThat(pause(after)).hasMinutes(3);
    }

    @Test
    void expiryWaitsForTheNextQuestionAndSilenceNeverMakesItExpire() {
        Operation over = asked(in("pending", minute(1)), 0, NOW.minusSeconds(1));
        Operation later = after(Inquiry.unanswered(PAYMENT, over, false, MIDDLE, NOW));
        assertThat(later.expiresAt()).isEqualTo(later.nextCheckAt());
        assertThat(later.status()).isEqualTo(Status.PROCESSING);
        Operation last = after(Inquiry.unanswered(
                PAYMENT, asked(in("pending", minute(1)), 9, NOW.minusSeconds(1)), false, MIDDLE, NOW));
        assertThat(last.status()).isEqualTo(Status.UNKNOWN);
        assertThat(last.expiresAt()).isNull();
    }

    @Test
    void whatHasExpiredNeedsAttentionAndIsLeftAlone() {
        Change change = Inquiry.expired(pending(0), Cause.SCHEDULE, NOW);
        Operation after = after(change);
        assertThat(after.status()).isEqualTo(Status.EXPIRED);
        assertThat(after.state()).isEqualTo("pending");
        assertThat(after.attention()).containsOnlyKeys(Reason.EXPIRED);
        assertThat(after.expiresAt()).isNull();
        assertThat(after.nextCheckAt()).isNull();
        assertThat(change.transitions())
                .extracting(Transition::kind, Transition::to)
                .containsExactly(tuple(Kind.STATUS, "expired"), tuple(Kind.ATTENTION, "expired"));
    }

    @Test
    void aLaterFactStillMovesWhatHasExpiredOrIsUnknown() {
        for (Operation ended : List.of(
                after(Inquiry.expired(pending(0), Cause.SCHEDULE, NOW)),
                after(Inquiry.unanswered(PAYMENT, pending(9), false, MIDDLE, NOW)))) {
            Assertion paid = says("succeeded", minute(30));
            Decision decision = Decider.decide(PAYMENT, Memory.FOR_EVER, ended, paid);
            Operation moved = after(Progress.of(PAYMENT, ended, paid, decision, NOW));
            assertThat(moved.status()).isEqualTo(Status.COMPLETED);
            assertThat(moved.attention()).isEmpty();
        }
    }

    @Test
    void aNewDoubtIsAskedAboutAtOnceWithAllAttempts() {
        Operation canceled = asked(in("canceled", minute(1)), 0, null);
        Assertion paid = says("succeeded", minute(2));
        Decision decision = Decider.decide(PAYMENT, Memory.FOR_EVER, canceled, paid);
        Operation doubtful = after(Progress.of(PAYMENT, canceled, paid, decision, NOW));
        assertThat(doubtful.nextCheckAt()).isEqualTo(NOW);
        assertThat(doubtful.checks()).isEqualTo(Checks.NONE);
        assertThat(after(Progress.acknowledged(doubtful, NOW)).nextCheckAt())
                .as("seen by somebody")
                .isNull();
    }

    @Test
    void whatComesUpWhileADoubtIsOpenIsAskedAboutAtOnceAgain() {
        Operation canceled = asked(in("canceled", minute(1)), 0, null);
        Operation doubtful = told(canceled, says("succeeded", minute(2)));
        Operation silent = doubtful;
        for (int n = 0; n < 10; n++) {
            silent = after(Inquiry.unanswered(PAYMENT, silent, false, MIDDLE, NOW));
        }
        assertThat(silent.nextCheckAt()).isNull();

        for (Assertion again : List.of(says("succeeded", minute(2)), says("refunded", minute(3)))) {
            Operation after = told(silent, again);
            assertThat(after.nextCheckAt()).isEqualTo(NOW);
            assertThat(after.checks()).isEqualTo(Checks.NONE);
            assertThat(after.seq()).isEqualTo(silent.seq());
        }
        Operation waiting = asked(doubtful, 3, null);
        assertThat(told(waiting, says("refunded", minute(3))).checks()).isEqualTo(Checks.NONE);
        assertThat(told(waiting, says("succeeded", minute(2))).checks())
                .as("the same once more, while it is asked about")
                .isEqualTo(waiting.checks());
    }

    private static Operation told(Operation current, Assertion said) {
        Decision decision = Decider.decide(PAYMENT, Memory.FOR_EVER, current, said);
        return after(Progress.of(PAYMENT, current, said, decision, NOW));
    }

    @Test
    void whatIsWantedIsDueNow() {
        Operation unknown = after(Inquiry.unanswered(PAYMENT, pending(9), false, MIDDLE, NOW));
        Operation wanted = after(Inquiry.wanted(unknown, NOW));
        assertThat(wanted.nextCheckAt()).isEqualTo(NOW);
        assertThat(wanted.checks()).isEqualTo(Checks.NONE);
    }
}
