package dev.pawl.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class ExpireJobTest {

    private final ReconcileFixture fixture = new ReconcileFixture(ReconcileFixture.source("p", ""));
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
