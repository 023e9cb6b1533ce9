package dev.pawl.intake;

import dev.pawl.admin.AdminProfile;
import io.quarkus.test.junit.QuarkusTestProfile;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** An application behind one proxy, at 127.0.0.1; 127.0.0.2 is a stranger. */
public final class ProxyProfile implements QuarkusTestProfile {

    private final AdminProfile admin = new AdminProfile();

    @Override
    public Map<String, String> getConfigOverrides() {
        Map<String, String> overrides = new HashMap<>(admin.getConfigOverrides());
        overrides.put("pawl.trusted-proxies", "127.0.0.1, 2001:db8::/32");
        return overrides;
    }

    @Override
    public List<TestResourceEntry> testResources() {
        return admin.testResources();
    }
}
