package dev.pawl.reconcile;

import static dev.pawl.reconcile.ReconcileFixture.source;
import static org.assertj.core.api.Assertions.assertThat;

import io.smallrye.mutiny.Uni;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

final class LagTest {

    private static final URI NOWHERE = URI.create("http://localhost:1/ops");

    private static long seconds(Uni<Long> lag) {
        return lag.await().atMost(Duration.ofSeconds(20));
    }

    @Test
    void theLongestWaitingQuestionTells() {
        try (ReconcileFixture fixture = new ReconcileFixture(
                source("asked", NOWHERE, "{ rate: 10/s, concurrency: 4, timeout: 5s }"), source("silent", ""))) {
            assertThat(seconds(fixture.lag().ofChecks())).isZero();
            fixture.stuck("asked", List.of("young", "old"));
            fixture.stuck("silent", List.of("nobody"));
            fixture.execute("update ~.operation set next_check_at = now() - interval '100 s' where key = 'old'");
            fixture.execute("update ~.operation set next_check_at = now() - interval '900 s' where source = 'silent'");

            assertThat(seconds(fixture.lag().ofChecks())).isBetween(100L, 800L);
        }
    }

    @Test
    void theLongestOverdueOperationTells() {
        try (ReconcileFixture fixture = new ReconcileFixture(source("silent", ""))) {
            fixture.stuck("silent", List.of("a", "b"));
            assertThat(seconds(fixture.lag().ofExpiries())).isZero();

            fixture.execute("update ~.operation set expires_at = now() - interval '100 s' where key = 'a'");

            assertThat(seconds(fixture.lag().ofExpiries())).isBetween(100L, 800L);
        }
    }
}
