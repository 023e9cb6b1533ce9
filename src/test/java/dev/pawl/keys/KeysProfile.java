package dev.pawl.keys;

import dev.pawl.support.PostgresResource;
import io.quarkus.test.junit.QuarkusTestProfile;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** One application for all tests of keys from outside; outside is a small world. */
public final class KeysProfile implements QuarkusTestProfile {

    public static final String OPERATOR = "operator-token-for-tests-0003";

    @Override
    public Map<String, String> getConfigOverrides() {
        return Map.of(
                "pawl.config", "src/test/resources/keys/pawl.yaml",
                "pawl.admin.token", OPERATOR,
                "quarkus.http.test-port", "0",
                "quarkus.management.test-port", "0");
    }

    @Override
    public Set<Class<?>> getEnabledAlternatives() {
        return Set.of(SmallWorld.class);
    }

    @Override
    public List<TestResourceEntry> testResources() {
        return List.of(new TestResourceEntry(PostgresResource.class));
    }
}
