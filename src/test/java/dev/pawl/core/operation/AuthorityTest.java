package dev.pawl.core.operation;

import static dev.pawl.core.operation.Given.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.config.BuiltInMachines;
import dev.pawl.core.machine.Machine;
import dev.pawl.core.machine.Status;
import dev.pawl.core.operation.Assertion.Authority;
import dev.pawl.core.operation.Attention.Reason;
import dev.pawl.core.operation.Decider.Memory;
import dev.pawl.core.operation.Order.Relation;
import dev.pawl.core.operation.Progress.Change;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * What the provider's own answer does, by exhaustion: every built-in machine, every pair of states, every relation of
 * orders, with and without something in between, and every doubt.
 */
final class AuthorityTest {

    private static final Instant ASKED = NOW.minus(Duration.ofSeconds(2));
    private static final Order OWN = Order.at(NOW.minus(Duration.ofHours(1)));

    /** What the operation has, and what the answer tells. */
    private static final List<Order> ORDERS =
            List.of(Order.NONE, OWN, new Order(7L, OWN.occurredAt()), Order.at(ASKED), Order.at(ASKED.plusSeconds(9)));

    private static final List<Instant> TIMES = List.of(
            Objects.requireNonNull(OWN.occurredAt()).minusSeconds(60),
            Objects.requireNonNull(OWN.occurredAt()),
            ASKED,
            NOW);

    private enum Between {
        NOTHING,
        TRANSITION,
        ORDER
    }

    @TestFactory
    List<DynamicTest> anAnswerIsDecidedAsTheTableSays() {
        return BuiltInMachines.all().values().stream()
                .map(machine -> DynamicTest.dynamicTest(
                        machine.name(),
                        () -> assertThat(explore(machine))
                                .isEqualTo(machine.states().size()
                                        * machine.states().size()
                                        * ORDERS.size()
                                        * TIMES.size()
                                        * Between.values().length
                                        * 4)))
                .toList();
    }

    private static int explore(Machine machine) {
        int seen = 0;
        for (String state : machine.states().keySet()) {
            for (String asserted : machine.states().keySet()) {
                for (Order own : ORDERS) {
                    for (Instant time : TIMES) {
                        for (Between between : Between.values()) {
                            for (@Nullable Reason doubt : doubts()) {
                                check(machine, operation(machine, state, own, doubt), asserted, time, between);
                                seen++;
                            }
                        }
                    }
                }
            }
        }
        return seen;
    }

    private static @Nullable Reason[] doubts() {
        return new @Nullable Reason[] {null, Reason.UNDECIDED, Reason.CONTRADICTED, Reason.CONFLICT};
    }

    private static void check(Machine machine, Operation current, String asserted, Instant time, Between between) {
        Authority authority = switch (between) {
            case NOTHING -> new Authority(current.seq(), current.order(), ASKED);
            case TRANSITION -> new Authority(current.seq() - 1, current.order(), ASKED);
            case ORDER -> new Authority(current.seq(), Order.at(NOW.plusSeconds(1)), ASKED);
        };
        Assertion answer = answer(machine, asserted, Order.at(time), Map.of(), authority);
        Decision decision = Decider.decide(machine, Memory.FOR_EVER, current, answer);
        Change change = Progress.of(machine, current, answer, decision, NOW);
        Operation after = Objects.requireNonNull(change.after());
        String what = machine.name() + ": " + current + " told " + asserted + " at " + time + ", " + between;

        if (between == Between.NOTHING) {
            assertThat(decision).as(what).isEqualTo(expected(machine, current, asserted, Order.at(time)));
            boolean settled = decision.verdict() == Verdict.APPLIED || decision.verdict() == Verdict.DUPLICATE;
            assertThat(after.attention().containsKey(Reason.UNDECIDED)
                            || after.attention().containsKey(Reason.CONTRADICTED))
                    .as(what)
                    .isEqualTo(!settled
                            && (current.attention().containsKey(Reason.UNDECIDED)
                                    || current.attention().containsKey(Reason.CONTRADICTED)));
            // Without a word about what differs, nobody has settled it.
            assertThat(after.attention().containsKey(Reason.CONFLICT))
                    .as(what)
                    .isEqualTo(current.attention().containsKey(Reason.CONFLICT));
        } else {
            Assertion ordinary = answer(machine, asserted, Order.at(ASKED), Map.of(), null);
            assertThat(decision).as(what).isEqualTo(Decider.decide(machine, Memory.FOR_EVER, current, ordinary));
            assertThat(change).as(what).isEqualTo(Progress.of(machine, current, ordinary, decision, NOW));
            assertThat(decision.correction()).as(what).isFalse();
        }
        int seq = current.seq();
        for (Transition transition : change.transitions()) {
            assertThat(transition.seq()).as(what).isEqualTo(++seq);
        }
    }

    private static Decision expected(Machine machine, Operation current, String asserted, Order order) {
        String state = current.state();
        if (state.equals(asserted)) {
            return Decision.duplicate();
        }
        boolean there = machine.reach(state, asserted);
        boolean back = machine.reach(asserted, state);
        if (there && !back) {
            return Decision.applied();
        }
        if (back && !there) {
            return Decision.stale(null);
        }
        if (!there) {
            return Decision.corrected();
        }
        Relation relation = order.relationTo(current.order());
        return switch (relation) {
            case NEWER -> Decision.applied();
            case OLDER -> Decision.stale(null);
            case EQUAL, UNKNOWN -> Decision.corrected();
        };
    }

    private static Operation operation(Machine machine, String state, Order order, @Nullable Reason doubt) {
        Status status = machine.state(state).status();
        TreeMap<Reason, Attention> attention = new TreeMap<>();
        if (doubt != null) {
            Map<String, String> detail = doubt == Reason.CONFLICT
                    ? Map.of("amount.stored", "1000", "amount.asserted", "1500")
                    : Map.of("occurredAt", NOW.plusSeconds(3600).toString());
            attention.put(doubt, new Attention(doubt, NOW, detail));
        }
        return new Operation(
                Given.KEY.id(0),
                Given.KEY,
                0,
                "shop",
                null,
                machine.name(),
                state,
                status,
                attention,
                order,
                3,
                Map.of("amount", "1000"),
                Fingerprint.of(Map.of("amount", "1000", "currency", "\"EUR\"")),
                new Operation.Counts(1, 0, 0),
                NOW,
                null,
                Operation.Checks.NONE,
                false,
                0,
                null,
                NOW,
                NOW);
    }

    private static Assertion answer(
            Machine machine,
            String state,
            Order order,
            Map<String, String> fingerprint,
            @Nullable Authority authority) {
        return new Assertion(
                Given.KEY,
                "shop",
                machine.name(),
                state,
                order,
                Fingerprint.of(fingerprint),
                Map.of("amount", fingerprint.getOrDefault("amount", "1000")),
                Set.of(),
                null,
                Cause.RECONCILE,
                authority);
    }

    private static Operation after(Operation current, String state, Map<String, String> fingerprint) {
        Authority authority = new Authority(current.seq(), current.order(), ASKED);
        Assertion answer = answer(Given.PAYMENT, state, Order.at(ASKED), fingerprint, authority);
        Decision decision = Decider.decide(Given.PAYMENT, Memory.FOR_EVER, current, answer);
        return Objects.requireNonNull(
                Progress.of(Given.PAYMENT, current, answer, decision, NOW).after());
    }

    @Test
    void anAnswerThatSaysEverythingInDoubtEndsAConflictAndItsValuesWin() {
        Operation after =
                after(operation(Given.PAYMENT, "pending", OWN, Reason.CONFLICT), "succeeded", Map.of("amount", "1500"));
        assertThat(after.attention()).isEmpty();
        assertThat(after.state()).isEqualTo("succeeded");
        assertThat(after.fingerprint().fields())
                .containsOnly(Map.entry("amount", "1500"), Map.entry("currency", "\"EUR\""));
        assertThat(after.fields()).containsEntry("amount", "1500");
    }

    @Test
    void anAnswerWithOtherValuesThanStoredIsAConflictOfItsOwn() {
        Operation after =
                after(operation(Given.PAYMENT, "pending", OWN, null), "succeeded", Map.of("currency", "\"USD\""));
        assertThat(after.attention()).containsOnlyKeys(Reason.CONFLICT);
        assertThat(after.state()).isEqualTo("pending");
        assertThat(after.nextCheckAt()).isEqualTo(NOW);
    }

    @Test
    void aSecondConflictAddsWhatElseDiffers() {
        Operation open = operation(Given.PAYMENT, "pending", OWN, Reason.CONFLICT);
        Operation after = after(open, "succeeded", Map.of("currency", "\"USD\""));
        Attention conflict = Objects.requireNonNull(after.attention().get(Reason.CONFLICT));
        assertThat(conflict.differing()).containsExactly("amount", "currency");
        assertThat(after.seq()).isEqualTo(open.seq());
        assertThat(after(after, "succeeded", Map.of("amount", "1500")).attention())
                .as("says nothing about the currency")
                .containsOnlyKeys(Reason.CONFLICT);
    }

    @Test
    void anAnswerLeadsOutOfAStateThatIsGone() {
        Operation gone = Given.in("authorised", OWN);
        Operation after = after(gone, "succeeded", Map.of());
        assertThat(after.state()).isEqualTo("succeeded");
        assertThat(after.attention()).isEmpty();
    }

    @Test
    void aStrictMachineTakesAnAnswerThatSkipsAState() {
        Operation pending = Given.in("pending", OWN);
        Assertion answer = answer(
                Given.STRICT_PAYMENT,
                "succeeded",
                Order.at(ASKED),
                Map.of(),
                new Authority(pending.seq(), pending.order(), ASKED));
        assertThat(Decider.decide(Given.STRICT_PAYMENT, Memory.FOR_EVER, pending, answer))
                .isEqualTo(Decision.applied());
    }

    @Test
    void anAnswerLosesToTheVersionThatCameMeanwhile() {
        Operation failed = Given.in("failed", Given.version(8));
        Authority asked = new Authority(failed.seq() - 1, Given.version(7), ASKED);
        for (@Nullable Authority authority : new @Nullable Authority[] {asked, null}) {
            Assertion answer = answer(Given.PAYMENT, "processing", Order.at(ASKED), Map.of(), authority);
            assertThat(Decider.decide(Given.PAYMENT, Memory.FOR_EVER, failed, answer))
                    .isEqualTo(Decision.stale(null));
        }
    }

    @Test
    void aVersionIsKeptSoThatLaterFactsStillCompare() {
        Operation after = after(Given.in("failed", Given.version(7)), "processing", Map.of());
        assertThat(after.state()).isEqualTo("processing");
        assertThat(after.order()).isEqualTo(new Order(7L, ASKED));
    }
}
