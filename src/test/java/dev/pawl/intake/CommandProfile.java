package dev.pawl.intake;

import dev.pawl.support.PostgresResource;
import io.quarkus.test.junit.QuarkusTestProfile;
import java.util.List;
import java.util.Map;

/** One application for all tests of commands. */
public final class CommandProfile implements QuarkusTestProfile {

    static final String OPERATOR = "operator-token-for-tests-0003";

    @Override
    public Map<String, String> getConfigOverrides() {
        return Map.of(
                "pawl.config", "src/test/resources/command/pawl.yaml",
                "pawl.admin.token", OPERATOR,
                "quarkus.http.test-port", "0",
                "quarkus.management.test-port", "0");
    }

    @Override
    public List<TestResourceEntry> testResources() {
        return List.of(new TestResourceEntry(PostgresResource.class));
    }
}
