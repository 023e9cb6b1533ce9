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
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.smallrye.mutiny.Uni;
import io.vertx.core.buffer.Buffer;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

@QuarkusTest
@TestProfile(KafkaProfile.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class KafkaEffectSinkTest {

    private static final UUID OPERATION = new UUID(7, 7);
    private static final Duration TIMEOUT = Duration.ofSeconds(4);
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final Trace TRACE =
            new Trace("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", "a=1,b=2", "req-1");
    private static final byte[] BODY = "{\"type\":\"payment.succeeded\"}".getBytes(StandardCharsets.UTF_8);
    private static final Retry AWAY =
            new Retry("Kafka: the cluster does not answer", Duration.ofSeconds(5), false, false);

    @Inject
    KafkaEffectSink sink;

    private KafkaBroker broker;

    /** After the service, which has connected nowhere. */
    @BeforeAll
    void start() {
        broker = new KafkaBroker(KafkaProfile.port());
    }

    @AfterAll
    void close() {
        broker.close();
    }

    private static EffectRule rule(String topic, int maxAttempts) {
        RetrySchedule pause = new RetrySchedule(Duration.ofMillis(200), Duration.ofMillis(200));
        When all = new When(null, null, null, null, null, null, null, false);
        return new EffectRule("bus", all, new KafkaTarget(topic, TIMEOUT), false, maxAttempts, pause);
    }

    private static Attempt attempt(byte[] body) {
        return new Attempt(Repeat.Always.KEYED, "op_1_succeeded_bus", OPERATION, Buffer.buffer(body), 1, TRACE, false);
    }

    private Outcome send(String topic, byte[] body) {
        return sink.send(new KafkaTarget(topic, TIMEOUT), attempt(body)).await().atMost(PATIENCE);
    }

    /** A topic is made by whoever first looks for it, which takes a while. */
    private void arrives(String topic) {
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(send(topic, BODY)).isEqualTo(new Delivered()));
    }

    private List<ConsumerRecord<String, String>> records(String topic, int count) {
        Map<String, Object> settings =
                Map.of("bootstrap.servers", broker.servers(), "group.id", topic, "auto.offset.reset", "earliest");
        List<ConsumerRecord<String, String>> records = new ArrayList<>();
        try (KafkaConsumer<String, String> consumer =
                new KafkaConsumer<>(settings, new StringDeserializer(), new StringDeserializer())) {
            consumer.subscribe(List.of(topic));
            await().atMost(PATIENCE).until(() -> {
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
        arrives("operations");

        ConsumerRecord<String, String> record = records("operations", 1).get(0);
        assertThat(record.key()).isEqualTo(OPERATION.toString());
        assertThat(record.value()).isEqualTo("{\"type\":\"payment.succeeded\"}");
        assertThat(header(record, "webhook-id")).isEqualTo("op_1_succeeded_bus");
        assertThat(header(record, "correlation-id")).isEqualTo("req-1");
        assertThat(header(record, "tracestate")).isEqualTo("a=1,b=2");
        assertThat(header(record, "traceparent"))
                .startsWith("00-0af7651916cd43dd8448eb211c80319c-")
                .endsWith("-01");
    }

    @Test
    void whatTheClusterWillNeverTakeIsRejectedAndTheNextOneIsSent() {
        arrives("large");

        assertThat(send("large", new byte[2 << 20])).isEqualTo(new Rejected("Kafka: RecordTooLargeException"));
        assertThat(send("not a topic", BODY)).isEqualTo(new Rejected("Kafka: InvalidTopicException"));
        assertThat(send("large", BODY)).isEqualTo(new Delivered());
    }

    @Test
    void aClusterThatIsAwayHasBeenGivenNothingAndThatIsNoAttempt() {
        arrives("known");
        broker.kill();
        try {
            assertThat(send("known", BODY)).isEqualTo(AWAY);
            assertThat(send("unseen", BODY)).isEqualTo(AWAY);
        } finally {
            broker.restart();
        }

        arrives("known");
        assertThat(records("known", 2)).hasSize(2);
    }

    @Test
    void aClusterThatFallsSilentMayHaveTheRecord() {
        arrives("silent");
        broker.halt();
        try {
            assertThat(send("silent", BODY)).isEqualTo(new Retry("Kafka: TimeoutException", null));
        } finally {
            broker.goOn();
        }
    }

    /** A channel on which nothing ends by itself. */
    private record Hanging(boolean found, AtomicInteger heard) implements RecordChannel {

        @Override
        public Uni<Void> find(String topic) {
            return found ? Uni.createFrom().voidItem() : Uni.createFrom().nothing();
        }

        @Override
        public Uni<Void> send(String topic, String key, Map<String, String> headers, byte[] value) {
            return Uni.createFrom().nothing();
        }

        @Override
        public Traffic traffic(String topic) {
            return new Traffic(heard.get(), 0);
        }
    }

    private static Uni<Outcome> hanging(Hanging channel) {
        KafkaEffectSink to = new KafkaEffectSink(Map.of("bootstrap.servers", "127.0.0.1:1"), () -> channel);
        return to.send(new KafkaTarget("hanging", Duration.ofMillis(100)), attempt(BODY));
    }

    @Test
    void whereTheProducerDoesNotEndInTimeTheAttemptDoes() {
        assertThat(hanging(new Hanging(true, new AtomicInteger())).await().atMost(PATIENCE))
                .isEqualTo(new Retry("Kafka: not confirmed in time", null));
        assertThat(hanging(new Hanging(false, new AtomicInteger())).await().atMost(PATIENCE))
                .isEqualTo(AWAY);

        AtomicInteger heard = new AtomicInteger();
        Uni<Outcome> answered = hanging(new Hanging(false, heard));
        heard.incrementAndGet();
        assertThat(answered.await().atMost(PATIENCE))
                .isEqualTo(new Retry("Kafka: topic not found in time", null, false));
    }

    @Test
    void effectsWaitForAClusterToBeNamedWithoutUsingUpTheirAttempts() {
        try (DispatchFixture fixture = new DispatchFixture()) {
            fixture.write(OPERATION, 1, "bus");
            fixture.update("update ${schema}.effect set attempts = 99");
            fixture.jobWithKafka(fixture.unnamed(), rule("operations", 100)).committed(DispatchFixture.EFFECTS);

            await().untilAsserted(() -> assertThat(fixture.read("last_error", OPERATION, 1, "bus"))
                    .isEqualTo("KAFKA_BOOTSTRAP_SERVERS is not set"));
            assertThat(fixture.state(OPERATION, 1, "bus")).isEqualTo("pending");
            assertThat(fixture.read("attempts", OPERATION, 1, "bus")).isEqualTo("99");
        }
    }

    @Test
    void effectsWaitForABrokerThatIsDownAndArriveInOrder() {
        try (DispatchFixture fixture = new DispatchFixture()) {
            broker.kill();
            for (int seq = 1; seq <= 3; seq++) {
                fixture.write(OPERATION, seq, "bus");
            }
            DispatchJob job = fixture.jobWithKafka(sink, rule("ordered", 5));
            job.committed(DispatchFixture.EFFECTS);
            await().atMost(Duration.ofSeconds(30))
                    .untilAsserted(() -> assertThat(fixture.read("last_error", OPERATION, 1, "bus"))
                            .isEqualTo("Kafka: the cluster does not answer"));
            assertThat(fixture.state(OPERATION, 1, "bus")).isEqualTo("pending");
            assertThat(fixture.read("attempts", OPERATION, 1, "bus")).isEqualTo("0");

            broker.restart();

            await().atMost(PATIENCE)
                    .untilAsserted(
                            () -> assertThat(fixture.state(OPERATION, 3, "bus")).isEqualTo("done"));
            assertThat(records("ordered", 3))
                    .extracting(ConsumerRecord::value)
                    .containsExactly(OPERATION + "/1", OPERATION + "/2", OPERATION + "/3");
            job.stop(new ShutdownEvent());
        }
    }
}
