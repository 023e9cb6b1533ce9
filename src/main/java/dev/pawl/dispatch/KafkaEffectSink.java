package dev.pawl.dispatch;

import dev.pawl.core.outbound.EffectRule.KafkaTarget;
import dev.pawl.dispatch.RecordChannel.Traffic;
import io.smallrye.common.annotation.Identifier;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Inject;
import jakarta.inject.Provider;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;

/**
 * Sends effects as records: the key is the operation's id, so that one operation's records keep their order; the value is
 * the body a receiver over HTTP would get. Connects with the first record, never before. What the cluster does not confirm
 * in time is tried again by the row, under the same {@code webhook-id}; while the cluster is silent and has been given
 * nothing, that uses up no attempt.
 */
@Singleton
final class KafkaEffectSink implements EffectSink<KafkaTarget> {

    private static final String SERVERS = ProducerConfig.BOOTSTRAP_SERVERS_CONFIG;

    /** Only a restart sets the servers. */
    private static final Duration UNSET = Duration.ofMinutes(1);

    private static final Duration AWAY = Duration.ofSeconds(5);

    private static final String SILENT = "Kafka: the cluster does not answer";

    private final boolean named;
    /** Asked for later: there is no channel before the application has started, and none is needed without a cluster. */
    private final Provider<RecordChannel> channels;
    /** One search for all that wait for the same topic, as it keeps the channel busy. */
    private final Map<String, Uni<Void>> searches = new ConcurrentHashMap<>();

    /** @param settings every configuration property that begins with {@code kafka.} */
    @Inject
    KafkaEffectSink(
            @Identifier("default-kafka-broker") Map<String, Object> settings, Provider<RecordChannel> channels) {
        this.named = settings.containsKey(SERVERS);
        this.channels = channels;
    }

    @Override
    public Uni<Outcome> send(KafkaTarget target, Attempt attempt) {
        if (!named) {
            return Uni.createFrom().item(new Retry("KAFKA_BOOTSTRAP_SERVERS is not set", UNSET, false, false));
        }
        RecordChannel channel = channels.get();
        Judge judge = new Judge(channel, target.topic());
        return found(channel, target.topic())
                .chain(() -> record(channel, target.topic(), attempt, judge))
                .<Outcome>map(confirmed -> new Delivered())
                .onFailure()
                .recoverWithItem(judge::failed)
                .ifNoItem()
                .after(target.timeout())
                .recoverWithItem(judge::timedOut);
    }

    private Uni<Void> found(RecordChannel channel, String topic) {
        return searches.computeIfAbsent(
                topic,
                name -> channel.find(name)
                        .onTermination()
                        .invoke(() -> searches.remove(name))
                        .memoize()
                        .indefinitely());
    }

    private static Uni<Void> record(RecordChannel channel, String topic, Attempt attempt, Judge judge) {
        Map<String, String> headers = new TreeMap<>(TraceHeaders.of(attempt.trace()));
        headers.put("webhook-id", attempt.webhookId());
        judge.sends();
        return channel.send(
                topic,
                attempt.operation().toString(),
                headers,
                attempt.payload().getBytes());
    }

    /** Knows of one attempt how far it got. Its reasons are never an error's message, which may quote an address. */
    private static final class Judge {

        private final RecordChannel channel;
        private final String topic;
        private final Traffic before;
        private final AtomicBoolean sent = new AtomicBoolean();

        private Judge(RecordChannel channel, String topic) {
            this.channel = channel;
            this.topic = topic;
            this.before = channel.traffic(topic);
        }

        private void sends() {
            sent.set(true);
        }

        /** The producer has given the record up, or has never got it. */
        private Outcome failed(Throwable failure) {
            String kind = "Kafka: " + failure.getClass().getSimpleName();
            if (failure instanceof RecordTooLargeException || failure instanceof InvalidTopicException) {
                return new Rejected(kind);
            }
            Traffic now = channel.traffic(topic);
            return now.nothingHeardSince(before) && now.nothingSentSince(before)
                    ? untouched(failure instanceof TimeoutException ? SILENT : kind)
                    : new Retry(kind, null, sent.get());
        }

        /** The producer may still have it, and give it to a cluster that comes back at this moment. */
        private Outcome timedOut() {
            if (sent.get()) {
                return new Retry("Kafka: not confirmed in time", null);
            }
            return channel.traffic(topic).nothingHeardSince(before)
                    ? untouched(SILENT)
                    : new Retry("Kafka: topic not found in time", null, false);
        }

        private static Outcome untouched(String reason) {
            return new Retry(reason, AWAY, false, false);
        }
    }
}
