package dev.pawl.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.outbound.EffectRule;
import dev.pawl.core.outbound.EffectRule.KafkaTarget;
import dev.pawl.core.outbound.EffectRule.When;
import dev.pawl.core.outbound.RetrySchedule;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ProducerSettingsTest {

    private static EffectRule toKafka(Duration timeout) {
        When all = new When(null, null, null, null, null, null, null, false);
        RetrySchedule pause = new RetrySchedule(Duration.ofSeconds(1), Duration.ofSeconds(1));
        return new EffectRule("bus", all, new KafkaTarget("operations", timeout), false, 1, pause);
    }

    private static final EffectRule OVER_HTTP = DispatchFixture.effect(
            "shop", URI.create("https://example.com/"), 1, Duration.ofSeconds(1), Duration.ofSeconds(1));

    @Test
    void theProducerIsDoneBeforeTheShortestAttempt() {
        assertThat(ProducerSettings.of(
                        List.of(toKafka(Duration.ofSeconds(30)), toKafka(Duration.ofSeconds(4)), OVER_HTTP)))
                .containsAllEntriesOf(Map.of(
                        "max.block.ms", "1000",
                        "delivery.timeout.ms", "2500",
                        "request.timeout.ms", "1250"));
    }

    @Test
    void aLongTimeoutDoesNotMakeOthersWaitForATopicThatIsNotThere() {
        assertThat(ProducerSettings.of(List.of(toKafka(Duration.ofMinutes(5)))))
                .containsAllEntriesOf(Map.of("max.block.ms", "2500", "delivery.timeout.ms", "187500"));
    }

    @Test
    void whereNoEffectSaysOtherwiseItIsTheUsualTime() {
        assertThat(ProducerSettings.of(List.of(OVER_HTTP)))
                .containsAllEntriesOf(Map.of("max.block.ms", "2500", "delivery.timeout.ms", "6250"));
    }

    @Test
    void theClientAsksAsLongAsItHasTime() {
        assertThat(ProducerSettings.of(List.of())).containsEntry("retries", "2147483647");
    }

    @Test
    void aPasswordOfDigitsStaysAsItIs() {
        assertThat(ProducerSettings.secrets(
                        Map.of("ssl.key.password", "0012", "sasl.mechanism", "PLAIN", "batch.size", "16384")))
                .containsExactlyInAnyOrderEntriesOf(Map.of("ssl.key.password", "0012", "sasl.mechanism", "PLAIN"));
    }
}
