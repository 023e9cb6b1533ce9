package dev.pawl.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.pawl.core.outbound.EffectRule.HttpTarget;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Holds every attempt until the test ends it. */
final class SlowSink implements EffectSink<HttpTarget> {

    final BlockingQueue<Attempt> attempts = new LinkedBlockingQueue<>();
    private final BlockingQueue<UniEmitter<? super Outcome>> calls = new LinkedBlockingQueue<>();

    @Override
    public Uni<Outcome> send(HttpTarget target, Attempt attempt) {
        return Uni.createFrom().emitter(emitter -> {
            calls.add(emitter);
            attempts.add(attempt);
        });
    }

    Attempt attempt() {
        return await().until(attempts::poll, Objects::nonNull);
    }

    UniEmitter<? super Outcome> next() throws InterruptedException {
        UniEmitter<? super Outcome> call = calls.poll(10, TimeUnit.SECONDS);
        assertThat(call).isNotNull();
        return Objects.requireNonNull(call);
    }
}
