package dev.pawl.intake;

import dev.pawl.support.PostgresResource;
import io.quarkus.test.junit.QuarkusTestProfile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The example of docs/examples/credit-allocation, with tokens where it names variables. */
public final class CreditProfile implements QuarkusTestProfile {

    static final String SHOP = "shop-token-0123456789abcdef";
    static final String SUPPORT = "support-token-0123456789abcdef";

    @Override
    public Map<String, String> getConfigOverrides() {
        return Map.of(
                "pawl.config", configured().toString(),
                "quarkus.http.test-port", "0",
                "quarkus.management.test-port", "0");
    }

    private static Path configured() {
        try {
            String example = Files.readString(Path.of("docs/examples/credit-allocation/pawl.yaml"));
            return Files.writeString(
                    Path.of("target/credit-allocation.yaml"),
                    example.replace("${SHOP_TOKEN}", SHOP).replace("${SUPPORT_TOKEN}", SUPPORT));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public List<TestResourceEntry> testResources() {
        return List.of(new TestResourceEntry(PostgresResource.class));
    }
}
