package dev.pawl.core.operation;

import static dev.pawl.core.operation.Given.EUR;
import static dev.pawl.core.operation.Given.NOW;
import static dev.pawl.core.operation.Given.PAYMENT;
import static dev.pawl.core.operation.Given.STRICT_PAYMENT;
import static dev.pawl.core.operation.Given.in;
import static dev.pawl.core.operation.Given.minute;
import static dev.pawl.core.operation.Given.says;
import static dev.pawl.core.operation.Given.tombstone;
import static dev.pawl.core.operation.Given.version;
import static dev.pawl.core.operation.Given.withFacts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.core.machine.Machine;
import dev.pawl.core.operation.Attention.Reason;
import dev.pawl.core.operation.Decider.AfterExpiry;
import dev.pawl.core.operation.Decider.Memory;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** The table, row by row. */
final class DeciderTest {

    private static final Fingerprint USD = Fingerprint.of(Map.of("currency", "\"USD\""));

    private static Decision decide(@Nullable Operation current, Assertion assertion) {
        return decide(PAYMENT, current, assertion);
    }

    private static Decision decide(Machine machine, @Nullable Operation current, Assertion assertion) {
        return Decider.decide(machine, Memory.FOR_EVER, current, assertion);
    }

    private static Assertion operator(String state) {
        return says(Cause.OPERATOR, state, Order.at(NOW));
    }

    @Nested
    final class Row5 {
        @Test
        void aStateNoLongerInTheMachineIsUndecided() {
            Decision decision = decide(in("authorised", minute(1)), says("succeeded", minute(2)));
            assertThat(decision.verdict()).isEqualTo(Verdict.UNDECIDED);
            assertThat(decision.reason()).isEqualTo("machine");
            assertThat(decision.attention()).isEqualTo(Reason.UNDECIDED);
        }

        @Test
        void anOperatorLeadsOutOfAStateNoLongerInTheMachine() {
            assertThat(decide(in("authorised", minute(1)), operator("succeeded")))
                    .isEqualTo(Decision.corrected());
        }
    }

    @Nested
    final class Row6 {
        private final Memory blocked = new Memory(AfterExpiry.BLOCKED, null);
        private final Memory ninetyDays = new Memory(AfterExpiry.CHECKED, NOW.minus(Duration.ofDays(90)));

        @Test
        void aBlockedTombstoneTakesNothingMore() {
            Operation gone = tombstone(in("succeeded", minute(1)));
            assertThat(Decider.decide(PAYMENT, blocked, gone, says("refunded", minute(2))))
                    .isEqualTo(Decision.stale("expired"));
        }

        @Test
        void aCheckedTombstoneIsDecidedLikeAnyOperation() {
            Operation gone = tombstone(in("succeeded", minute(1)));
            assertThat(decide(gone, says("succeeded", minute(1))).verdict()).isEqualTo(Verdict.DUPLICATE);
            assertThat(decide(gone, says("refunded", minute(2))).verdict()).isEqualTo(Verdict.APPLIED);
        }

        @Test
        void aFactOlderThanWhatIsRememberedCreatesNothing() {
            Order old = Order.at(NOW.minus(Duration.ofDays(91)));
            assertThat(Decider.decide(PAYMENT, ninetyDays, null, says("succeeded", old)))
                    .isEqualTo(Decision.stale("beyond-retention"));
        }

        @Test
        void aFactWithinWhatIsRememberedCreates() {
            Order recent = Order.at(NOW.minus(Duration.ofDays(89)));
            assertThat(Decider.decide(PAYMENT, ninetyDays, null, says("succeeded", recent)))
                    .isEqualTo(Decision.applied());
        }
    }

    @Nested
    final class Row7 {
        @Test
        void theFirstFactCreates() {
            assertThat(decide(null, says("pending", minute(1)))).isEqualTo(Decision.applied());
            assertThat(decide(STRICT_PAYMENT, null, says("pending", minute(1)))).isEqualTo(Decision.applied());
        }

        @Test
        void aLenientMachineBeginsAnywhereSinceWebhooksGetLost() {
            assertThat(decide(null, says("refunded", Order.NONE))).isEqualTo(Decision.applied());
        }
    }

    @Nested
    final class Row8 {
        @Test
        void aStrictMachineParksWhatDoesNotBeginIt() {
            assertThat(decide(STRICT_PAYMENT, null, says("succeeded", minute(1))))
                    .isEqualTo(Decision.parked());
        }

        @Test
        void aStrictMachineParksWhatSkipsAState() {
            assertThat(decide(STRICT_PAYMENT, in("pending", minute(1)), says("succeeded", minute(2))))
                    .isEqualTo(Decision.parked());
        }

        @Test
        void aStrictMachineFollowsAnEdge() {
            assertThat(decide(STRICT_PAYMENT, in("processing", minute(1)), says("succeeded", minute(2))))
                    .isEqualTo(Decision.applied());
        }

        @Test
        void aStrictMachineDoesNotParkWhatIsBehindOrTheSame() {
            Operation succeeded = in("succeeded", minute(1));
            assertThat(decide(STRICT_PAYMENT, succeeded, says("pending", minute(2)))
                            .verdict())
                    .isEqualTo(Verdict.STALE);
            assertThat(decide(STRICT_PAYMENT, succeeded, says("succeeded", minute(2)))
                            .verdict())
                    .isEqualTo(Verdict.DUPLICATE);
        }

        @Test
        void parkingComesBeforeTheFingerprint() {
            Operation pending = withFacts(in("pending", minute(1)), EUR, Map.of());
            assertThat(decide(STRICT_PAYMENT, pending, says(Cause.DELIVERY, "succeeded", minute(2), USD, Map.of())))
                    .isEqualTo(Decision.parked());
        }
    }

    @Nested
    final class Row9 {
        private final Operation euros = withFacts(in("processing", minute(5)), EUR, Map.of());

        private Decision dollars(String state, int minute) {
            return decide(euros, says(Cause.DELIVERY, state, minute(minute), USD, Map.of()));
        }

        @Test
        void anotherFingerprintIsAConflictWhateverItsStateAndTime() {
            for (String state : PAYMENT.states().keySet()) {
                for (int minute : new int[] {4, 5, 6}) {
                    Decision decision = dollars(state, minute);
                    assertThat(decision.verdict()).as("%s@%d", state, minute).isEqualTo(Verdict.CONFLICT);
                    assertThat(decision.attention()).isEqualTo(Reason.CONFLICT);
                    assertThat(decision.conflicting()).containsExactly("currency");
                }
            }
        }

        @Test
        void onlyFieldsBothHaveCanConflict() {
            Fingerprint amount = Fingerprint.of(Map.of("amount", "1000"));
            assertThat(decide(euros, says(Cause.DELIVERY, "succeeded", minute(6), amount, Map.of())))
                    .isEqualTo(Decision.applied());
        }
    }

    @Nested
    final class Row10 {
        @Test
        void theSameStateIsADuplicateWhateverTheTimes() {
            for (int minute : new int[] {4, 5, 6}) {
                assertThat(decide(in("processing", minute(5)), says("processing", minute(minute))))
                        .isEqualTo(Decision.duplicate());
            }
        }
    }

    @Nested
    final class Row11 {
        @Test
        void forwardIsAppliedEvenIfOlder() {
            assertThat(decide(in("processing", minute(5)), says("succeeded", minute(1))))
                    .isEqualTo(Decision.applied());
        }

        @Test
        void forwardMaySkipStates() {
            assertThat(decide(in("pending", minute(1)), says("refunded", minute(2))))
                    .isEqualTo(Decision.applied());
        }
    }

    @Nested
    final class Row12 {
        @Test
        void whatIsBehindIsStaleEvenIfNewer() {
            assertThat(decide(in("succeeded", minute(1)), says("failed", minute(9))))
                    .isEqualTo(Decision.stale(null));
        }
    }

    @Nested
    final class Row13 {
        @Test
        void onACycleTheNewerIsApplied() {
            assertThat(decide(in("failed", minute(5)), says("processing", minute(6))))
                    .isEqualTo(Decision.applied());
        }

        @Test
        void onACycleTheOlderIsStale() {
            assertThat(decide(in("failed", minute(5)), says("processing", minute(4))))
                    .isEqualTo(Decision.stale(null));
        }

        @Test
        void versionsOrderAndTimesAreNotLookedAt() {
            Order newerVersionOlderTime = new Order(2L, minute(1).occurredAt());
            Operation failed = in("failed", new Order(1L, minute(5).occurredAt()));
            assertThat(decide(failed, says("processing", newerVersionOlderTime)))
                    .isEqualTo(Decision.applied());
        }
    }

    @Nested
    final class Row14 {
        @Test
        void onACycleEqualTimesAreUndecided() {
            Decision decision = decide(in("failed", minute(5)), says("processing", minute(5)));
            assertThat(decision.verdict()).isEqualTo(Verdict.UNDECIDED);
            assertThat(decision.reason()).isEqualTo("order");
            assertThat(decision.attention()).isEqualTo(Reason.UNDECIDED);
        }

        @Test
        void onACycleOrdersOfDifferentKindsAreUndecided() {
            assertThat(decide(in("failed", version(5)), says("processing", minute(6)))
                            .verdict())
                    .isEqualTo(Verdict.UNDECIDED);
            assertThat(decide(in("failed", Order.NONE), says("processing", minute(6)))
                            .verdict())
                    .isEqualTo(Verdict.UNDECIDED);
        }
    }

    @Nested
    final class Row15 {
        @Test
        void twoStatesWithoutAWayBetweenThemContradict() {
            Decision decision = decide(in("canceled", minute(1)), says("succeeded", minute(2)));
            assertThat(decision.verdict()).isEqualTo(Verdict.CONTRADICTED);
            assertThat(decision.attention()).isEqualTo(Reason.CONTRADICTED);
        }
    }

    @Nested
    final class Operators {
        @Test
        void forwardIsNoCorrection() {
            assertThat(decide(in("processing", minute(1)), operator("succeeded")))
                    .isEqualTo(Decision.applied());
        }

        @Test
        void theSameStateIsADuplicate() {
            assertThat(decide(in("processing", minute(1)), operator("processing")))
                    .isEqualTo(Decision.duplicate());
        }

        @Test
        void backwardIsACorrection() {
            assertThat(decide(in("succeeded", minute(1)), operator("pending"))).isEqualTo(Decision.corrected());
        }

        @Test
        void onACycleItIsACorrectionWhateverTheTime() {
            Operation failed = in("failed", minute(5));
            for (int minute : new int[] {4, 5, 6}) {
                assertThat(decide(failed, says(Cause.OPERATOR, "processing", minute(minute))))
                        .isEqualTo(Decision.corrected());
            }
        }

        @Test
        void aContradictionIsACorrection() {
            assertThat(decide(in("canceled", minute(1)), operator("succeeded"))).isEqualTo(Decision.corrected());
        }

        @Test
        void aStrictMachineDoesNotParkAnOperator() {
            assertThat(decide(STRICT_PAYMENT, in("pending", minute(1)), operator("succeeded")))
                    .isEqualTo(Decision.applied());
        }

        @Test
        void nobodyElseCorrects() {
            for (Cause cause : Cause.values()) {
                if (cause != Cause.OPERATOR) {
                    assertThat(decide(in("succeeded", minute(1)), says(cause, "pending", minute(2))))
                            .as(cause.word())
                            .isEqualTo(Decision.stale(null));
                }
            }
        }
    }

    @Test
    void anAssertedStateOutsideTheMachineIsABrokenPromise() {
        assertThatThrownBy(() -> decide(null, says("authorised", minute(1))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("payment has no state authorised");
    }
}
