package dev.pawl.admin;

import io.quarkus.test.junit.QuarkusTestProfile;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** An application whose sources greet, refuse and wait in every way there is. */
public final class DryRunProfile implements QuarkusTestProfile {

    private final AdminProfile admin = new AdminProfile();

    @Override
    public Map<String, String> getConfigOverrides() {
        Map<String, String> overrides = new HashMap<>(admin.getConfigOverrides());
        overrides.put("pawl.config", "src/test/resources/admin/dry-run.yaml");
        overrides.put("pawl.key", "MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=");
        return overrides;
    }

    @Override
    public List<TestResourceEntry> testResources() {
        return admin.testResources();
    }
}
