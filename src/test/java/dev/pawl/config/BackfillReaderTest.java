package dev.pawl.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.lookup.BackfillRecipe.Paging;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BackfillReaderTest {

    @TempDir
    Path folder;

    private PawlFile read(String source) throws IOException {
        Path file = folder.resolve("pawl.yaml");
        Files.writeString(file, "sources:\n  s: { " + source + " }\n");
        return PawlFileReader.read(file, Map.<String, String>of()::get);
    }

    private Backfill backfill(String source) throws IOException {
        return Objects.requireNonNull(readBackfill(source), "nothing is listed");
    }

    private @Nullable Backfill readBackfill(String source) throws IOException {
        return read(source)
                .<@Nullable Backfill>fold(
                        read -> Objects.requireNonNull(read.catalog().source("s"))
                                .backfill(),
                        wrong -> {
                            throw new AssertionError(wrong.mistakes().toString());
                        });
    }

    private List<String> mistakes(String source) throws IOException {
        return read(source)
                .fold(
                        read -> List.of(),
                        wrong -> wrong.mistakes().stream()
                                .map(ConfigMistake::line)
                                .toList());
    }

    private static String stripe(String backfill) {
        return "preset: stripe, mode: live, secrets: [whsec_of_the_test_0123456789abcdef], backfill: " + backfill;
    }

    @Test
    void tokenMakesThePresetsRecipeHappen() throws IOException {
        Backfill backfill = backfill(stripe("{ token: sk_1, from: \"2026-01-01T00:00:00Z\", every: 5m }"));

        assertThat(backfill.recipe().next().paging()).isEqualTo(Paging.LAST);
        assertThat(backfill.token()).isEqualTo("sk_1");
        assertThat(backfill.from()).isEqualTo(Instant.parse("2026-01-01T00:00:00Z"));
        assertThat(backfill.every()).isEqualTo(Duration.ofMinutes(5));
        assertThat(backfill.toString()).doesNotContain("sk_1");
    }

    @Test
    void withoutTokenNothingIsListed() throws IOException {
        assertThat(readBackfill(stripe("~"))).isNull();
        assertThat(readBackfill(stripe("{ token: \"\" }"))).isNull();
        assertThat(readBackfill("preset: stripe, mode: live, secrets: [whsec_of_the_test_0123456789abcdef]"))
                .isNull();
    }

    @Test
    void mistakesAreNamedWithTheirPlaces() throws IOException {
        assertThat(mistakes(stripe("{ from: \"2026-01-01T00:00:00Z\" }")))
                .singleElement()
                .asString()
                .contains("backfill.token", "is missing");
        assertThat(mistakes(stripe("{ token: x, from: yesterday, every: 5s }")))
                .hasSize(2)
                .anyMatch(line -> line.contains("backfill.from"))
                .anyMatch(line -> line.contains("backfill.every"));
        assertThat(mistakes(stripe("{ token: x, next: { page: true } }")))
                .singleElement()
                .asString()
                .contains("backfill.next", "one way");
        assertThat(mistakes(stripe("{ token: x, request: { url: \"https://api.example/{key}\" } }")))
                .singleElement()
                .asString()
                .contains("{key}", "a list does not have");
        assertThat(mistakes(stripe("{ token: x, pages: 3 }")))
                .singleElement()
                .asString()
                .contains("not a known key");
    }

    @Test
    void presetThatCannotListSaysSo() throws IOException {
        assertThat(mistakes("preset: slack, secrets: [0123456789abcdef0123456789abcdef], backfill: { token: x }"))
                .singleElement()
                .asString()
                .contains("how the provider lists");
    }

    @Test
    void whatTheRecipeNeedsToKnowOfTheAccountIsAskedFor() throws IOException {
        String github = "preset: github, secrets: [0123456789abcdef], backfill: { token: x }";

        assertThat(mistakes(github)).hasSize(3).allMatch(line -> line.contains("needs config."));
        assertThat(backfill(github + ", config: { owner: o, repository: r, hook: 7 }")
                        .config())
                .containsEntry("hook", "7");
    }
}
