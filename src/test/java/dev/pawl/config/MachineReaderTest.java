package dev.pawl.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.pawl.core.machine.Machine;
import dev.pawl.core.machine.Status;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;

class MachineReaderTest {

    private final Mistakes mistakes = new Mistakes();

    @Test
    void everyKeyOfAMachineIsRead() {
        Machine machine = Objects.requireNonNull(read("""
                strict: true
                parkFor: 2h
                states:
                  open: { status: processing, initial: true, next: [done], reconcileAfter: 15m, reconcileAttempts: 3, expireAfter: 7d }
                  done: { status: completed }
                  over: { status: rejected, retired: true }
                """));

        assertThat(machine.strict()).isTrue();
        assertThat(machine.parkFor()).isEqualTo(Duration.ofHours(2));
        assertThat(machine.state("open"))
                .isEqualTo(new Machine.State(
                        "open",
                        Status.PROCESSING,
                        true,
                        Set.of("done"),
                        Duration.ofMinutes(15),
                        3,
                        Duration.ofDays(7)));
        assertThat(machine.state("done"))
                .isEqualTo(new Machine.State("done", Status.COMPLETED, false, Set.of(), null, 10, null));
        assertThat(machine.accepts("done")).isTrue();
        assertThat(machine.accepts("over"))
                .as("nobody comes into a retired state")
                .isFalse();
        assertThat(machine.knows("over")).as("but somebody may still be in it").isTrue();
        assertThat(mistakes.count()).isZero();
    }

    @Test
    void everyMistakeIsReportedAtOnceWithItsPath() {
        read("""
                colour: red
                strict: often
                parkFor: soon
                states:
                  open: { status: processing, initial: maybe, next: [done, dnoe, open, done], reconcileAfter: 0s, expireAfter: 7, retired: soon }
                  Wrong: { status: complete, nxt: [] }
                  done: { status: unknown, reconcileAttempts: 0 }
                  gone:
                """);

        assertThat(mistakes.all())
                .extracting(ConfigMistake::path, ConfigMistake::hint)
                .containsExactlyInAnyOrder(
                        tuple("machines.m.colour", "one of: parkFor, states, strict"),
                        tuple("machines.m.strict", null),
                        tuple("machines.m.parkFor", "such as 500ms, 10s, 5m, 1h, 7d or PT5M"),
                        tuple("machines.m.states.open.retired", null),
                        tuple("machines.m.states.open.initial", null),
                        tuple("machines.m.states.open.next[1]", "did you mean done?"),
                        tuple("machines.m.states.open.next[2]", "staying needs no edge"),
                        tuple("machines.m.states.open.next[3]", null),
                        tuple("machines.m.states.open.reconcileAfter", "such as 500ms, 10s, 5m, 1h, 7d or PT5M"),
                        tuple("machines.m.states.open.expireAfter", "such as 500ms, 10s, 5m, 1h, 7d or PT5M"),
                        tuple("machines.m.states.Wrong", "lower-case letters, digits, - and _, at most 64"),
                        tuple("machines.m.states.Wrong.nxt", "did you mean next?"),
                        tuple("machines.m.states.Wrong.status", "did you mean completed?"),
                        tuple("machines.m.states.done.status", "one of: completed, failed, processing, rejected"),
                        tuple("machines.m.states.done.reconcileAttempts", null),
                        tuple("machines.m.states.gone.status", null));
    }

    @Test
    void machineWithoutAWayInIsAMistake() {
        read("states: { a: { status: processing, next: [b] }, b: { status: completed } }");

        assertThat(mistakes.all()).extracting(ConfigMistake::path).containsOnly("machines.m.states");
        assertThat(mistakes.all().get(0).message()).contains("no state is initial");
    }

    @Test
    void machineWithoutStatesIsAMistake() {
        read("parkFor: 1h");
        read("states: [a]");

        assertThat(mistakes.all())
                .extracting(ConfigMistake::line)
                .containsExactly(
                        "machines.m.states: is missing or empty (hint: a machine needs at least one state)",
                        "machines.m.states: must be a map, but is a list");
    }

    @Test
    void builtInMachinesAreUsable() {
        assertThat(BuiltInMachines.all()).containsKeys("payment", "refund", "simple");
    }

    private @org.jspecify.annotations.Nullable Machine read(String yaml) {
        ConfigNode.Reading reading = new ConfigNode.Reading(mistakes, Placeholders.none(), null);
        return MachineReader.read("m", ConfigNode.of(reading, "machines.m", YamlTree.parse(yaml, "machine", mistakes)));
    }
}
