package dev.pawl.core.operation;

import static dev.pawl.core.operation.Given.EUR;
import static dev.pawl.core.operation.Given.KEY;
import static dev.pawl.core.operation.Given.NOW;
import static dev.pawl.core.operation.Given.PAYMENT;
import static dev.pawl.core.operation.Given.in;
import static dev.pawl.core.operation.Given.minute;
import static dev.pawl.core.operation.Given.says;
import static dev.pawl.core.operation.Given.version;
import static dev.pawl.core.operation.Given.withFacts;
import static dev.pawl.core.operation.Given.withReference;
import static dev.pawl.core.operation.Given.withStatus;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.pawl.core.machine.Status;
import dev.pawl.core.operation.Attention.Reason;
import dev.pawl.core.operation.Decider.Memory;
import dev.pawl.core.operation.Operation.Counts;
import dev.pawl.core.operation.Progress.Change;
import dev.pawl.core.operation.Transition.Kind;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

final class ProgressTest {

    private static final Fingerprint USD = Fingerprint.of(Map.of("currency", "\"USD\""));
    private static final Instant EARLIER = NOW.minus(Duration.ofMinutes(10));

    private static Instant inSeconds(int seconds) {
        return NOW.plusSeconds(seconds);
    }

    private static Change step(@Nullable Operation current, Assertion assertion) {
        Decision decision = Decider.decide(PAYMENT, Memory.FOR_EVER, current, assertion);
        return Progress.of(PAYMENT, current, assertion, decision, NOW);
    }

    private static Operation after(@Nullable Operation current, Assertion assertion) {
        return after(step(current, assertion));
    }

    private static Operation after(Change change) {
        return Objects.requireNonNull(change.after());
    }

    private static Attention open(Reason reason) {
        return new Attention(reason, EARLIER, Map.of());
    }

    /** The doubt that two sides left: failed (current) and processing, both as of this order. */
    private static Operation undecidedAt(Order order) {
        return after(in("failed", order), says("processing", order));
    }

    @Nested
    final class Creation {
        private final Assertion first =
                withReference(says(Cause.DELIVERY, "pending", minute(1), EUR, Map.of("amount", "1000")), "order-7");

        @Test
        void theFirstFactMakesTheOperationAndItsFirstMove() {
            Change change = step(null, first);
            Operation operation = after(change);
            assertThat(operation.id()).isEqualTo(KEY.id(0));
            assertThat(operation.state()).isEqualTo("pending");
            assertThat(operation.status()).isEqualTo(Status.PROCESSING);
            assertThat(operation.seq()).isEqualTo(1);
            assertThat(operation.order()).isEqualTo(minute(1));
            assertThat(operation.fields()).containsExactly(Map.entry("amount", "1000"));
            assertThat(operation.fingerprint()).isEqualTo(EUR);
            assertThat(operation.reference()).isEqualTo("order-7");
            assertThat(operation.counts()).isEqualTo(new Counts(1, 0, 0));
            assertThat(operation.attention()).isEmpty();
            assertThat(operation.createdAt()).isEqualTo(NOW);
            assertThat(change.transitions())
                    .containsExactly(
                            new Transition(KEY.id(0), 1, Kind.MOVE, null, "pending", Cause.DELIVERY, false, Map.of()));
        }

        @Test
        void theStateSaysWhenItIsCheckedAndWhenItExpires() {
            Operation operation = after(null, first);
            assertThat(operation.nextCheckAt()).isBetween(inSeconds(15 * 54), inSeconds(15 * 66));
            assertThat(operation.expiresAt()).isEqualTo(NOW.plus(Duration.ofDays(7)));
        }

        @Test
        void whatIsNotAppliedCreatesNothing() {
            Change change = Progress.of(PAYMENT, null, first, Decision.parked(), NOW);
            assertThat(change.after()).isNull();
            assertThat(change.transitions()).isEmpty();
        }
    }

    @Nested
    final class Moves {
        @Test
        void aMoveTakesStateStatusOrderAndTimersOfTheNewState() {
            Operation moved = after(in("pending", minute(5)), says("processing", minute(3)));
            assertThat(moved.state()).isEqualTo("processing");
            assertThat(moved.order()).isEqualTo(minute(3));
            assertThat(moved.nextCheckAt()).isBetween(inSeconds(30 * 54), inSeconds(30 * 66));
            assertThat(moved.expiresAt()).isNull();
            assertThat(moved.updatedAt()).isEqualTo(NOW);
            Operation done = after(moved, says("succeeded", minute(4)));
            assertThat(done.status()).isEqualTo(Status.COMPLETED);
            assertThat(done.nextCheckAt()).isNull();
        }

        @Test
        void transitionsAreNumberedWithoutGaps() {
            Operation current =
                    withStatus(in("pending", minute(1)), Status.UNKNOWN, open(Reason.UNDECIDED), open(Reason.UNKNOWN));
            Change change = step(current, says("succeeded", minute(2)));
            assertThat(change.transitions()).extracting(Transition::seq).containsExactly(2, 3, 4);
            assertThat(after(change).seq()).isEqualTo(4);
            assertThat(change.transitions())
                    .extracting(Transition::kind)
                    .containsExactly(Kind.MOVE, Kind.ATTENTION, Kind.ATTENTION);
        }

        @Test
        void aCorrectionIsMarked() {
            Change change = step(in("canceled", minute(1)), says(Cause.OPERATOR, "succeeded", minute(9)));
            assertThat(change.transitions()).singleElement().satisfies(move -> {
                assertThat(move.correction()).isTrue();
                assertThat(move.cause()).isEqualTo(Cause.OPERATOR);
            });
        }

        @Test
        void newFieldsWinOldOnesStayAndTheFingerprintOnlyGrows() {
            Operation current = withFacts(in("pending", minute(1)), EUR, Map.of("amount", "1000", "customer", "c1"));
            Fingerprint more = Fingerprint.of(Map.of("currency", "\"EUR\"", "amount", "900"));
            Operation moved =
                    after(current, says(Cause.DELIVERY, "succeeded", minute(2), more, Map.of("amount", "900")));
            assertThat(moved.fields()).containsOnly(Map.entry("amount", "900"), Map.entry("customer", "c1"));
            assertThat(moved.fingerprint()).isEqualTo(more);
        }

        @Test
        void theReferenceIsReplacedButNeverLost() {
            Operation current = after(null, withReference(says("pending", minute(1)), "order-7"));
            assertThat(after(current, says("processing", minute(2))).reference())
                    .isEqualTo("order-7");
            assertThat(after(current, withReference(says("processing", minute(2)), "order-8"))
                            .reference())
                    .isEqualTo("order-8");
        }

        @Test
        void anOperatorsWordKeepsTheVersionSoThatLaterOnesStillCompare() {
            Operation resolved = after(in("failed", version(7)), says(Cause.OPERATOR, "processing", Order.at(NOW)));
            assertThat(resolved.order()).isEqualTo(new Order(7L, NOW));
            assertThat(after(resolved, says("failed", version(8))).state()).isEqualTo("failed");
            assertThat(after(resolved, says("failed", version(6))).state()).isEqualTo("processing");
        }
    }

    @Nested
    final class Duplicates {
        @Test
        void aDuplicateOnlyCounts() {
            Operation current = in("pending", minute(1));
            Change change = step(current, says("pending", minute(1)));
            assertThat(change.transitions()).isEmpty();
            assertThat(after(change).counts()).isEqualTo(new Counts(2, 1, 0));
            assertThat(after(change).updatedAt()).isEqualTo(current.updatedAt());
        }

        @Test
        void aNewerOneAdvancesTheOrderAnOlderOneDoesNot() {
            Operation current = in("failed", minute(5));
            assertThat(after(current, says("failed", minute(6))).order()).isEqualTo(minute(6));
            assertThat(after(current, says("failed", minute(4))).order()).isEqualTo(minute(5));
            assertThat(after(current, says("failed", Order.NONE)).order()).isEqualTo(minute(5));
            assertThat(after(in("failed", Order.NONE), says("failed", minute(4)))
                            .order())
                    .isEqualTo(minute(4));
        }

        @Test
        void aChangedWatchedFieldIsATransition() {
            Operation current = withFacts(in("pending", minute(1)), EUR, Map.of("amount", "1000", "note", "a"));
            Change change = step(
                    current, says(Cause.DELIVERY, "pending", minute(2), EUR, Map.of("amount", "1200", "note", "b")));
            assertThat(change.transitions())
                    .containsExactly(new Transition(
                            KEY.id(0),
                            2,
                            Kind.FIELDS,
                            "pending",
                            "pending",
                            Cause.DELIVERY,
                            false,
                            Map.of("amount", "1200")));
            assertThat(after(change).fields()).containsOnly(Map.entry("amount", "1200"), Map.entry("note", "b"));
            assertThat(after(change).updatedAt()).isEqualTo(NOW);
        }

        @Test
        void anUnwatchedFieldChangesWithoutATransition() {
            Operation current = withFacts(in("pending", minute(1)), EUR, Map.of("note", "a"));
            Change change = step(current, says(Cause.DELIVERY, "pending", minute(2), EUR, Map.of("note", "b")));
            assertThat(change.transitions()).isEmpty();
            assertThat(after(change).fields()).containsOnly(Map.entry("note", "b"));
        }

        @Test
        void anOlderOneFillsInFieldsButReplacesNone() {
            Operation current = withFacts(in("pending", minute(2)), EUR, Map.of("amount", "1200"));
            Change change = step(
                    current,
                    says(Cause.DELIVERY, "pending", minute(1), EUR, Map.of("amount", "1000", "customer", "c1")));
            assertThat(change.transitions()).isEmpty();
            assertThat(after(change).fields()).containsOnly(Map.entry("amount", "1200"), Map.entry("customer", "c1"));
        }

        @Test
        void theFingerprintGrows() {
            assertThat(after(in("pending", minute(1)), says(Cause.DELIVERY, "pending", minute(1), EUR, Map.of()))
                            .fingerprint())
                    .isEqualTo(EUR);
        }
    }

    @Nested
    final class WhatChangesNothing {
        @Test
        void aStaleFactIsRecordedButNotApplied() {
            Operation current = withFacts(in("succeeded", minute(5)), Fingerprint.NONE, Map.of());
            Change change = step(current, says(Cause.DELIVERY, "pending", minute(1), EUR, Map.of("amount", "1000")));
            assertThat(change.transitions()).isEmpty();
            Operation operation = after(change);
            assertThat(operation.counts()).isEqualTo(new Counts(2, 0, 0));
            assertThat(operation.fingerprint()).isEqualTo(Fingerprint.NONE);
            assertThat(operation.fields()).isEmpty();
            assertThat(operation.order()).isEqualTo(minute(5));
            assertThat(operation.updatedAt()).isEqualTo(current.updatedAt());
        }

        @Test
        void aConflictKeepsStateOrderFieldsAndFingerprint() {
            Operation current = withFacts(in("pending", minute(1)), EUR, Map.of("amount", "1000"));
            Operation operation =
                    after(current, says(Cause.DELIVERY, "succeeded", minute(2), USD, Map.of("amount", "1")));
            assertThat(operation.state()).isEqualTo("pending");
            assertThat(operation.order()).isEqualTo(minute(1));
            assertThat(operation.fields()).containsOnly(Map.entry("amount", "1000"));
            assertThat(operation.fingerprint()).isEqualTo(EUR);
            assertThat(operation.counts()).isEqualTo(new Counts(2, 0, 1));
        }
    }

    @Nested
    final class Counting {
        @Test
        void onlyWhatArrivedIsADelivery() {
            Operation current = in("pending", minute(1));
            for (Cause cause : Cause.values()) {
                boolean arrived = cause == Cause.DELIVERY || cause == Cause.IMPORT;
                assertThat(after(current, says(cause, "pending", minute(1))).counts())
                        .as(cause.word())
                        .isEqualTo(arrived ? new Counts(2, 1, 0) : new Counts(1, 0, 0));
            }
        }
    }

    @Nested
    final class RaisingAttention {
        @Test
        void aConflictShowsBothValues() {
            Operation current = withFacts(in("pending", minute(1)), EUR, Map.of());
            Change change = step(current, says(Cause.DELIVERY, "succeeded", minute(2), USD, Map.of()));
            Attention conflict =
                    Objects.requireNonNull(after(change).attention().get(Reason.CONFLICT));
            assertThat(conflict.since()).isEqualTo(NOW);
            assertThat(conflict.detail())
                    .containsEntry("currency.stored", "\"EUR\"")
                    .containsEntry("currency.asserted", "\"USD\"")
                    .containsEntry("state", "succeeded")
                    .containsEntry("current", "pending")
                    .containsEntry("occurredAt", "2026-03-01T10:02:00Z");
            assertThat(change.transitions()).singleElement().satisfies(raised -> {
                assertThat(raised.kind()).isEqualTo(Kind.ATTENTION);
                assertThat(raised.from()).isNull();
                assertThat(raised.to()).isEqualTo("conflict");
                assertThat(raised.seq()).isEqualTo(2);
            });
            assertThat(after(change).updatedAt()).isEqualTo(NOW);
        }

        @Test
        void contradictedAndUndecidedAreRaisedWithTheirSides() {
            assertThat(after(in("canceled", minute(1)), says("succeeded", minute(2)))
                            .attention())
                    .containsOnlyKeys(Reason.CONTRADICTED);
            Operation undecided = undecidedAt(minute(5));
            assertThat(Objects.requireNonNull(undecided.attention().get(Reason.UNDECIDED))
                            .detail())
                    .containsEntry("current", "failed")
                    .containsEntry("state", "processing")
                    .containsEntry("why", "order");
        }

        @Test
        void anOpenReasonIsNotRaisedAgainAndKeepsItsBeginning() {
            Operation current = withStatus(in("canceled", minute(1)), Status.REJECTED, open(Reason.CONTRADICTED));
            Change change = step(current, says("succeeded", minute(2)));
            assertThat(change.transitions()).isEmpty();
            assertThat(after(change).attention()).isEqualTo(current.attention());
        }
    }

    @Nested
    final class ClearingUndecided {
        @Test
        void theSameOrderAgainDoesNot() {
            Operation undecided = undecidedAt(minute(5));
            assertThat(after(undecided, says("failed", minute(5))).attention()).containsKey(Reason.UNDECIDED);
            assertThat(after(undecided, says("processing", minute(5))).attention())
                    .containsKey(Reason.UNDECIDED);
        }

        @Test
        void anythingNewerThanBothSidesDoes() {
            Operation undecided = undecidedAt(minute(5));
            assertThat(after(undecided, says("failed", minute(6))).attention()).isEmpty();
            Change change = step(undecided, says("processing", minute(6)));
            assertThat(after(change).attention()).isEmpty();
            assertThat(change.transitions())
                    .extracting(Transition::kind, Transition::from, Transition::to)
                    .containsExactly(
                            tuple(Kind.MOVE, "failed", "processing"), tuple(Kind.ATTENTION, "undecided", null));
        }

        @Test
        void aForwardMoveDoesEvenIfOlder() {
            assertThat(after(undecidedAt(minute(5)), says("succeeded", minute(1)))
                            .attention())
                    .isEmpty();
        }

        @Test
        void nothingIsNewerThanASideWithoutComparableOrder() {
            Operation undecided = after(in("failed", version(5)), says("processing", minute(9)));
            assertThat(undecided.attention()).containsKey(Reason.UNDECIDED);
            Operation confirmed = after(undecided, says("failed", version(6)));
            assertThat(confirmed.attention()).containsKey(Reason.UNDECIDED);
            Operation moved = after(confirmed, says("processing", version(7)));
            assertThat(moved.state()).isEqualTo("processing");
            assertThat(moved.attention()).containsKey(Reason.UNDECIDED);
        }

        @Test
        void anOperatorsWordDoes() {
            assertThat(after(undecidedAt(minute(5)), says(Cause.OPERATOR, "failed", minute(1)))
                            .attention())
                    .isEmpty();
            assertThat(after(undecidedAt(minute(5)), says(Cause.OPERATOR, "processing", minute(1)))
                            .attention())
                    .isEmpty();
        }
    }

    @Nested
    final class ClearingUnknown {
        private final Operation unknown = withStatus(in("processing", minute(1)), Status.UNKNOWN, open(Reason.UNKNOWN));

        @Test
        void aDuplicateFromTheProviderLeavesItAndStartsTheChecksAgain() {
            Change change = step(unknown, says("processing", minute(1)));
            Operation operation = after(change);
            assertThat(operation.status()).isEqualTo(Status.PROCESSING);
            assertThat(operation.attention()).isEmpty();
            assertThat(operation.nextCheckAt()).isBetween(inSeconds(30 * 54), inSeconds(30 * 66));
            assertThat(change.transitions())
                    .extracting(Transition::kind, Transition::from, Transition::to)
                    .containsExactly(
                            tuple(Kind.STATUS, "unknown", "processing"), tuple(Kind.ATTENTION, "unknown", null));
        }

        @Test
        void aMoveFromTheProviderLeavesIt() {
            Operation operation = after(unknown, says(Cause.RECONCILE, "succeeded", minute(2)));
            assertThat(operation.status()).isEqualTo(Status.COMPLETED);
            assertThat(operation.attention()).isEmpty();
        }

        @Test
        void ourOwnWordIsNoAnswer() {
            for (Cause own : List.of(Cause.EFFECT, Cause.SCHEDULE)) {
                Operation same = after(unknown, says(own, "processing", minute(2)));
                assertThat(same.status()).isEqualTo(Status.UNKNOWN);
                assertThat(same.attention()).containsKey(Reason.UNKNOWN);
                assertThat(after(unknown, says(own, "succeeded", minute(2))).attention())
                        .containsKey(Reason.UNKNOWN);
            }
        }

        @Test
        void aStaleFactLeavesItOpen() {
            Operation operation = after(unknown, says("pending", minute(2)));
            assertThat(operation.status()).isEqualTo(Status.UNKNOWN);
            assertThat(operation.attention()).containsKey(Reason.UNKNOWN);
        }
    }

    @Nested
    final class ClearingExpired {
        private final Operation expired = withStatus(in("pending", minute(1)), Status.EXPIRED, open(Reason.EXPIRED));

        @Test
        void anAppliedFactLeavesIt() {
            Operation operation = after(expired, says("succeeded", minute(2)));
            assertThat(operation.status()).isEqualTo(Status.COMPLETED);
            assertThat(operation.attention()).isEmpty();
        }

        @Test
        void aDuplicateDoesNot() {
            Operation operation = after(expired, says("pending", minute(2)));
            assertThat(operation.status()).isEqualTo(Status.EXPIRED);
            assertThat(operation.attention()).containsKey(Reason.EXPIRED);
        }
    }

    @Nested
    final class ClearingTheRest {
        @Test
        void noOrdinaryFactClearsAContradictionOrAConflict() {
            Operation current = withStatus(
                    in("pending", minute(1)), Status.PROCESSING, open(Reason.CONTRADICTED), open(Reason.CONFLICT));
            assertThat(after(current, says("pending", minute(2))).attention())
                    .containsOnlyKeys(Reason.CONTRADICTED, Reason.CONFLICT);
            assertThat(after(current, says("succeeded", minute(2))).attention())
                    .containsOnlyKeys(Reason.CONTRADICTED, Reason.CONFLICT);
        }

        @Test
        void anOperatorsStateClearsAContradictionButNoConflict() {
            Operation current = withStatus(
                    in("pending", minute(1)), Status.PROCESSING, open(Reason.CONTRADICTED), open(Reason.CONFLICT));
            for (String state : List.of("pending", "succeeded")) {
                assertThat(after(current, says(Cause.OPERATOR, state, minute(2)))
                                .attention())
                        .as(state)
                        .containsOnlyKeys(Reason.CONFLICT);
            }
        }

        @Test
        void acknowledgingClearsEveryReasonAndNothingElse() {
            Operation current = withStatus(
                    in("processing", minute(1)),
                    Status.UNKNOWN,
                    open(Reason.UNKNOWN),
                    open(Reason.CONFLICT),
                    open(Reason.DEAD_EFFECT));
            Change change = Progress.acknowledged(current, NOW);
            assertThat(after(change).attention()).isEmpty();
            assertThat(after(change).status()).isEqualTo(Status.UNKNOWN);
            assertThat(after(change).counts()).isEqualTo(current.counts());
            assertThat(after(change).seq()).isEqualTo(4);
            assertThat(change.transitions()).hasSize(3).allSatisfy(cleared -> {
                assertThat(cleared.kind()).isEqualTo(Kind.ATTENTION);
                assertThat(cleared.to()).isNull();
                assertThat(cleared.cause()).isEqualTo(Cause.OPERATOR);
            });
        }

        @Test
        void acknowledgingNothingChangesNothing() {
            Operation current = in("pending", minute(1));
            assertThat(Progress.acknowledged(current, NOW)).isEqualTo(new Change(current, List.of()));
        }
    }

    @Nested
    final class Adopting {
        private final Fingerprint stored = Fingerprint.of(Map.of("currency", "\"EUR\"", "customer", "\"c1\""));
        private final Operation current = withFacts(in("pending", minute(1)), stored, Map.of());

        @Test
        void theOtherSideReplacesWhatDiffersAndTheConflictIsGone() {
            Operation conflicting = after(current, says(Cause.DELIVERY, "succeeded", minute(2), USD, Map.of()));
            Change change = Progress.adopted(PAYMENT, conflicting, USD, NOW);
            assertThat(after(change).fingerprint().fields())
                    .containsOnly(Map.entry("currency", "\"USD\""), Map.entry("customer", "\"c1\""));
            assertThat(after(change).attention()).isEmpty();
            assertThat(change.transitions())
                    .extracting(Transition::seq, Transition::kind, Transition::detail)
                    .containsExactly(
                            tuple(3, Kind.FIELDS, Map.of("currency", "\"USD\"")), tuple(4, Kind.ATTENTION, Map.of()));
        }

        @Test
        void theSameDeliveryIsThenAppliedNotAConflict() {
            Assertion dollars = says(Cause.DELIVERY, "succeeded", minute(2), USD, Map.of());
            Operation adopted = after(Progress.adopted(PAYMENT, after(current, dollars), USD, NOW));
            assertThat(after(adopted, dollars).state()).isEqualTo("succeeded");
        }

        @Test
        void itLeavesATransitionEvenAfterTheConflictWasAcknowledged() {
            Change change = Progress.adopted(PAYMENT, current, USD, NOW);
            assertThat(change.transitions()).singleElement().satisfies(changed -> {
                assertThat(changed.kind()).isEqualTo(Kind.FIELDS);
                assertThat(changed.cause()).isEqualTo(Cause.OPERATOR);
            });
            assertThat(after(change).updatedAt()).isEqualTo(NOW);
        }
    }
}
