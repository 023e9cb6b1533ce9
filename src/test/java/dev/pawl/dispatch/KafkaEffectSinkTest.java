package dev.pawl.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.pawl.core.outbound.EffectRule;
import dev.pawl.core.outbound.EffectRule.KafkaTarget;
import dev.pawl.core.outbound.EffectRule.When;
import dev.pawl.core.outbound.Repeat;
import dev.pawl.core.outbound.RetrySchedule;
import dev.pawl.core.outbound.Trace;
import dev.pawl.dispatch.EffectSink.Attempt;
import dev.pawl.dispatch.EffectSink.Delivered;
import dev.pawl.dispatch.EffectSink.Outcome;
import dev.pawl.dispatch.EffectSink.Rejected;
import dev.pawl.dispatch.EffectSink.Retry;
import dev.pawl.support.KafkaBroker;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class KafkaEffectSinkTest {

    private static final UUID OPERATION = new UUID(7, 7);
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final Trace TRACE = new Trace("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", "req-1");

    private final KafkaBroker broker = new KafkaBroker();
    private final Vertx vertx = Vertx.vertx();
    private final KafkaEffectSink sink = new KafkaEffectSink(Map.of("bootstrap.servers", broker.servers()), vertx);

    @AfterAll
    void close() {
        sink.close();
        vertx.close().toCompletionStage().toCompletableFuture().join();
        broker.close();
    }

    private static EffectRule rule(String topic, Duration timeout) {
        RetrySchedule pause = new RetrySchedule(Duration.ofMillis(200), Duration.ofMillis(200));
        When all = new When(null, null, null, null, null, null, null, false);
        return new EffectRule("bus", all, new KafkaTarget(topic, timeout), false, 100, pause);
    }

    private static Outcome send(KafkaEffectSink sink, String topic, Duration timeout, byte[] body) {
        Attempt attempt =
                new Attempt(Repeat.Always.KEYED, "op_1_succeeded_bus", OPERATION, Buffer.buffer(body), 1, TRACE, false);
        return sink.send(new KafkaTarget(topic, timeout), attempt).await().atMost(Duration.ofSeconds(60));
    }

    private List<ConsumerRecord<String, String>> records(String topic, int count) {
        Map<String, Object> settings =
                Map.of("bootstrap.servers", broker.servers(), "group.id", topic, "auto.offset.reset", "earliest");
        List<ConsumerRecord<String, String>> records = new ArrayList<>();
        try (KafkaConsumer<String, String> consumer =
                new KafkaConsumer<>(settings, new StringDeserializer(), new StringDeserializer())) {
            consumer.subscribe(List.of(topic));
            await().atMost(Duration.ofSeconds(60)).until(() -> {
                consumer.poll(Duration.ofMillis(200)).forEach(records::add);
                return records.size() >= count;
            });
        }
        return records;
    }

    private static String header(ConsumerRecord<?, ?> record, String name) {
        return new String(record.headers().lastHeader(name).value(), StandardCharsets.UTF_8);
    }

    @Test
    void aRecordHasTheOperationsIdAsKeyAndTheUsualBody() {
        byte[] body = "{\"type\":\"payment.succeeded\"}".getBytes(StandardCharsets.UTF_8);

        await().atMost(Duration.ofSeconds(60))
                .untilAsserted(() ->
                        assertThat(send(sink, "operations", TIMEOUT, body)).isEqualTo(new Delivered()));

        ConsumerRecord<String, String> record = records("operations", 1).get(0);
        assertThat(record.key()).isEqualTo(OPERATION.toString());
        assertThat(record.value()).isEqualTo("{\"type\":\"payment.succeeded\"}");
        assertThat(header(record, "webhook-id")).isEqualTo("op_1_succeeded_bus");
        assertThat(header(record, "correlation-id")).isEqualTo("req-1");
        assertThat(header(record, "traceparent"))
                .startsWith("00-0af7651916cd43dd8448eb211c80319c-")
                .endsWith("-01");
    }

    @Test
    void whatTheClusterWillNeverTakeIsRejected() {
        await().atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(send(sink, "large", TIMEOUT, new byte[2 << 20]))
                        .isEqualTo(new Rejected("Kafka: RecordTooLargeException")));
    }

    @Test
    void aClusterThatIsAwayIsTriedAgainWithinTheEffectsTime() {
        KafkaEffectSink lonely = new KafkaEffectSink(Map.of("bootstrap.servers", "127.0.0.1:1"), vertx);
        try {
            assertThat(send(lonely, "operations", Duration.ofMillis(800), new byte[1]))
                    .isEqualTo(new Retry("Kafka: TimeoutException", null));
        } finally {
            lonely.close();
        }
    }

    @Test
    void withoutAClusterNothingIsConnected() {
        KafkaEffectSink none = new KafkaEffectSink(Map.of(), vertx);

        assertThat(send(none, "operations", TIMEOUT, new byte[1]))
                .isEqualTo(new Retry("KAFKA_BOOTSTRAP_SERVERS is not set", Duration.ofMinutes(1), false, false));
        none.close();
    }

    @Test
    void whatFindsNoThreadInTimeIsNotSent() {
        assertThat(send(sink, "late", Duration.ZERO, new byte[1]))
                .isEqualTo(new Retry("no thread was free in time", null, false));
    }

    @Test
    void effectsWaitForAClusterToBeNamedWithoutUsingUpTheirAttempts() {
        try (DispatchFixture fixture = new DispatchFixture()) {
            fixture.write(OPERATION, 1, "bus");
            fixture.update("update ${schema}.effect set attempts = 99");
            fixture.job(rule("operations", TIMEOUT)).committed(DispatchFixture.EFFECTS);

            await().untilAsserted(() -> assertThat(fixture.read("last_error", OPERATION, 1, "bus"))
                    .isEqualTo("KAFKA_BOOTSTRAP_SERVERS is not set"));
            assertThat(fixture.state(OPERATION, 1, "bus")).isEqualTo("pending");
            assertThat(fixture.read("attempts", OPERATION, 1, "bus")).isEqualTo("99");
        }
    }

    @Test
    void effectsWaitForABrokerThatIsDownAndArriveInOrder() {
        try (KafkaBroker own = new KafkaBroker();
                DispatchFixture fixture = new DispatchFixture()) {
            KafkaEffectSink toOwn = new KafkaEffectSink(Map.of("bootstrap.servers", own.servers()), vertx);
            own.kill();
            for (int seq = 1; seq <= 3; seq++) {
                fixture.write(OPERATION, seq, "bus");
            }
            DispatchJob job = fixture.jobWithKafka(toOwn, rule("operations", Duration.ofSeconds(2)));
            job.committed(DispatchFixture.EFFECTS);
            await().atMost(Duration.ofSeconds(30))
                    .untilAsserted(() -> assertThat(fixture.read("last_error", OPERATION, 1, "bus"))
                            .isEqualTo("Kafka: TimeoutException"));
            assertThat(fixture.state(OPERATION, 1, "bus")).isEqualTo("pending");

            own.restart();

            await().atMost(Duration.ofSeconds(90))
                    .untilAsserted(
                            () -> assertThat(fixture.state(OPERATION, 3, "bus")).isEqualTo("done"));
            assertThat(fixture.read("attempts", OPERATION, 3, "bus")).isEqualTo("1");
            job.stop(new io.quarkus.runtime.ShutdownEvent());
            toOwn.close();
        }
    }
}
