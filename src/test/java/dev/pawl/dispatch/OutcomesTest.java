package dev.pawl.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.pawl.core.outbound.Trace;
import dev.pawl.dispatch.EffectRows.Claimed;
import dev.pawl.dispatch.EffectRows.Ending;
import dev.pawl.dispatch.EffectRows.Finished;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class OutcomesTest {

    private static final UUID OPERATION = new UUID(1, 1);
    private static final UUID TOKEN = new UUID(2, 2);

    private final DispatchFixture fixture = new DispatchFixture();
    private final Vertx vertx = Vertx.vertx();
    private final ExecutorService executor = Executors.newSingleThreadExecutor();
    private final List<Finished> done = new CopyOnWriteArrayList<>();
    private final Outcomes outcomes = new Outcomes(
            executor,
            vertx,
            fixture.pool,
            new DispatchSql(fixture.schema),
            new DispatchMetrics(fixture.meters),
            (ended, released) -> done.addAll(ended));

    @AfterEach
    void close() {
        outcomes.stop();
        vertx.close().toCompletionStage().toCompletableFuture().join();
        fixture.close();
        executor.shutdown();
    }

    private void addLate() {
        fixture.write(OPERATION, 1, "shop");
        fixture.update("update ${schema}.effect set claim = ?", TOKEN);
        Claimed claimed = new Claimed(
                OPERATION, 1, "shop", TOKEN, "w", "http", 1, Duration.ZERO, Buffer.buffer(), Trace.NONE, false);
        outcomes.add(new Finished(claimed, Ending.DONE, null, Duration.ZERO, false, false), System.nanoTime() - 1);
    }

    private boolean stuck() throws Exception {
        return executor.submit(outcomes::stuck).get();
    }

    @Test
    void anOutcomeIsKeptBeyondItsLeaseUntilTheDatabaseHasAnswered() throws Exception {
        fixture.refuseOutcomes("57P03");
        addLate();
        await().untilAsserted(() -> assertThat(stuck()).isTrue());
        assertThat(done).isEmpty();

        fixture.acceptOutcomes();

        await().untilAsserted(
                        () -> assertThat(fixture.state(OPERATION, 1, "shop")).isEqualTo("done"));
        await().untilAsserted(() -> assertThat(stuck()).isFalse());
        assertThat(done).hasSize(1);
    }

    @Test
    void anOutcomeThatIsRefusedForGoodIsGivenUpWithItsLease() throws Exception {
        fixture.refuseOutcomes("22021");
        addLate();

        await().untilAsserted(() -> assertThat(done).hasSize(1));

        assertThat(stuck()).isFalse();
        assertThat(fixture.attempts("shop", "lease-lost")).isEqualTo(1);
    }
}
