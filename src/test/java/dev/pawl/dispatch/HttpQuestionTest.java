package dev.pawl.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.pawl.core.outbound.EffectQuestion;
import dev.pawl.core.outbound.EffectQuestion.Condition;
import dev.pawl.core.outbound.EffectRule.HttpTarget;
import dev.pawl.core.outbound.EffectText;
import dev.pawl.core.outbound.Repeat;
import dev.pawl.core.outbound.Trace;
import dev.pawl.dispatch.EffectSink.Attempt;
import dev.pawl.dispatch.EffectSink.Outcome;
import dev.pawl.dispatch.EffectSink.Retry;
import dev.pawl.support.DrippingServer;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class HttpQuestionTest {

    private final Vertx vertx = Vertx.vertx();
    private final HttpEffectSink sink = new HttpEffectSink(vertx, InstantSource.system());

    @AfterEach
    void close() {
        sink.close();
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }

    @Test
    void whoeverAnswersAByteNowAndThenIsHungUpOn() throws IOException {
        try (DrippingServer receiver = new DrippingServer("Content-Length: 1000000\r\n\r\n", new byte[] {'x'})) {
            assertThat(ask(receiver.url("/state"), Duration.ofMillis(500)))
                    .isInstanceOfSatisfying(
                            Retry.class, retry -> assertThat(retry.mayHaveIt()).isTrue());

            await().untilAsserted(() -> assertThat(receiver.hungUp()).isEqualTo(1));
        }
    }

    private Outcome ask(String url, Duration timeout) {
        EffectText address = EffectText.address(url).fold(text -> text, problem -> {
            throw new AssertionError(problem);
        });
        Condition ok = new Condition(Set.of(200), null, Set.of());
        Condition missing = new Condition(Set.of(404), null, Set.of());
        Repeat ask = new Repeat.Ask(new EffectQuestion("GET", address, Map.of(), ok, missing));
        HttpTarget target = new HttpTarget(URI.create(url), List.of(), timeout, Set.of(), null);
        Attempt attempt =
                new Attempt(ask, "id_1_succeeded_shop", new UUID(1, 1), Buffer.buffer("{}"), 2, Trace.NONE, true);
        return sink.send(target, attempt).await().atMost(Duration.ofSeconds(10));
    }
}
