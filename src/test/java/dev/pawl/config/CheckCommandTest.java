package dev.pawl.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckCommandTest {

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @TempDir
    private Path folder;

    @Test
    void validFileIsSummedUp() throws IOException {
        assertThat(check("sources: { gh: { preset: github, secrets: [\"0123456789abcdef\"] } }"))
                .isZero();
        assertThat(text(out)).contains("pawl.yaml is valid: 1 source, 2 operation types, 0 effects, configuration ");
        assertThat(text(err)).isEmpty();
    }

    @Test
    void warningsDoNotFail() throws IOException {
        assertThat(check("sources: { gh: { preset: github, secrets: [\"0123456789abcdef \"] } }"))
                .isZero();
        assertThat(text(err)).startsWith("warning: sources.gh.secrets[0]: has blanks");
    }

    @Test
    void everyMistakeIsALine() throws IOException {
        assertThat(check("sources: { gh: { preset: github, secrets: [], mode: live, colour: red } }"))
                .isEqualTo(1);
        assertThat(text(out)).isEmpty();
        assertThat(text(err).lines()).hasSize(4).anyMatch(line -> line.startsWith("sources.gh.colour: "));
    }

    private int check(String yaml) throws IOException {
        Path file = Files.writeString(folder.resolve("pawl.yaml"), yaml);
        return CheckCommand.run(file, name -> null, stream(out), stream(err));
    }

    private static PrintStream stream(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, true, StandardCharsets.UTF_8);
    }

    private static String text(ByteArrayOutputStream bytes) {
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
