package dev.pawl.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A fact about a provider names the document it comes from, in its block or right above: how it verifies, how long it
 * waits and repeats, how much it sends, what it asks before, what its events say about themselves, and every type of
 * operation and way to ask for one.
 */
class PresetFactsTest {

    private static final Path PRESETS = Path.of("src/main/resources/presets");
    private static final Set<String> FACTS =
            Set.of("verify", "limit", "acknowledgeWithin", "retryWindow", "handshake", "event", "operations");
    private static final Set<String> BESIDE_EACH_OTHER = Set.of("limit", "acknowledgeWithin", "retryWindow");
    private static final Pattern KEY = Pattern.compile("( *)([A-Za-z0-9-]+):.*");

    /** A host, a repository, a provider's library, or what a neighbour has named. */
    private static final Pattern DOCUMENT =
            Pattern.compile("#.*([a-z0-9-]+(\\.[a-z0-9-]+)+[/,:) ]|[a-z0-9-]+(\\.[a-z0-9-]+)*\\.[a-z]{2,}$|[Tt]he same"
                    + " (page|section|document)|[a-z0-9-]+/[a-z0-9-]+, |RFC [0-9]|librar).*");

    static List<String> presets() {
        return List.copyOf(PresetLibrary.names());
    }

    @ParameterizedTest
    @MethodSource("presets")
    void everyFactNamesItsDocument(String preset) throws IOException {
        List<String> lines = Files.readAllLines(PRESETS.resolve(preset + ".yaml"));
        List<String> unfounded = new ArrayList<>();
        String top = "";
        for (int at = 0; at < lines.size(); at++) {
            Matcher key = KEY.matcher(lines.get(at));
            if (!key.matches()) {
                continue;
            }
            int depth = key.group(1).length();
            top = depth == 0 ? key.group(2) : top;
            if (isFact(top, depth, key.group(2)) && !named(lines, at, depth, key.group(2))) {
                unfounded.add("line " + (at + 1) + ": " + key.group(2));
            }
        }
        assertThat(unfounded).isEmpty();
        assertThat(PresetSource.of(preset).source().provider().docs()).startsWith("https://");
    }

    private static boolean isFact(String top, int depth, String key) {
        boolean own = depth == 0 && FACTS.contains(key) && !key.equals("operations");
        return own || (top.equals("operations") && (depth == 2 || (depth == 4 && key.equals("status"))));
    }

    private static boolean named(List<String> lines, int at, int depth, String key) {
        List<String> told = new ArrayList<>();
        for (int above = at - 1; above >= 0 && belongs(lines.get(above), depth, key); above--) {
            told.add(lines.get(above));
        }
        told.add(lines.get(at));
        for (int below = at + 1; below < lines.size() && isInside(lines.get(below), depth); below++) {
            if (depth == 2 && lines.get(below).equals("    status:")) {
                break;
            }
            told.add(lines.get(below));
        }
        return told.stream().anyMatch(line -> DOCUMENT.matcher(line).find());
    }

    /** A comment, or between sizes and times a neighbour that the comment above stands over, too. */
    private static boolean belongs(String line, int depth, String of) {
        Matcher key = KEY.matcher(line);
        boolean beside = depth == 0 && BESIDE_EACH_OTHER.contains(of);
        return line.strip().startsWith("#") || (beside && key.matches() && BESIDE_EACH_OTHER.contains(key.group(2)));
    }

    private static boolean isInside(String line, int depth) {
        return line.isBlank() || line.startsWith(" ".repeat(depth + 1));
    }
}
