package dev.pawl.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smallrye.config.EnvConfigSource;
import io.smallrye.config.SmallRyeConfig;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.ServiceLoader;
import org.eclipse.microprofile.config.spi.ConfigSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SecretFileConfigSourceTest {

    @TempDir
    Path folder;

    @Test
    void fileIsReadUnderBothSpellings() throws IOException {
        SmallRyeConfig config = config(Map.of("PAWL_ADMIN_TOKEN_FILE", file("token", "s3cret\n")));

        assertThat(config.getValue("PAWL_ADMIN_TOKEN", String.class)).isEqualTo("s3cret");
        assertThat(config.getValue("pawl.admin.token", String.class)).isEqualTo("s3cret");
    }

    @Test
    void fileWinsOverTheVariable() throws IOException {
        SmallRyeConfig config =
                config(Map.of("PAWL_KEY", "from the environment", "PAWL_KEY_FILE", file("key", "from the file")));

        assertThat(config.getValue("PAWL_KEY", String.class)).isEqualTo("from the file");
    }

    @Test
    void exactlyOneNewlineIsDropped() throws IOException {
        assertThat(valueOf("a\n\n")).isEqualTo("a\n");
        assertThat(valueOf("a\r\n")).isEqualTo("a");
        assertThat(valueOf(" a ")).isEqualTo(" a ");
        assertThat(valueOf("\n")).isEmpty();
    }

    @Test
    void variablesOfOthersAreLeftAlone() throws IOException {
        SecretFiles files = SecretFiles.of(
                Map.of("OTHER_FILE", file("o", "x"), "PAWL_FILE", file("p", "x"), "PAWL_CONFIG", "pawl.yaml"));

        assertThat(files.values()).isEmpty();
        assertThat(files.mistakes()).isEmpty();
    }

    @Test
    void missingFileStopsTheStartAndIsNamed() {
        String missing = folder.resolve("missing").toString();

        assertThatThrownBy(() -> new SecretFileConfigSource(Map.of("PAWL_DB_PASSWORD_FILE", missing)))
                .hasMessageContaining("PAWL_DB_PASSWORD_FILE")
                .hasMessageContaining(missing);
    }

    @Test
    void contentIsNeverPrinted() throws IOException {
        assertThat(SecretFiles.of(Map.of("PAWL_KEY_FILE", file("key", "s3cret"))))
                .hasToString("SecretFiles[PAWL_KEY]");
    }

    @Test
    void isRegistered() {
        assertThat(ServiceLoader.load(ConfigSource.class)).hasAtLeastOneElementOfType(SecretFileConfigSource.class);
    }

    private String valueOf(String content) throws IOException {
        return String.valueOf(SecretFiles.of(Map.of("PAWL_X_FILE", file("x", content)))
                .values()
                .get("PAWL_X"));
    }

    private String file(String name, String content) throws IOException {
        return Files.writeString(folder.resolve(name), content).toString();
    }

    private static SmallRyeConfig config(Map<String, String> environment) {
        return new SmallRyeConfigBuilder()
                .withSources(new EnvConfigSource(environment, EnvConfigSource.ORDINAL))
                .withSources(new SecretFileConfigSource(environment))
                .build();
    }
}
