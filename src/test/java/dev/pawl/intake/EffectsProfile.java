package dev.pawl.intake;

import dev.pawl.support.PostgresResource;
import io.quarkus.test.junit.QuarkusTestProfile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** An application whose effects go to a receiver that the tests start. */
public final class EffectsProfile implements QuarkusTestProfile {

    static final String COMMANDS = "cmd-token-0123456789abcdef";

    /** Class loaders come and go; system properties are the JVM's. */
    private static final String PORT = "pawl.test.effects.port";

    /** Of the receiver. */
    static int port() {
        return Integer.parseInt(System.getProperty(PORT, "0"));
    }

    @Override
    public Map<String, String> getConfigOverrides() {
        return Map.of(
                "pawl.config",
                configured().toString(),
                "pawl.admin.token",
                CommandProfile.OPERATOR,
                "quarkus.http.test-port",
                "0",
                "quarkus.management.test-port",
                "0");
    }

    private static Path configured() {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            System.setProperty(PORT, Integer.toString(free.getLocalPort()));
            String yaml = Files.readString(Path.of("src/test/resources/effects/pawl.yaml"));
            return Files.writeString(
                    Path.of("target/effects.yaml"),
                    yaml.replace("RECEIVER", "http://127.0.0.1:" + free.getLocalPort()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public List<TestResourceEntry> testResources() {
        return List.of(new TestResourceEntry(PostgresResource.class));
    }
}
