package dev.pawl.intake;

import dev.pawl.admin.AdminProfile;
import io.quarkus.test.junit.QuarkusTestProfile;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** An application on a machine whose clock is wrong. */
public final class FastClockProfile implements QuarkusTestProfile {

    private final AdminProfile admin = new AdminProfile();

    @Override
    public Map<String, String> getConfigOverrides() {
        return admin.getConfigOverrides();
    }

    @Override
    public Set<Class<?>> getEnabledAlternatives() {
        return Set.of(FastClock.class);
    }

    @Override
    public List<TestResourceEntry> testResources() {
        return admin.testResources();
    }
}
