package dev.pawl.service;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;

/** All records of a topic of one partition, read from its beginning. For one thread. */
final class Topic implements AutoCloseable {

    private final KafkaConsumer<String, String> consumer;
    private final TopicPartition partition;
    private final List<ConsumerRecord<String, String>> records = new ArrayList<>();

    Topic(String servers, String name) {
        consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", servers, "auto.offset.reset", "earliest"),
                new StringDeserializer(),
                new StringDeserializer());
        partition = new TopicPartition(name, 0);
        consumer.assign(List.of(partition));
    }

    /** The {@code webhook-id} of every record with this key so far, in order. */
    List<String> idsOf(String key) {
        long end =
                Objects.requireNonNull(consumer.endOffsets(List.of(partition)).get(partition));
        while (consumer.position(partition) < end) {
            consumer.poll(Duration.ofSeconds(1)).forEach(records::add);
        }
        return records.stream()
                .filter(record -> key.equals(record.key()))
                .map(record ->
                        new String(record.headers().lastHeader("webhook-id").value(), StandardCharsets.UTF_8))
                .toList();
    }

    @Override
    public void close() {
        consumer.close();
    }
}
