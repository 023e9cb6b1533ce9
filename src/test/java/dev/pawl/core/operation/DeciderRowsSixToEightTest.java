package dev.pawl.core.operation;

import static dev.pawl.core.operation.Given.NOW;
import static dev.pawl.core.operation.Given.in;
import static dev.pawl.core.operation.Given.minute;
import static dev.pawl.core.operation.Given.says;
import static dev.pawl.core.operation.Given.tombstone;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.config.BuiltInMachines;
import dev.pawl.core.machine.Machine;
import dev.pawl.core.operation.Decider.AfterExpiry;
import dev.pawl.core.operation.Decider.Memory;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Tombstones, beginnings and strictness, by exhaustion: every built-in machine as it is and made strict, every state or none,
 * living and dead, every asserted state at three times, every memory.
 */
final class DeciderRowsSixToEightTest {

    private static final Order HELD = minute(1);
    private static final List<Order> ORDERS = List.of(minute(0), HELD, minute(2), Order.NONE);

    /** Between the first two orders. */
    private static final Instant REMEMBERED = NOW.minus(Duration.ofHours(2)).plusSeconds(30);

    private static final Set<Cause> CAUSES = Set.of(Cause.DELIVERY, Cause.OPERATOR);

    private record Case(
            Machine machine, Memory memory, @Nullable Operation current, Assertion assertion) {

        Decision decided() {
            return Decider.decide(machine, memory, current, assertion);
        }

        boolean operator() {
            return assertion.cause() == Cause.OPERATOR;
        }
    }

    @TestFactory
    List<DynamicTest> everyCaseIsDecidedAsTheTableSays() {
        return machines()
                .map(machine -> DynamicTest.dynamicTest(machine.name() + (machine.strict() ? ", strict" : ""), () -> {
                    List<Case> cases = cases(machine).toList();
                    cases.forEach(DeciderRowsSixToEightTest::check);
                    int states = machine.states().size();
                    assertThat(cases).hasSize((2 * states + 1) * states * ORDERS.size() * CAUSES.size() * 6);
                }))
                .toList();
    }

    private static void check(Case it) {
        Decision decision = it.decided();
        Operation current = it.current();
        if (current == null) {
            assertThat(decision).as(it.toString()).isEqualTo(beginning(it));
        } else if (current.tombstone() && it.memory().afterExpiry() == AfterExpiry.BLOCKED && !it.operator()) {
            assertThat(decision).as(it.toString()).isEqualTo(Decision.stale("expired"));
        } else {
            assertThat(decision.verdict() == Verdict.PARKED).as(it.toString()).isEqualTo(waits(it, current));
            assertThat(decision.reason()).as(it.toString()).isNotIn("expired", "beyond-retention");
            // A tombstone that is not blocked is decided about as if nothing had happened.
            Operation other = in(current.state(), current.order());
            assertThat(decision)
                    .as(it.toString())
                    .isEqualTo(Decider.decide(it.machine(), it.memory(), other, it.assertion()));
        }
    }

    private static Decision beginning(Case it) {
        Instant since = it.memory().rememberedSince();
        Instant occurredAt = it.assertion().order().occurredAt();
        if (since != null && occurredAt != null && occurredAt.isBefore(since)) {
            return Decision.stale("beyond-retention");
        }
        boolean begins = it.machine().state(it.assertion().state()).initial();
        return it.machine().strict() && !begins ? Decision.parked() : Decision.applied();
    }

    /** Whether something may still come between: not where the operation has been there and left again. */
    private static boolean waits(Case it, Operation current) {
        String from = current.state();
        String to = it.assertion().state();
        boolean passed = it.machine().reach(to, from) && it.assertion().order().equals(ORDERS.get(0));
        return it.machine().strict()
                && !it.operator()
                && !from.equals(to)
                && it.machine().reach(from, to)
                && !it.machine().hasEdge(from, to)
                && !passed;
    }

    private static Stream<Case> cases(Machine machine) {
        List<String> states = List.copyOf(machine.states().keySet());
        Stream<@Nullable Operation> none = Stream.of((Operation) null);
        Stream<@Nullable Operation> living = states.stream().map(state -> in(state, HELD));
        Stream<@Nullable Operation> dead = states.stream().map(state -> tombstone(in(state, HELD)));
        return Stream.of(none, living, dead)
                .flatMap(some -> some)
                .flatMap(current -> states.stream()
                        .flatMap(state -> ORDERS.stream()
                                .flatMap(order -> CAUSES.stream().map(cause -> says(cause, state, order))))
                        .flatMap(said -> memories().map(memory -> new Case(machine, memory, current, said))));
    }

    private static Stream<Memory> memories() {
        return Stream.of(AfterExpiry.values())
                .flatMap(policy -> Stream.of(new Memory(policy, null), new Memory(policy, REMEMBERED)));
    }

    private static Stream<Machine> machines() {
        return BuiltInMachines.all().values().stream()
                .flatMap(machine -> Stream.of(
                        machine,
                        new Machine(
                                machine.name(),
                                true,
                                machine.parkFor(),
                                machine.states().values())));
    }
}
