package dev.pawl.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlaceholdersTest {

    private final Map<String, String> environment =
            new HashMap<>(Map.of("NAME", "value", "EMPTY", "", "NESTED", "${NAME}"));
    private final Mistakes mistakes = new Mistakes();

    @TempDir
    private Path folder;

    @Test
    void variablesAreReplacedWhereverTheyStand() {
        assertThat(expand("a ${NAME} b ${NAME}")).isEqualTo("a value b value");
    }

    @Test
    void defaultIsTakenOnlyWhereTheVariableIsNotSet() {
        assertThat(expand("${NAME:other}")).isEqualTo("value");
        assertThat(expand("${NONE:a:b}")).isEqualTo("a:b");
        assertThat(expand("${NONE:}")).isEmpty();
        assertThat(expand("${EMPTY:other}")).isEmpty();
    }

    @Test
    void placeholderInAValueStaysText() {
        assertThat(expand("${NESTED}")).isEqualTo("${NAME}");
    }

    @Test
    void dollarsAndBracesOfOtherKindsStay() {
        assertThat(expand("{sig:t}.{body} $5 ${NAME} \\1")).isEqualTo("{sig:t}.{body} $5 value \\1");
    }

    @Test
    void fileLosesExactlyOneLastLineBreak() throws IOException {
        assertThat(expand("${file:" + file("secret\n\n") + "}")).isEqualTo("secret\n");
        assertThat(expand("${file:" + file("secret\r\n") + "}")).isEqualTo("secret");
        assertThat(expand("${file:" + file("secret") + "}")).isEqualTo("secret");
    }

    @Test
    void byteOrderMarkIsNoPartOfAFile() throws IOException {
        assertThat(expand("${file:" + file("\uFEFFsecret") + "}")).isEqualTo("secret");
    }

    @Test
    void variableMayBeGivenAsAFile() throws IOException {
        environment.put("TOKEN_FILE", file("from file\n"));

        assertThat(expand("${TOKEN}")).isEqualTo("from file");
        assertThat(expand("${TOKEN:default}")).isEqualTo("from file");
    }

    @Test
    void unsetVariableIsAMistakeThatNamesIt() {
        assertThat(expand("${NONE} and ${ALSO_NONE}")).isNull();
        assertThat(mistakes.all())
                .extracting(ConfigMistake::path, ConfigMistake::message)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple(
                                "here", "needs the environment variable NONE, which is not set"),
                        org.assertj.core.groups.Tuple.tuple(
                                "here", "needs the environment variable ALSO_NONE, which is not set"));
    }

    @Test
    void missingFileIsAMistake() {
        assertThat(expand("${file:/nowhere/at/all}")).isNull();
        assertThat(mistakes.all())
                .extracting(ConfigMistake::message)
                .containsExactly("names the file /nowhere/at/all, which cannot be read");
    }

    @Test
    void fileThatIsNoTextIsAMistake() throws IOException {
        Path file = Files.write(folder.resolve("binary"), new byte[] {(byte) 0xff, 1});

        assertThat(expand("${file:" + file + "}")).isNull();
        assertThat(mistakes.all().get(0).message()).endsWith("which is not UTF-8 text");
    }

    @Test
    void placeholderWithoutANameIsAMistake() {
        assertThat(expand("${}")).isNull();
        assertThat(expand("${a b:c}")).isNull();
        assertThat(mistakes.count()).isEqualTo(1);
    }

    @Test
    void whatIsShownHoldsNeitherValueNorDefault() {
        assertThat(Placeholders.unresolved("x ${NAME:hunter2} ${NAME} ${file:/run/a:b}"))
                .isEqualTo("x ${NAME} ${NAME} ${file:/run/a:b}");
    }

    private @org.jspecify.annotations.Nullable String expand(String text) {
        return new Placeholders(environment::get).expand(text, "here", mistakes);
    }

    private String file(String content) throws IOException {
        return Files.writeString(Files.createTempFile(folder, "value", ".txt"), content)
                .toString();
    }
}
