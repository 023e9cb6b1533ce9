package dev.pawl.dispatch;

import io.smallrye.mutiny.Uni;
import io.smallrye.reactive.messaging.MutinyEmitter;
import io.smallrye.reactive.messaging.kafka.KafkaClientService;
import io.smallrye.reactive.messaging.kafka.KafkaProducer;
import io.smallrye.reactive.messaging.kafka.api.OutgoingKafkaRecordMetadata;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.eclipse.microprofile.reactive.messaging.Channel;
import org.eclipse.microprofile.reactive.messaging.Message;
import org.eclipse.microprofile.reactive.messaging.Metadata;
import org.eclipse.microprofile.reactive.messaging.OnOverflow;

/** The channel {@value #NAME} of Reactive Messaging. Its settings are the application's and {@link ProducerSettings}. */
@Singleton
final class MessagingChannel implements RecordChannel {

    static final String NAME = "effects";

    private static final String ALL = "producer-metrics";
    private static final String OF_TOPIC = "producer-topic-metrics";

    private final MutinyEmitter<byte[]> emitter;
    private final KafkaClientService clients;

    /** The dispatcher bounds what is under way, so the channel needs no bound of its own. */
    @Inject
    MessagingChannel(
            @Channel(NAME) @OnOverflow(OnOverflow.Strategy.UNBOUNDED_BUFFER) MutinyEmitter<byte[]> emitter,
            KafkaClientService clients) {
        this.emitter = emitter;
        this.clients = clients;
    }

    @Override
    public Uni<Void> find(String topic) {
        return Uni.createFrom().deferred(() -> client().partitionsFor(topic)).replaceWithVoid();
    }

    @Override
    public Uni<Void> send(String topic, String key, Map<String, String> headers, byte[] value) {
        Headers all = new RecordHeaders();
        headers.forEach((name, text) -> all.add(name, text.getBytes(StandardCharsets.UTF_8)));
        OutgoingKafkaRecordMetadata<String> metadata = OutgoingKafkaRecordMetadata.<String>builder()
                .withTopic(topic)
                .withKey(key)
                .withHeaders(all)
                .build();
        return emitter.sendMessage(Message.of(value, Metadata.of(metadata)));
    }

    @Override
    public Traffic traffic(String topic) {
        KafkaProducer<String, byte[]> client = client();
        Producer<String, byte[]> producer = client.unwrap();
        if (producer == null) {
            return Traffic.NONE;
        }
        String id = String.valueOf(client.configuration().get(ProducerConfig.CLIENT_ID_CONFIG));
        Map<MetricName, ? extends Metric> counters = producer.metrics();
        Metric heard = counters.get(new MetricName("incoming-byte-total", ALL, "", Map.of("client-id", id)));
        Metric handedOver = counters.get(
                new MetricName("record-send-total", OF_TOPIC, "", Map.of("client-id", id, "topic", topic)));
        // The first is there as soon as the client is; a topic's only once it had a record.
        return new Traffic(heard == null ? Double.NaN : number(heard), handedOver == null ? 0 : number(handedOver));
    }

    private static double number(Metric metric) {
        return ((Number) metric.metricValue()).doubleValue();
    }

    private KafkaProducer<String, byte[]> client() {
        return Objects.requireNonNull(clients.getProducer(NAME), NAME);
    }
}
