package dev.pawl.dispatch;

import dev.pawl.core.outbound.EffectRule.KafkaTarget;
import io.smallrye.common.annotation.Identifier;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;

/**
 * Sends effects as records: the key is the operation's id, so that one operation's records keep their order; the value is
 * the body a receiver over HTTP would get. Connects with the first record, never before. What the cluster does not confirm
 * in time is tried again by the row, under the same {@code webhook-id}.
 */
@Singleton
final class KafkaEffectSink implements EffectSink<KafkaTarget> {

    private static final String SERVERS = ProducerConfig.BOOTSTRAP_SERVERS_CONFIG;
    private static final Duration CLOSING = Duration.ofSeconds(2);

    /** Only a restart sets the servers. */
    private static final Duration UNSET = Duration.ofMinutes(1);

    /** A producer blocks its caller while it looks for the cluster. */
    private static final int THREADS = 4;

    /** Of the effect's time, what finding the topic may take; the rest is for the confirmation. */
    private static final int FINDING = 4;

    private final Map<String, Object> settings;
    private final Vertx vertx;
    /** By timeout, which is a property of a producer. */
    private final Map<Duration, Producer<String, byte[]>> producers = new ConcurrentHashMap<>();

    private volatile @Nullable WorkerExecutor threads;

    /** @param settings every configuration property that begins with {@code kafka.} */
    @Inject
    KafkaEffectSink(@Identifier("default-kafka-broker") Map<String, Object> settings, Vertx vertx) {
        this.settings = Map.copyOf(settings);
        this.vertx = vertx;
    }

    @PreDestroy
    void close() {
        producers.values().forEach(producer -> producer.close(CLOSING));
        WorkerExecutor open = threads;
        if (open != null) {
            open.close();
        }
    }

    @Override
    public Uni<Outcome> send(KafkaTarget target, Attempt attempt) {
        if (!settings.containsKey(SERVERS)) {
            return Uni.createFrom().item(new Retry("KAFKA_BOOTSTRAP_SERVERS is not set", UNSET, false, false));
        }
        long deadline = System.nanoTime() + target.timeout().toNanos();
        return Uni.createFrom()
                .completionStage(() -> threads()
                        .<Future<Outcome>>executeBlocking(() -> record(attempt, target, deadline), false)
                        .compose(confirmed -> confirmed)
                        .otherwise(KafkaEffectSink::judge)
                        .toCompletionStage());
    }

    private synchronized WorkerExecutor threads() {
        WorkerExecutor open = threads;
        if (open == null) {
            open = vertx.createSharedWorkerExecutor("pawl-kafka", THREADS);
            threads = open;
        }
        return open;
    }

    /** One that had to wait for a thread until its time was up is somebody else's by now. */
    private Future<Outcome> record(Attempt attempt, KafkaTarget target, long deadlineNanos) {
        if (deadlineNanos - System.nanoTime() <= 0) {
            return Future.succeededFuture(new Retry("no thread was free in time", null, false));
        }
        ProducerRecord<String, byte[]> record = new ProducerRecord<>(
                target.topic(),
                attempt.operation().toString(),
                attempt.payload().getBytes());
        header(record, "webhook-id", attempt.webhookId());
        TraceHeaders.of(attempt.trace()).forEach((name, value) -> header(record, name, value));
        Promise<Outcome> outcome = Promise.promise();
        Producer<String, byte[]> producer = producers.computeIfAbsent(target.timeout(), this::producer);
        var unused = producer.send(
                record, (metadata, failure) -> outcome.complete(failure == null ? new Delivered() : judge(failure)));
        return outcome.future();
    }

    private static void header(ProducerRecord<String, byte[]> record, String name, String value) {
        record.headers().add(name, value.getBytes(StandardCharsets.UTF_8));
    }

    private Producer<String, byte[]> producer(Duration timeout) {
        long finding = Math.max(1, timeout.toMillis() / FINDING);
        long delivery = Math.max(2, timeout.toMillis() - finding);
        Map<String, Object> all = new HashMap<>(settings);
        all.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
        all.put(ProducerConfig.ACKS_CONFIG, "all");
        all.put(ProducerConfig.LINGER_MS_CONFIG, 0);
        all.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, finding);
        all.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, (int) (delivery / 2));
        all.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, (int) delivery);
        all.putIfAbsent(ProducerConfig.CLIENT_ID_CONFIG, "pawl");
        return new KafkaProducer<>(all, new StringSerializer(), new ByteArraySerializer());
    }

    /** Never the message: it may quote an address. */
    private static Outcome judge(Throwable failure) {
        String kind = failure.getClass().getSimpleName();
        return failure instanceof RecordTooLargeException || failure instanceof InvalidTopicException
                ? new Rejected("Kafka: " + kind)
                : new Retry(failure instanceof KafkaException ? "Kafka: " + kind : "no record: " + kind, null);
    }
}
