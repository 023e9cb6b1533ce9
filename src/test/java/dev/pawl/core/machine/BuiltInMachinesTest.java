package dev.pawl.core.machine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.config.BuiltInMachines;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every machine that is shipped; a new file is picked up by itself. */
final class BuiltInMachinesTest {

    private static final Path SOURCES = Path.of("src/main/resources/machines");
    private static final Path PAGES = Path.of("docs/machines");

    static Collection<Machine> machines() {
        return BuiltInMachines.all().values();
    }

    @Test
    void everyFileIsAMachineAndHasAPage() throws IOException {
        Set<String> names = BuiltInMachines.all().keySet();
        assertThat(names)
                .contains("payment", "refund", "dispute", "payout", "subscription", "invoice", "order", "checkout")
                .contains("pull-request", "workflow-run", "message", "simple");
        assertThat(namesIn(SOURCES, ".yaml")).isEqualTo(names);
        assertThat(namesIn(PAGES, ".md")).isEqualTo(names);
    }

    private static Set<String> namesIn(Path folder, String ending) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> Objects.requireNonNull(file.getFileName()).toString())
                    .filter(file -> file.endsWith(ending))
                    .map(file -> file.substring(0, file.length() - ending.length()))
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }

    @ParameterizedTest
    @MethodSource("machines")
    void everyStateIsReachableAndEveryNextExists(Machine machine) {
        Set<String> initial = machine.states().values().stream()
                .filter(Machine.State::initial)
                .map(Machine.State::name)
                .collect(Collectors.toSet());
        assertThat(initial).isNotEmpty();
        for (Machine.State state : machine.states().values()) {
            assertThat(machine.states().keySet()).containsAll(state.next());
            assertThat(initial.contains(state.name())
                            || initial.stream().anyMatch(from -> machine.reach(from, state.name())))
                    .as(state.name())
                    .isTrue();
        }
    }

    @ParameterizedTest
    @MethodSource("machines")
    void everyOpenStateLeadsToASettledOne(Machine machine) {
        assertThat(machine.states().values())
                .filteredOn(state -> state.status() == Status.PROCESSING)
                .isNotEmpty()
                .allSatisfy(state -> assertThat(machine.states().values())
                        .as(state.name())
                        .anyMatch(other ->
                                other.status() != Status.PROCESSING && machine.reach(state.name(), other.name())));
    }

    @ParameterizedTest
    @MethodSource("machines")
    void onlyOpenStatesAreAskedAboutOrExpire(Machine machine) {
        for (Machine.State state : machine.states().values()) {
            Duration reconcileAfter = state.reconcileAfter();
            Duration expireAfter = state.expireAfter();
            if (state.status() != Status.PROCESSING) {
                assertThat(reconcileAfter).as(state.name()).isNull();
                assertThat(expireAfter).as(state.name()).isNull();
            }
            if (reconcileAfter != null && expireAfter != null) {
                assertThat(reconcileAfter).as(state.name()).isLessThan(expireAfter);
            }
        }
    }

    /** Receivers tell {@code <type>.expired} and the like, which the engine sends, from states by the last word. */
    @ParameterizedTest
    @MethodSource("machines")
    void noStateIsNamedLikeWhatTheEngineSends(Machine machine) {
        assertThat(machine.states().keySet()).doesNotContain("expired", "unknown", "attention", "fields");
    }

    @ParameterizedTest
    @MethodSource("machines")
    void thePageShowsTheMachineAsItIs(Machine machine) throws IOException {
        Path file = PAGES.resolve(machine.name() + ".md");
        String page = Files.exists(file) ? Files.readString(file, UTF_8) : "";
        String expected = page(machine, paragraphOf(page));
        assertThat(page)
                .as("%s is out of date; it should be:%n%n%s%n", file, expected)
                .isEqualTo(expected);
    }

    /** The one paragraph written by hand, between heading and diagram. */
    private static @Nullable String paragraphOf(String page) {
        String[] blocks = page.split("\n\n", 3);
        return blocks.length == 3 && !blocks[1].isBlank() && !blocks[1].startsWith("```") ? blocks[1] : null;
    }

    private static String page(Machine machine, @Nullable String paragraph) {
        String rows = machine.states().values().stream()
                .sorted(Comparator.comparing(Machine.State::name))
                .map(state -> "| `" + state.name() + "` | " + state.status().word() + " |\n")
                .collect(Collectors.joining());
        return "# " + machine.name() + "\n\n"
                + (paragraph == null ? "(one paragraph: what the operation is, and which edges surprise)" : paragraph)
                + "\n\n```mermaid\n" + MachineDiagram.of(machine) + "```\n\n"
                + "| state | status |\n|---|---|\n" + rows;
    }
}
