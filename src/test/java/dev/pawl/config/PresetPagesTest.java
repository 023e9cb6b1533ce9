package dev.pawl.config;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.pawl.core.verify.InboundRequest;
import dev.pawl.core.verify.Verification;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The pages of the presets say what the presets say. With {@code -Dpawl.docs.write=true} they are written. */
class PresetPagesTest {

    private static final Path PAGES = Path.of("docs/presets");
    private static final String INDEX = "README";
    private static final boolean WRITE = Boolean.getBoolean("pawl.docs.write");
    private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{([A-Z0-9_]+)}");

    private static Stream<DynamicTest> forEachPreset(Consumer<String> check) {
        return PresetLibrary.names().stream().map(name -> DynamicTest.dynamicTest(name, () -> check.accept(name)));
    }

    @TestFactory
    Stream<DynamicTest> everyPageIsAsItShouldBe() {
        Map<String, String> pages = new TreeMap<>();
        pages.put(INDEX, PresetIndex.markdown());
        PresetLibrary.names().forEach(name -> pages.put(name, new PresetPage(name).markdown()));
        return pages.entrySet().stream()
                .map(page -> DynamicTest.dynamicTest(page.getKey(), () -> same(page.getKey(), page.getValue())));
    }

    private static void same(String name, String expected) throws IOException {
        Path file = PAGES.resolve(name + ".md");
        if (WRITE) {
            Files.createDirectories(PAGES);
            Files.writeString(file, expected);
        }
        assertThat(Files.exists(file) ? Files.readString(file, UTF_8) : "")
                .as("%s is out of date: ./mvnw test -Dtest=PresetPagesTest -Dpawl.docs.write=true", file)
                .isEqualTo(expected);
    }

    @Test
    void noPageIsLeftOfAPresetThatIsGone() throws IOException {
        try (Stream<Path> files = Files.list(PAGES)) {
            Set<String> pages = files.map(
                            file -> Objects.requireNonNull(file.getFileName()).toString())
                    .collect(Collectors.toSet());
            assertThat(pages)
                    .hasSize(PresetLibrary.names().size() + 1)
                    .contains(INDEX + ".md")
                    .containsAll(PresetLibrary.names().stream()
                            .map(name -> name + ".md")
                            .toList());
        }
    }

    @TestFactory
    Stream<DynamicTest> theSnippetIsAConfiguration() {
        return forEachPreset(name -> {
            PresetSource source = PresetSource.of(name);
            ConfigFile file = ConfigFile.of(new PresetSnippet(name).yaml())
                    .env("PAWL_PUBLIC_URL", PresetSource.PUBLIC_URL)
                    .env("PAWL_KEY", "MDAxMTIyMzM0NDU1NjY3Nzg4OTlhYWJiY2NkZGVlZmY=");
            Matcher variables = PLACEHOLDER.matcher(new PresetSnippet(name).yaml());
            while (variables.find()) {
                String variable = variables.group(1);
                file.env(variable, variable.endsWith("_SECRET") && source.secret() != null ? source.secret() : "given");
            }
            assertThat(file.mistakes()).isEmpty();
        });
    }

    @TestFactory
    Stream<DynamicTest> theSignedExampleIsVerified() {
        return forEachPreset(name -> {
            PresetExample example = new PresetExample(name);
            InboundRequest signed = example.signed();
            if (signed != null) {
                Verification verification = example.source().verify(signed, PresetExample.SIGNED_AT);
                assertThat(verification).isInstanceOf(Verification.Verified.class);
            }
        });
    }

    @Test
    void mostPresetsHaveASignedExample() {
        assertThat(PresetLibrary.names().stream().filter(name -> new PresetExample(name).signed() != null))
                .hasSizeGreaterThan(90);
    }

    @Test
    void wordsForWhatIsNotKnownAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RequestWords.of("{body:reversed}"))
                .withMessage("no words for {body:reversed}");
    }
}
