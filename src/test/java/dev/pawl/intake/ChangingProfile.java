package dev.pawl.intake;

import dev.pawl.support.PostgresResource;
import io.quarkus.test.junit.QuarkusTestProfile;
import java.util.List;
import java.util.Map;

/** One application for all tests whose configuration changes under it. */
public final class ChangingProfile implements QuarkusTestProfile {

    @Override
    public Map<String, String> getConfigOverrides() {
        ChangingFile.write();
        return Map.of(
                "pawl.config", ChangingFile.FILE.toString(),
                "pawl.config.reread-every", "1s",
                "pawl.admin.token", CommandProfile.OPERATOR,
                "quarkus.http.test-port", "0",
                "quarkus.management.test-port", "0");
    }

    @Override
    public List<TestResourceEntry> testResources() {
        return List.of(new TestResourceEntry(PostgresResource.class));
    }
}
