package dev.pawl.admin;

import dev.pawl.support.PostgresResource;
import io.quarkus.test.junit.QuarkusTestProfile;
import java.util.List;
import java.util.Map;

/** An application whose days end when a test says so; waits for long transactions are short. */
public final class RetentionProfile implements QuarkusTestProfile {

    @Override
    public Map<String, String> getConfigOverrides() {
        return Map.of(
                "pawl.config", "src/test/resources/admin/retention.yaml",
                "pawl.admin.token", AdminProfile.OPERATOR,
                "pawl.admin.viewer-token", AdminProfile.VIEWER,
                "pawl.retain.patience", "PT0.7S",
                "pawl.retain.every", "24h",
                "pawl.retain.delayed", "24h",
                "pawl.parked.every", "24h",
                "quarkus.http.test-port", "0",
                "quarkus.management.test-port", "0");
    }

    @Override
    public List<TestResourceEntry> testResources() {
        return List.of(new TestResourceEntry(PostgresResource.class));
    }
}
