package dev.pawl.config;

import dev.pawl.core.outbound.EffectRule.KafkaTarget;
import java.time.Duration;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads {@code kafka} of an effect: the topic records go to. */
final class KafkaTargetReader {

    static final Set<String> KEYS = Set.of("topic", "timeout");

    /** What Kafka itself accepts. */
    static final Pattern TOPIC = Pattern.compile("(?!\\.{1,2}$)[a-zA-Z0-9._-]{1,249}");

    private KafkaTargetReader() {}

    static @Nullable KafkaTarget read(ConfigNode node) {
        node.allow(KEYS, Set.of());
        String topic = node.at("topic").requiredText();
        if (node.variable("KAFKA_BOOTSTRAP_SERVERS") == null) {
            node.warn(
                    "waits until KAFKA_BOOTSTRAP_SERVERS is set",
                    "KAFKA_BOOTSTRAP_SERVERS=broker-1:9092,broker-2:9092");
        }
        Duration timeout = HttpTargetReader.timeout(node.at("timeout"));
        if (topic != null && !TOPIC.matcher(topic).matches()) {
            node.at("topic").mistake("is not a proper name of a topic", "letters, digits and ._-, at most 249");
            return null;
        }
        return topic == null ? null : new KafkaTarget(topic, timeout);
    }
}
