package dev.pawl.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.jobs.JobFailure;
import dev.pawl.ledger.Ledger;
import io.smallrye.mutiny.Uni;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class ExpireJobTest {

    private final ReconcileFixture fixture =
            new ReconcileFixture(ReconcileFixture.source("p", ""), ReconcileFixture.source("q", ""));
    private final ExpireJob job = fixture.expireJob();

    @AfterEach
    void close() {
        fixture.close();
    }

    private void run() {
        job.run().await().atMost(Duration.ofSeconds(20));
    }

    @Test
    void whereNobodyCanBeAskedTimeAloneMakesItExpire() {
        fixture.webhook("p", "over", "pending", 60);
        fixture.later("8 days");
        fixture.webhook("p", "fresh", "pending", 60);
        fixture.webhook("p", "done", "succeeded", 60);

        run();

        assertThat(fixture.rows(
                        "select key, status, expires_at is null, attention ? 'expired' from ~.operation order by key"))
                .containsExactly(
                        List.of("done", "completed", "t", "null"),
                        List.of("fresh", "processing", "f", "null"),
                        List.of("over", "expired", "t", "t"));
        assertThat(fixture.webhook("p", "over", "succeeded", 0)).containsExactly("applied");
    }

    @Test
    void whatCannotExpireIsInNothingElsesWayAndIsTold() {
        List<String> bad = IntStream.range(0, 500).mapToObj(n -> "bad-" + n).toList();
        fixture.stuck("p", bad);
        fixture.later("1 day");
        fixture.stuck("p", List.of("good"));
        fixture.stuck("q", List.of("other"));
        fixture.later("8 days");
        Set<UUID> sick = bad.stream().map(key -> ReconcileFixture.id("p", key)).collect(Collectors.toSet());

        assertThatThrownBy(() -> fixture.expireJob(failing(sick)).run().await().atMost(Duration.ofSeconds(60)))
                .isInstanceOf(JobFailure.class)
                .hasMessage("failed: 500, the first with IllegalStateException");

        assertThat(fixture.rows("select key from ~.operation where status = 'expired' order by key"))
                .containsExactly(List.of("good"), List.of("other"));
    }

    /** The ledger, but for these operations. */
    private Ledger failing(Set<UUID> sick) {
        return (Ledger) Proxy.newProxyInstance(
                Ledger.class.getClassLoader(), new Class<?>[] {Ledger.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("expire") && sick.contains(arguments[0])) {
                        return Uni.createFrom().failure(new IllegalStateException("sick"));
                    }
                    try {
                        return method.invoke(fixture.ledger, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    @Test
    void manyExpireTogetherAndOnce() {
        fixture.stuck("p", IntStream.range(0, 1_100).mapToObj(n -> "op-" + n).toList());
        fixture.later("8 days");

        io.smallrye.mutiny.Uni.join()
                .all(job.run(), fixture.expireJob().run())
                .andFailFast()
                .await()
                .atMost(Duration.ofSeconds(60));

        assertThat(fixture.rows("select status, count(*), min(seq), max(seq) from ~.operation group by status"))
                .containsExactly(List.of("expired", "1100", "3", "3"));
    }
}
