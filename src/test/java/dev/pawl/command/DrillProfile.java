package dev.pawl.command;

import dev.pawl.support.PostgresResource;
import io.quarkus.test.junit.QuarkusTestProfile;
import java.util.List;
import java.util.Map;

/** A running service for those who drill. */
public final class DrillProfile implements QuarkusTestProfile {

    static final String CONFIG = "src/test/resources/drill/pawl.yaml";
    static final String VIEWER = "viewer-token-for-drills-000001";
    static final String PUBLIC_URL = "https://hooks.example";

    @Override
    public Map<String, String> getConfigOverrides() {
        return Map.of(
                "pawl.config", CONFIG,
                "pawl.admin.viewer-token", VIEWER,
                "pawl.public-url", PUBLIC_URL,
                "quarkus.http.test-port", "0",
                "quarkus.management.test-port", "0");
    }

    @Override
    public List<TestResourceEntry> testResources() {
        return List.of(new TestResourceEntry(PostgresResource.class));
    }
}
