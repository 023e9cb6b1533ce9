package dev.pawl.core.operation;

import static dev.pawl.core.operation.Given.KEY;
import static dev.pawl.core.operation.Given.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.config.BuiltInMachines;
import dev.pawl.core.machine.Machine;
import dev.pawl.core.operation.Decider.Memory;
import dev.pawl.core.operation.Progress.Change;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Order does not matter: proved by exhaustion over every built-in machine. For every multiset of assertions (a state on a
 * cycle as of one of three times; any other as of the first, the last or none) and every permutation of it:
 *
 * <ul>
 *   <li>no set ends differently in two orders without attention, and wherever one order is clean, every order ends in its
 *       state;
 *   <li>moves lead from state to state along {@code reach}, are never corrections, and are numbered without gaps;
 *   <li>the whole set once more moves nothing.
 * </ul>
 */
final class OrderingTest {

    private static final int TIMES = 3;

    private static final int EVENTS = 4;

    /** Machines of at most so many states get one event more. */
    private static final int SMALL = 4;

    @TestFactory
    List<DynamicTest> theFinalStateIsAFunctionOfTheSetOfEvents() {
        return BuiltInMachines.all().values().stream()
                .map(machine -> DynamicTest.dynamicTest(machine.name(), () -> {
                    int events = machine.states().size() <= SMALL ? EVENTS + 1 : EVENTS;
                    assertThat(prove(machine, Given::minute, events)).isGreaterThan(1_000);
                }))
                .toList();
    }

    /** Times run against the versions here: where there are versions, nothing else may order. */
    @TestFactory
    List<DynamicTest> soItIsWhereVersionsOrder() {
        return BuiltInMachines.all().values().stream()
                .filter(machine -> machine.states().keySet().stream().anyMatch(machine::onCycle))
                .map(machine -> DynamicTest.dynamicTest(machine.name(), () -> {
                    IntFunction<Order> versions = version -> new Order(
                            (long) version, Given.minute(TIMES - version).occurredAt());
                    assertThat(prove(machine, versions, 3)).isGreaterThan(100);
                }))
                .toList();
    }

    /** Returns how many sets were checked: as many as there are multisets, since a loop that ends early proves nothing. */
    private static int prove(Machine machine, IntFunction<Order> scale, int events) {
        List<Assertion> alphabet = alphabet(machine, scale);
        int sets = 0;
        for (int size = 2; size <= events; size++) {
            for (int[] set = new int[size]; set.length > 0; set = next(set, alphabet.size())) {
                new Exploration(machine, alphabet, set).prove();
                sets++;
            }
        }
        assertThat(sets).isEqualTo(multisets(alphabet.size(), events));
        System.out.printf("%s: %,d sets of 2 to %d events, each in every order%n", machine.name(), sets, events);
        return sets;
    }

    private static List<Assertion> alphabet(Machine machine, IntFunction<Order> scale) {
        List<Assertion> alphabet = new ArrayList<>();
        for (String state : new TreeSet<>(machine.states().keySet())) {
            Stream<Order> orders = machine.onCycle(state)
                    ? IntStream.range(0, TIMES).mapToObj(scale)
                    : Stream.of(scale.apply(0), scale.apply(TIMES - 1), Order.NONE);
            orders.forEach(order -> alphabet.add(says(machine, state, order)));
        }
        return alphabet;
    }

    private static Assertion says(Machine machine, String state, Order order) {
        return new Assertion(
                KEY,
                "shop",
                machine.name(),
                state,
                order,
                Given.EUR,
                Map.of("amount", "1000"),
                Set.of("amount"),
                null,
                Cause.DELIVERY);
    }

    /** The next multiset, as a non-decreasing sequence of letters; empty after the last. */
    private static int[] next(int[] set, int letters) {
        for (int i = set.length - 1; i >= 0; i--) {
            if (set[i] < letters - 1) {
                int[] next = set.clone();
                Arrays.fill(next, i, next.length, set[i] + 1);
                return next;
            }
        }
        return new int[0];
    }

    private static int multisets(int letters, int events) {
        long sum = 0;
        long ofSize = 1;
        for (int size = 1; size <= events; size++) {
            ofSize = ofSize * (letters + size - 1) / size;
            sum += size >= 2 ? ofSize : 0;
        }
        return Math.toIntExact(sum);
    }

    /** All permutations of one multiset, as a tree of common beginnings. */
    private static final class Exploration {
        private final Machine machine;
        private final List<Assertion> alphabet;
        private final int[] set;
        private final boolean[] used;
        private final Set<String> ends = new TreeSet<>();
        private final Set<String> cleanEnds = new TreeSet<>();
        private final Set<List<Object>> repeated = new HashSet<>();

        Exploration(Machine machine, List<Assertion> alphabet, int[] set) {
            this.machine = machine;
            this.alphabet = alphabet;
            this.set = set;
            this.used = new boolean[set.length];
        }

        void prove() {
            explore(null, 0);
            assertThat(ends).as(this::toString).isNotEmpty();
            if (!cleanEnds.isEmpty() && ends.size() > 1) {
                throw new AssertionError(
                        "one order ends cleanly in " + cleanEnds + ", others in " + ends + ": " + this);
            }
        }

        private void explore(@Nullable Operation current, int depth) {
            if (depth == set.length) {
                end(Objects.requireNonNull(current));
                return;
            }
            for (int i = 0; i < set.length; i++) {
                boolean twin = i > 0 && set[i] == set[i - 1] && !used[i - 1];
                if (!used[i] && !twin) {
                    used[i] = true;
                    explore(step(current, alphabet.get(set[i])), depth + 1);
                    used[i] = false;
                }
            }
        }

        private void end(Operation end) {
            ends.add(end.state());
            if (!end.needsAttention()) {
                cleanEnds.add(end.state());
            }
            if (!repeated.add(List.of(end.state(), end.order(), end.attention()))) {
                return;
            }
            Operation again = end;
            for (int letter : set) {
                again = step(again, alphabet.get(letter));
                check(again.state().equals(end.state()), "the set once more moves", end, again);
            }
            check(again.needsAttention() == end.needsAttention(), "the set once more changes attention", end, again);
        }

        private Operation step(@Nullable Operation current, Assertion assertion) {
            Decision decision = Decider.decide(machine, Memory.FOR_EVER, current, assertion);
            Change change = Progress.of(machine, current, assertion, decision, NOW);
            Operation after = Objects.requireNonNull(change.after());
            int seq = current == null ? 0 : current.seq();
            for (Transition transition : change.transitions()) {
                check(transition.seq() == ++seq, "a gap in the numbers", current, after);
                if (transition.kind() == Transition.Kind.MOVE) {
                    check(follows(current, transition), "a move that is no way forward", current, after);
                }
            }
            check(after.seq() == seq, "a number without a transition", current, after);
            check(after.state().equals(assertion.state()) || unchanged(current, after), "a jump", current, after);
            return after;
        }

        private boolean follows(@Nullable Operation current, Transition move) {
            String from = move.from();
            String to = Objects.requireNonNull(move.to());
            return !move.correction()
                    && (current == null
                            ? from == null
                            : from != null && current.state().equals(from) && machine.reach(from, to));
        }

        private static boolean unchanged(@Nullable Operation before, Operation after) {
            return before != null && before.state().equals(after.state());
        }

        private void check(boolean holds, String what, @Nullable Operation before, Operation after) {
            if (!holds) {
                throw new AssertionError(what + ": " + before + " -> " + after + " in " + this);
            }
        }

        @Override
        public String toString() {
            return machine.name()
                    + IntStream.of(set)
                            .mapToObj(alphabet::get)
                            .map(it -> it.state() + "@" + it.order())
                            .toList();
        }
    }
}
