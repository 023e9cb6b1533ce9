package dev.pawl.intake;

import dev.pawl.admin.AdminProfile;
import io.quarkus.test.junit.QuarkusTestProfile;
import java.util.List;
import java.util.Map;

/** What production runs on, built and started as for development. */
public final class DevelopmentProfile implements QuarkusTestProfile {

    private final AdminProfile production = new AdminProfile();

    @Override
    public String getConfigProfile() {
        return "dev";
    }

    @Override
    public Map<String, String> getConfigOverrides() {
        return production.getConfigOverrides();
    }

    @Override
    public List<TestResourceEntry> testResources() {
        return production.testResources();
    }
}
