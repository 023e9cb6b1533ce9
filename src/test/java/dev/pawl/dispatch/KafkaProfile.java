package dev.pawl.dispatch;

import dev.pawl.support.KafkaBroker;
import dev.pawl.support.PostgresResource;
import io.quarkus.test.junit.QuarkusTestProfile;
import java.util.List;
import java.util.Map;

/** A service that is told of a cluster before there is one. */
public final class KafkaProfile implements QuarkusTestProfile {

    /** Class loaders come and go; system properties are the JVM's. */
    private static final String PORT = "pawl.test.kafka.port";

    static int port() {
        return Integer.parseInt(System.getProperty(PORT, "0"));
    }

    @Override
    public Map<String, String> getConfigOverrides() {
        System.setProperty(PORT, Integer.toString(KafkaBroker.freePort()));
        return Map.of(
                "pawl.config", "src/test/resources/kafka/pawl.yaml",
                "kafka.bootstrap.servers", "127.0.0.1:" + port(),
                // What everybody may set for their clients weakens no promise.
                "kafka.acks", "1",
                "kafka.enable.idempotence", "false",
                "quarkus.http.test-port", "0",
                "quarkus.management.test-port", "0");
    }

    @Override
    public List<TestResourceEntry> testResources() {
        return List.of(new TestResourceEntry(PostgresResource.class));
    }
}
