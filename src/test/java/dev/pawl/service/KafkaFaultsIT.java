package dev.pawl.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.pawl.support.KafkaBroker;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of webhooks and of records while the cluster is away. */
class KafkaFaultsIT {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String AWAY = "Kafka: the cluster does not answer";

    @TempDir
    Path folder;

    private OwnDatabase database = OwnDatabase.NONE;

    @BeforeEach
    void freshDatabase() throws SQLException {
        database = OwnDatabase.create("kafka");
    }

    private RunningService service(String servers) {
        Map<String, String> settings = Map.of(
                "PAWL_CONFIG",
                Path.of("src/test/resources/kafka/pawl.yaml").toAbsolutePath().toString(),
                "KAFKA_BOOTSTRAP_SERVERS",
                servers,
                "PAWL_DISPATCH_EVERY",
                "1s");
        return new RunningService(folder, database.url(), settings).start().ready();
    }

    private Set<String> of(String payment, String columns) throws SQLException {
        return database.query("select " + columns + " from pawl.effect e join pawl.operation o on o.id = e.operation_id"
                + " where o.key = '" + payment + "'");
    }

    private void waits(String payment) {
        await(payment)
                .atMost(PATIENCE)
                .untilAsserted(() -> assertThat(of(payment, "e.state || ' ' || e.attempts || ' ' || e.last_error"))
                        .containsExactly("pending 0 " + AWAY));
    }

    private void arrives(String payment, Topic topic) throws SQLException {
        await(payment)
                .atMost(PATIENCE)
                .untilAsserted(() -> assertThat(of(payment, "e.state")).containsExactly("done"));
        String id = of(payment, "o.id::text").iterator().next();
        assertThat(topic.idsOf(id)).containsOnly(id + "_1_succeeded_bus");
    }

    @Test
    void webhooksAreTakenInWhileTheClusterIsAwayAndTheirRecordsWaitForIt() throws SQLException {
        int port = KafkaBroker.freePort();
        try (RunningService service = service("127.0.0.1:" + port)) {
            assertThat(service.pay("before")).isEqualTo(200);
            waits("before");
            assertThat(service.health("ready")).isEqualTo(200);
            assertThat(service.pay("meanwhile")).isEqualTo(200);

            try (KafkaBroker broker = new KafkaBroker(port);
                    Topic topic = new Topic(broker.servers(), "payments")) {
                arrives("before", topic);
                arrives("meanwhile", topic);

                broker.kill();

                assertThat(service.pay("again")).isEqualTo(200);
                waits("again");
                assertThat(service.health("ready")).isEqualTo(200);
                broker.restart();
                arrives("again", topic);
            }
        }
    }
}
