package dev.pawl.admin;

import dev.pawl.support.PostgresResource;
import io.quarkus.test.junit.QuarkusTestProfile;
import java.util.List;
import java.util.Map;

/** One application for all tests of the admin API. */
public final class AdminProfile implements QuarkusTestProfile {

    static final String OPERATOR = "operator-token-for-tests-0001";
    static final String VIEWER = "viewer-token-for-tests-000002";
    static final String ALICE = "alice-token-for-tests-0000003";

    @Override
    public Map<String, String> getConfigOverrides() {
        return Map.of(
                "pawl.config", "src/test/resources/admin/pawl.yaml",
                "pawl.admin.token", OPERATOR,
                "pawl.admin.viewer-token", VIEWER,
                "pawl.admin.tokens.alice.token", ALICE,
                "pawl.admin.tokens.alice.role", "operator",
                "pawl.public-url", "https://hooks.example/",
                "quarkus.http.test-port", "0",
                "quarkus.management.test-port", "0");
    }

    @Override
    public List<TestResourceEntry> testResources() {
        return List.of(new TestResourceEntry(PostgresResource.class));
    }
}
