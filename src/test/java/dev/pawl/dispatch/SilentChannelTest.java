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
import dev.pawl.dispatch.EffectSink.Outcome;
import dev.pawl.dispatch.EffectSink.Retry;
import io.smallrye.mutiny.Uni;
import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Effects to Kafka where nobody answers, or nobody is named. */
class SilentChannelTest {

    private static final UUID OPERATION = new UUID(7, 7);
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final Retry AWAY =
            new Retry("Kafka: the cluster does not answer", Duration.ofSeconds(5), false, false);
    private static final Attempt ATTEMPT = new Attempt(
            Repeat.Always.KEYED, "op_1_succeeded_bus", OPERATION, Buffer.buffer("{}"), 1, Trace.NONE, false);
    private static final EffectRule TO_NOBODY = new EffectRule(
            "bus",
            new When(null, null, null, null, null, null, null, false),
            new KafkaTarget("operations", Duration.ofSeconds(4)),
            false,
            100,
            new RetrySchedule(Duration.ofMillis(200), Duration.ofMillis(200)));

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
        return to.send(new KafkaTarget("hanging", Duration.ofMillis(100)), ATTEMPT);
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
            fixture.jobWithKafka(fixture.unnamed(), TO_NOBODY).committed(DispatchFixture.EFFECTS);

            await().untilAsserted(() -> assertThat(fixture.read("last_error", OPERATION, 1, "bus"))
                    .isEqualTo("KAFKA_BOOTSTRAP_SERVERS is not set"));
            assertThat(fixture.state(OPERATION, 1, "bus")).isEqualTo("pending");
            assertThat(fixture.read("attempts", OPERATION, 1, "bus")).isEqualTo("99");
        }
    }
}
