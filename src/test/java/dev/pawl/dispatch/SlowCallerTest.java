package dev.pawl.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.outbound.EffectRule.HttpTarget;
import dev.pawl.core.outbound.Repeat;
import dev.pawl.core.outbound.SigningKey;
import dev.pawl.core.outbound.Trace;
import dev.pawl.dispatch.EffectSink.Attempt;
import dev.pawl.dispatch.EffectSink.Delivered;
import dev.pawl.support.FakeReceiver;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Set;
import java.util.UUID;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;

/** A caller that loses the processor after it has begun to connect; meanwhile the event loop goes on. */
class SlowCallerTest {

    @Test
    void aResponseThatIsOverBeforeItsCallerGoesOnIsNotMissed() {
        Vertx vertx = Vertx.vertx();
        try (FakeReceiver receiver = new FakeReceiver()) {
            HttpEffectSink sink = new HttpEffectSink(slow(vertx), InstantSource.system());
            HttpTarget target = new HttpTarget(
                    receiver.url("/"),
                    new SigningKey("0123456789abcdef".getBytes(StandardCharsets.UTF_8)),
                    Duration.ofMinutes(1),
                    Set.of());

            Attempt attempt = new Attempt(
                    Repeat.Always.KEYED,
                    "id_1_succeeded_shop",
                    new UUID(1, 1),
                    Buffer.buffer("{}"),
                    1,
                    Trace.NONE,
                    false);
            assertThat(sink.send(target, attempt).await().atMost(Duration.ofSeconds(20)))
                    .isEqualTo(new Delivered());
            sink.close();
        } finally {
            vertx.close().toCompletionStage().toCompletableFuture().join();
        }
    }

    /** Its clients' callers go on only when everything they have begun has ended. */
    private static Vertx slow(Vertx vertx) {
        return wrapped(
                Vertx.class,
                vertx,
                (method, result) -> result instanceof HttpClient client
                        ? wrapped(
                                HttpClient.class,
                                client,
                                (name, request) -> name.equals("request")
                                        ? wrapped(Future.class, (Future<?>) request, SlowCallerTest::waiting)
                                        : request)
                        : result);
    }

    private static Object waiting(String method, Object result) {
        if (method.equals("compose")) {
            ((Future<?>) result).toCompletionStage().toCompletableFuture().join();
        }
        return result;
    }

    private static <T> T wrapped(Class<T> type, T real, BiFunction<String, Object, Object> change) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (proxy, method, given) -> {
                    try {
                        Object result = method.invoke(real, given);
                        return result == null ? null : change.apply(method.getName(), result);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                }));
    }
}
