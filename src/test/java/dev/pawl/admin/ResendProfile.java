package dev.pawl.admin;

import dev.pawl.support.PostgresResource;
import io.quarkus.test.junit.QuarkusTestProfile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The admin's sources, with effects that nobody takes. */
public final class ResendProfile implements QuarkusTestProfile {

    private static final String EFFECTS = """
            effects:
              - name: told
                when: { type: payment }
                http: { url: "http://127.0.0.1:9/never", secret: secret-for-tests-long-enough }
              - name: paid
                when: { type: payment, from: pending, to: succeeded }
                http: { url: "http://127.0.0.1:9/never", secret: secret-for-tests-long-enough }
              - name: once
                when: { type: payment }
                once: true
                http: { url: "http://127.0.0.1:9/never", secret: secret-for-tests-long-enough }
            """;

    @Override
    public Map<String, String> getConfigOverrides() {
        return Map.of(
                "pawl.config",
                configured().toString(),
                "pawl.admin.token",
                AdminProfile.OPERATOR,
                "pawl.admin.viewer-token",
                AdminProfile.VIEWER,
                "quarkus.http.test-port",
                "0",
                "quarkus.management.test-port",
                "0");
    }

    private static Path configured() {
        try {
            String sources = Files.readString(Path.of("src/test/resources/admin/pawl.yaml"));
            return Files.writeString(Path.of("target/resend.yaml"), sources + EFFECTS);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public List<TestResourceEntry> testResources() {
        return List.of(new TestResourceEntry(PostgresResource.class));
    }
}
