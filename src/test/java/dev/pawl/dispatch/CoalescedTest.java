package dev.pawl.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class CoalescedTest {

    private final List<UniEmitter<? super Boolean>> runs = new ArrayList<>();
    private final Coalesced work = new Coalesced(
            Runnable::run, "test", Duration.ofMinutes(1), () -> Uni.createFrom().emitter(runs::add));

    @Test
    void manySignalsDuringARunCauseOneMore() {
        work.signal();
        for (int i = 0; i < 1000; i++) {
            work.signal();
        }
        assertThat(runs).hasSize(1);

        runs.get(0).complete(false);
        assertThat(runs).hasSize(2);
        runs.get(1).complete(false);

        assertThat(runs).hasSize(2);
    }

    @Test
    void workGoesOnAsLongAsThereIsMore() {
        work.signal();
        runs.get(0).complete(true);
        runs.get(1).complete(true);
        runs.get(2).complete(false);
        assertThat(runs).hasSize(3);

        work.signal();

        assertThat(runs).hasSize(4);
    }

    @Test
    void aFailureEndsTheRunAndNothingElse() {
        work.signal();
        runs.get(0).fail(new IllegalStateException());
        assertThat(runs).hasSize(1);

        work.signal();

        assertThat(runs).hasSize(2);
    }

    @Test
    void aSignalDuringARunThatFailsIsNotLost() {
        work.signal();
        work.signal();

        runs.get(0).fail(new IllegalStateException());

        assertThat(runs).hasSize(2);
    }

    @Test
    void afterAStopNothingBegins() {
        work.signal();
        work.signal();
        work.stop();

        runs.get(0).complete(true);
        work.signal();

        assertThat(runs).hasSize(1);
    }

    @Test
    void workThatNeverEndsDoesNotStopWhatComesAfterIt() {
        AtomicInteger started = new AtomicInteger();
        Coalesced stuck = new Coalesced(Runnable::run, "test", Duration.ofMillis(20), () -> {
            started.incrementAndGet();
            return Uni.createFrom().nothing();
        });
        stuck.signal();
        stuck.signal();

        await().untilAsserted(() -> assertThat(started).hasValue(2));
    }

    @Test
    void workThatThrowsDoesNotStopWhatComesAfterIt() {
        AtomicInteger started = new AtomicInteger();
        Coalesced broken = new Coalesced(Runnable::run, "test", Duration.ofMinutes(1), () -> {
            started.incrementAndGet();
            throw new IllegalStateException();
        });

        broken.signal();
        broken.signal();

        assertThat(started).hasValue(2);
    }
}
