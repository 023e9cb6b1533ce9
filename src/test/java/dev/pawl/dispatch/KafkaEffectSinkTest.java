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
import io.smallrye.reactive.messaging.kafka.KafkaClientService;
import io.vertx.core.buffer.Buffer;
import jakarta.inject.Inject;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.TopicPartition;
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

    @Inject
    KafkaClientService clients;

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

    /** What runs, whatever other settings of the client say. */
    @Test
    void theRunningProducerIsIdempotentAndHasAllReplicasConfirm() throws ReflectiveOperationException {
        arrives("running");

        Producer<?, ?> running =
                Objects.requireNonNull(Objects.requireNonNull(clients.getProducer(MessagingChannel.NAME))
                        .unwrap());
        Field field = KafkaProducer.class.getDeclaredField("producerConfig");
        field.setAccessible(true);
        ProducerConfig config = (ProducerConfig) field.get(running);
        assertThat(config.getString(ProducerConfig.ACKS_CONFIG)).isIn("all", "-1");
        assertThat(config.getBoolean(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG)).isTrue();
        assertThat(config.getInt(ProducerConfig.RETRIES_CONFIG)).isEqualTo(Integer.MAX_VALUE);
        assertThat(config.getInt(ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION))
                .isLessThanOrEqualTo(5);
    }

    /** One that is not idempotent has no number, and the cluster could not tell its repetitions. */
    @Test
    void theClusterKnowsTheProducerByItsNumber() throws Exception {
        arrives("numbered");

        TopicPartition partition = new TopicPartition("numbered", 0);
        try (Admin admin = admin()) {
            assertThat(admin.describeProducers(List.of(partition))
                            .partitionResult(partition)
                            .get()
                            .activeProducers())
                    .singleElement()
                    .satisfies(producer -> assertThat(producer.producerId()).isNotNegative());
        }
    }

    private Admin admin() {
        return Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, broker.servers()));
    }

    /** The cluster has the record and nobody has heard of it: it comes again under its id, before those that wait for it. */
    @Test
    void aRecordWhoseConfirmationWasLostComesAgainUnderItsIdAndInOrder() {
        try (DispatchFixture fixture = new DispatchFixture()) {
            arrives("lost");
            for (int seq = 1; seq <= 3; seq++) {
                fixture.write(OPERATION, seq, "bus");
            }
            DispatchJob job = fixture.jobWithKafka(sink, rule("lost", 20));
            broker.halt();
            try {
                job.committed(DispatchFixture.EFFECTS);
                await().atMost(PATIENCE)
                        .untilAsserted(() -> assertThat(fixture.read("last_error", OPERATION, 1, "bus"))
                                .isEqualTo("Kafka: TimeoutException"));
                assertThat(fixture.state(OPERATION, 1, "bus")).isEqualTo("pending");
                assertThat(fixture.read("attempts", OPERATION, 2, "bus")).isEqualTo("0");
            } finally {
                broker.goOn();
            }

            await().atMost(PATIENCE)
                    .untilAsserted(
                            () -> assertThat(fixture.state(OPERATION, 3, "bus")).isEqualTo("done"));
            assertThat(Integer.parseInt(fixture.read("attempts", OPERATION, 1, "bus")))
                    .isGreaterThan(1);
            job.stop(new ShutdownEvent());
        }
        List<ConsumerRecord<String, String>> ours = records("lost", 5).stream()
                .filter(record -> record.value().startsWith(OPERATION.toString()))
                .toList();
        assertThat(ours)
                .extracting(ConsumerRecord::value)
                .startsWith(OPERATION + "/1", OPERATION + "/1")
                .endsWith(OPERATION + "/2", OPERATION + "/3")
                .isSorted();
        assertThat(ours)
                .allSatisfy(record -> assertThat(header(record, "webhook-id"))
                        .isEqualTo(record.value().replace('/', '_') + "_succeeded_bus"));
    }
}
