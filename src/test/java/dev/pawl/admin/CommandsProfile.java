package dev.pawl.admin;

import dev.pawl.support.PostgresResource;
import io.quarkus.test.junit.QuarkusTestProfile;
import java.util.List;
import java.util.Map;

/** An application that takes commands, and people who look after them. */
public final class CommandsProfile implements QuarkusTestProfile {

    @Override
    public Map<String, String> getConfigOverrides() {
        return Map.of(
                "pawl.config", "src/test/resources/admin/commands.yaml",
                "pawl.admin.token", AdminProfile.OPERATOR,
                "pawl.admin.viewer-token", AdminProfile.VIEWER,
                "quarkus.http.test-port", "0",
                "quarkus.management.test-port", "0");
    }

    @Override
    public List<TestResourceEntry> testResources() {
        return List.of(new TestResourceEntry(PostgresResource.class));
    }
}
