package dev.pawl.core.machine;

import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A machine as a Mermaid {@code stateDiagram-v2}, drawn from the machine itself so that no picture can be out of date.
 * Sorted by name, so that a changed edge is one changed line.
 */
public final class MachineDiagram {

    private MachineDiagram() {}

    /** The diagram's text: lines ended by LF, without a code fence. */
    public static String of(Machine machine) {
        List<Machine.State> states = machine.states().values().stream()
                .sorted(Comparator.comparing(Machine.State::name))
                .toList();
        Stream<String> begins = states.stream().filter(Machine.State::initial).map(state -> edge("[*]", state.name()));
        Stream<String> edges = states.stream().flatMap(MachineDiagram::edgesFrom);
        Stream<String> ends =
                states.stream().filter(state -> state.next().isEmpty()).map(state -> edge(state.name(), "[*]"));
        return Stream.of(Stream.of("stateDiagram-v2"), begins, edges, ends)
                .flatMap(Function.identity())
                .collect(Collectors.joining("\n", "", "\n"));
    }

    private static Stream<String> edgesFrom(Machine.State state) {
        return state.next().stream().sorted().map(next -> edge(state.name(), next));
    }

    private static String edge(String from, String to) {
        return "    " + from + " --> " + to;
    }
}
