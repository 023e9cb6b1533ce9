package dev.pawl.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.config.BuiltInMachines;
import dev.pawl.config.Catalog;
import dev.pawl.config.Retention;
import dev.pawl.config.Retired;
import dev.pawl.core.machine.Machine;
import dev.pawl.core.operation.Assertion;
import dev.pawl.core.operation.Cause;
import dev.pawl.core.operation.Fingerprint;
import dev.pawl.core.operation.Operation;
import dev.pawl.core.operation.OperationKey;
import dev.pawl.core.operation.Order;
import dev.pawl.ledger.Rows.EventRow;
import dev.pawl.ledger.Rows.ParkedRow;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Order does not matter on strict machines either, by exhaustion: every way through every built-in machine made strict, in
 * every order of arrival, one event a batch.
 */
class StrictOrderTest {

    private static final int LONGEST = 5;
    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
    private static final OperationKey KEY = new OperationKey("p", "", "payment", "op_1");

    @TestFactory
    List<DynamicTest> everyOrderOfArrivalEndsWhereTheWayEnds() {
        return BuiltInMachines.all().values().stream()
                .map(StrictOrderTest::strict)
                .map(machine -> DynamicTest.dynamicTest(machine.name(), () -> {
                    List<List<String>> ways = ways(machine);
                    assertThat(ways).hasSizeGreaterThan(2);
                    ways.forEach(way -> prove(machine, way));
                }))
                .toList();
    }

    private static Machine strict(Machine machine) {
        return new Machine(
                machine.name(), true, Duration.ofHours(1), machine.states().values());
    }

    private static void prove(Machine machine, List<String> way) {
        boolean onlyWay = IntStream.range(0, way.size()).noneMatch(i -> hasShortcutTo(machine, way, i));
        for (List<Integer> arrival : permutations(way.size())) {
            Run run = new Run(machine);
            arrival.forEach(n -> run.receive(way.get(n), n));
            Operation end = Objects.requireNonNull(run.operations.get(KEY.id(0)));
            String which = machine.name() + " " + way + " arriving as " + arrival;
            assertThat(end.state()).as(which).isEqualTo(way.get(way.size() - 1));
            assertThat(end.attention()).as(which).isEmpty();
            assertThat(run.parked).as(which).isEmpty();
            assertThat(run.verdicts).as(which).hasSize(way.size()).doesNotContainValue("parked");
            assertThat(end.counts().deliveries()).as(which).isEqualTo(way.size());
            if (onlyWay) {
                assertThat(run.verdicts.values()).as(which).containsOnly("applied");
            }
        }
    }

    /** Whether the operation may come to this state of the way without all of those before it. */
    private static boolean hasShortcutTo(Machine machine, List<String> way, int to) {
        String state = way.get(to);
        boolean begins = to > 0 && machine.state(state).initial();
        return begins || IntStream.range(0, to - 1).anyMatch(from -> machine.hasEdge(way.get(from), state));
    }

    /** What is stored, and the newest verdict of every event. */
    private static final class Run {
        private final Catalog catalog;
        private final Machine machine;
        private final Map<UUID, Operation> operations = new HashMap<>();
        private final List<ParkedRow> parked = new ArrayList<>();
        private final Map<UUID, String> verdicts = new HashMap<>();

        Run(Machine machine) {
            this.machine = machine;
            this.catalog = new Catalog(
                    Map.of(), Map.of(machine.name(), machine), List.of(), Retired.NOTHING, "0123456789ab", null);
        }

        void receive(String state, int n) {
            Assertion assertion = new Assertion(
                    KEY,
                    "p",
                    machine.name(),
                    state,
                    Order.at(NOW.plusSeconds(n)),
                    Fingerprint.NONE,
                    Map.of(),
                    Set.of(),
                    null,
                    Cause.DELIVERY);
            Batch batch = new Batch(catalog, Locked.of(NOW, operations.values(), parked));
            DeliveryEntry.rehearsed(
                            LedgerFixture.source("p", false, Retention.USUAL),
                            NOW,
                            LedgerFixture.interpreted(assertion))
                    .decide(batch);
            batch.created().forEach(row -> operations.put(row.id(), row));
            batch.updated().forEach(row -> operations.put(row.id(), row));
            for (EventRow event : batch.events) {
                verdicts.put(event.delivery(), event.verdict());
            }
            parked.clear();
            batch.parking.on(KEY.id(0)).forEach(row -> parked.add(stored(row)));
        }
    }

    private static ParkedRow stored(ParkedRow row) {
        return new ParkedRow(
                row.delivery(),
                row.n(),
                row.receivedOn(),
                row.operation(),
                row.generation(),
                row.first(),
                row.source(),
                row.eventId(),
                row.eventType(),
                row.assertion(),
                row.overdueAt(),
                row.overdue(),
                row.trace(),
                row.history(),
                row.operator(),
                true);
    }

    /** All ways without a repetition, from an initial state along the edges. */
    private static List<List<String>> ways(Machine machine) {
        List<List<String>> ways = new ArrayList<>();
        machine.states().values().stream()
                .filter(Machine.State::initial)
                .forEach(state -> extend(machine, List.of(state.name()), ways));
        return ways;
    }

    private static void extend(Machine machine, List<String> way, List<List<String>> ways) {
        ways.add(way);
        if (way.size() == LONGEST) {
            return;
        }
        for (String next : machine.state(way.get(way.size() - 1)).next()) {
            if (!way.contains(next)) {
                List<String> longer = new ArrayList<>(way);
                longer.add(next);
                extend(machine, longer, ways);
            }
        }
    }

    private static List<List<Integer>> permutations(int size) {
        List<List<Integer>> all = List.of(List.of());
        for (int next = 0; next < size; next++) {
            List<List<Integer>> longer = new ArrayList<>();
            for (List<Integer> one : all) {
                for (int place = 0; place <= one.size(); place++) {
                    List<Integer> with = new ArrayList<>(one);
                    with.add(place, next);
                    longer.add(with);
                }
            }
            all = longer;
        }
        return all;
    }
}
