package dev.pawl.core.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.pawl.core.machine.Machine.InvalidMachine;
import dev.pawl.core.machine.Machine.State;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class MachineTest {

    private static final Machine PAYMENT = machine(
            initial("pending", "processing", "canceled"),
            state("processing", "failed", "succeeded"),
            state("failed", "processing"),
            state("succeeded"),
            state("canceled"));

    private static State state(String name, String... next) {
        return new State(name, Status.PROCESSING, false, Set.of(next), null, 10, null);
    }

    private static State initial(String name, String... next) {
        return new State(name, Status.PROCESSING, true, Set.of(next), null, 10, null);
    }

    private static Machine machine(State... states) {
        return new Machine("payment", false, Duration.ofHours(1), List.of(states));
    }

    private static List<String> mistakesOf(State... states) {
        return catchThrowableOfType(InvalidMachine.class, () -> machine(states)).mistakes();
    }

    @Test
    void reachFollowsPathsOfAnyLengthButNotOfNone() {
        assertThat(PAYMENT.reach("pending", "succeeded")).isTrue();
        assertThat(PAYMENT.reach("failed", "succeeded")).isTrue();
        assertThat(PAYMENT.reach("succeeded", "pending")).isFalse();
        assertThat(PAYMENT.reach("canceled", "succeeded")).isFalse();
        assertThat(PAYMENT.reach("pending", "pending")).isFalse();
        assertThat(PAYMENT.reach("processing", "processing")).isTrue();
    }

    @Test
    void aStateOutsideTheMachineReachesNothing() {
        assertThat(PAYMENT.reach("authorised", "succeeded")).isFalse();
        assertThat(PAYMENT.reach("pending", "authorised")).isFalse();
        assertThat(PAYMENT.knows("authorised")).isFalse();
    }

    @Test
    void anEdgeIsOneStep() {
        assertThat(PAYMENT.hasEdge("pending", "processing")).isTrue();
        assertThat(PAYMENT.hasEdge("pending", "succeeded")).isFalse();
    }

    @Test
    void onlyWhatCanComeBackIsOnACycle() {
        assertThat(PAYMENT.states().keySet()).filteredOn(PAYMENT::onCycle).containsOnly("processing", "failed");
    }

    @Test
    void statesKeepTheOrderGiven() {
        assertThat(PAYMENT.states().keySet())
                .containsExactly("pending", "processing", "failed", "succeeded", "canceled");
    }

    @Test
    void aMachineNeedsABeginning() {
        assertThat(mistakesOf(state("pending"))).contains("no state is initial");
        assertThat(mistakesOf()).contains("no state is initial");
    }

    @Test
    void anEdgeNeedsAnEnd() {
        assertThat(mistakesOf(initial("pending", "nowhere")))
                .containsExactly("state pending leads to nowhere, which does not exist");
    }

    @Test
    void aStateDoesNotLeadToItself() {
        assertThat(mistakesOf(initial("pending", "pending")))
                .containsExactly("state pending leads to itself; staying needs no edge");
    }

    @Test
    void everyStateCanBeReached() {
        assertThat(mistakesOf(initial("pending"), state("lost", "pending")))
                .containsExactly("state lost cannot be reached from an initial state");
    }

    @Test
    void aNameIsUsedOnce() {
        assertThat(mistakesOf(initial("pending"), initial("pending"))).containsExactly("two states have the same name");
    }

    @Test
    void onlyTheEngineSetsUnknownAndExpired() {
        State unknown = new State("lost", Status.UNKNOWN, true, Set.of(), null, 10, null);
        assertThat(mistakesOf(unknown)).containsExactly("state lost has status unknown, which only the engine may set");
    }

    @Test
    void allMistakesAreToldAtOnce() {
        assertThat(mistakesOf(state("pending", "pending", "nowhere"))).hasSize(3);
    }

    @Test
    void theDiagramIsSortedAndMarksBeginningsAndEnds() {
        Machine machine = machine(
                initial("open", "merged", "closed"),
                state("merged"),
                state("closed", "open"),
                initial("draft", "open"));
        assertThat(MachineDiagram.of(machine)).isEqualTo("""
                stateDiagram-v2
                    [*] --> draft
                    [*] --> open
                    closed --> open
                    draft --> open
                    open --> closed
                    open --> merged
                    merged --> [*]
                """);
    }
}
