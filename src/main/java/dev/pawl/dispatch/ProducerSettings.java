package dev.pawl.dispatch;

import dev.pawl.config.Configuration;
import dev.pawl.core.outbound.EffectRule;
import dev.pawl.core.outbound.EffectRule.KafkaTarget;
import io.smallrye.common.annotation.Identifier;
import io.smallrye.reactive.messaging.ClientCustomizer;
import jakarta.inject.Inject;
import jakarta.inject.Provider;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.eclipse.microprofile.config.Config;

/**
 * What the channel's own settings cannot say. There is one producer for all effects, and it has to be done with a record
 * before the attempt is: the shortest timeout at the start counts for all. And {@code retries}, which the connector reads
 * as its own: it sends nothing again, or the cluster would not know the second for the first; the client asks as long as
 * it has time.
 */
@Singleton
final class ProducerSettings implements ClientCustomizer<Map<String, Object>> {

    private static final Duration USUAL = Duration.ofSeconds(10);

    /** All topics wait while one of them is looked for. */
    private static final Duration LONGEST_FINDING = Duration.ofMillis(2500);

    private final Provider<Configuration> configuration;
    private final Map<String, Object> given;

    /** @param given every configuration property that begins with {@code kafka.} */
    @Inject
    ProducerSettings(
            Provider<Configuration> configuration, @Identifier("default-kafka-broker") Map<String, Object> given) {
        this.configuration = configuration;
        this.given = given;
    }

    @Override
    public Map<String, Object> customize(String channel, Config channelConfig, Map<String, Object> config) {
        if (!channel.equals(MessagingChannel.NAME)) {
            return config;
        }
        Map<String, Object> all = new HashMap<>(config);
        all.putAll(secrets(given));
        all.putAll(of(configuration.get().current().effects()));
        return all;
    }

    /** As they were given: the connector takes what looks like a number for one, and a password 0012 for 12. */
    static Map<String, String> secrets(Map<String, Object> given) {
        Map<String, String> secrets = new HashMap<>();
        given.forEach((name, value) -> {
            if (name.startsWith("ssl.") || name.startsWith("sasl.")) {
                secrets.put(name, String.valueOf(value));
            }
        });
        return secrets;
    }

    /** Texts, as the connector reads some of them itself. */
    static Map<String, String> of(List<EffectRule> effects) {
        long shortest = effects.stream()
                .flatMap(effect -> effect.target().fold(http -> Stream.of(), sql -> Stream.of(), Stream::of))
                .map(KafkaTarget::timeout)
                .min(Duration::compareTo)
                .orElse(USUAL)
                .toMillis();
        long finding = Math.max(1, Math.min(shortest / 4, LONGEST_FINDING.toMillis()));
        long delivery = Math.max(2, Math.min(shortest * 5 / 8, Integer.MAX_VALUE));
        return Map.of(
                ProducerConfig.RETRIES_CONFIG, Integer.toString(Integer.MAX_VALUE),
                ProducerConfig.MAX_BLOCK_MS_CONFIG, Long.toString(finding),
                ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, Long.toString(delivery / 2),
                ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, Long.toString(delivery));
    }
}
