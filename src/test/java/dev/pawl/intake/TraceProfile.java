package dev.pawl.intake;

import dev.pawl.support.KafkaBroker;
import dev.pawl.support.PostgresResource;
import io.quarkus.test.junit.QuarkusTestProfile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** An application with an effect of every kind; the tests start the receivers. */
public final class TraceProfile implements QuarkusTestProfile {

    /** Class loaders come and go; system properties are the JVM's. */
    private static final String RECEIVER = "pawl.test.trace.receiver";

    private static final String BROKER = "pawl.test.trace.broker";

    private static final String FILE = """
            sources:
              p:
                verify:
                  algorithm: hmac-sha256
                  signature: { header: X-P-Signature, encoding: hex, parse: { pairs: ",", take: v1 } }
                  signed: "{sig:t}.{body}"
                  timestamp: { from: "{sig:t}", unit: seconds, tolerance: 5m }
                secrets: [secret-for-tests-long-enough]
                event: { id: /id, type: /type, occurredAt: { at: /created, unit: seconds } }
                operations:
                  payment:
                    machine: payment
                    when: ["payment.*"]
                    key: /op
                    state: { value: succeeded }
            effects:
              - name: http
                when: { to: succeeded }
                http: { url: "http://127.0.0.1:%d/hooks", secret: secret-for-tests-long-enough }
              - name: kafka
                when: { to: succeeded }
                kafka: { topic: traced }
                backoff: { first: 200ms, max: 1s }
              - name: sql
                when: { to: succeeded }
                sql: "insert into traced (traceparent, tracestate, correlation) values (:traceparent, :tracestate, :correlationId)"
            """;

    static int receiver() {
        return Integer.parseInt(System.getProperty(RECEIVER, "0"));
    }

    static int broker() {
        return Integer.parseInt(System.getProperty(BROKER, "0"));
    }

    @Override
    public Map<String, String> getConfigOverrides() {
        System.setProperty(RECEIVER, Integer.toString(KafkaBroker.freePort()));
        System.setProperty(BROKER, Integer.toString(KafkaBroker.freePort()));
        return Map.of(
                "pawl.config",
                configured().toString(),
                "kafka.bootstrap.servers",
                "127.0.0.1:" + broker(),
                "quarkus.http.test-port",
                "0",
                "quarkus.management.test-port",
                "0");
    }

    private static Path configured() {
        try {
            return Files.writeString(Path.of("target/trace.yaml"), FILE.formatted(receiver()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public List<TestResourceEntry> testResources() {
        return List.of(new TestResourceEntry(PostgresResource.class));
    }
}
