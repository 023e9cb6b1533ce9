package dev.pawl.reconcile;

import static dev.pawl.reconcile.ReconcileFixture.source;
import static dev.pawl.reconcile.ReconcileFixture.tick;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.pawl.support.FakeProvider;
import dev.pawl.support.FakeProvider.Answer;
import dev.pawl.support.FakeServer.Request;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Two replicas share the questions a provider has to bear. With {@code -Dpawl.reconcile.rows=10000
 * -Dpawl.reconcile.rate=100} it is a benchmark.
 */
final class RateIT {

    private static final int ROWS = Integer.getInteger("pawl.reconcile.rows", 120);
    private static final int RATE = Integer.getInteger("pawl.reconcile.rate", 40);

    @Test
    void twoReplicasTogetherStayUnderTheRateAndAskAboutEverythingOnce() {
        try (FakeProvider provider = new FakeProvider();
                ReconcileFixture fixture = new ReconcileFixture(
                        source("p", provider.url("/ops"), "{ rate: " + RATE + "/s, concurrency: 8, timeout: 5s }"))) {
            provider.answer(question -> Answer.state("succeeded"));
            for (int from = 0; from < ROWS; from += 1_000) {
                fixture.stuck(
                        "p",
                        IntStream.range(from, Math.min(ROWS, from + 1_000))
                                .mapToObj(n -> "op-" + n)
                                .toList());
            }

            tick(fixture.job());
            tick(fixture.job());

            await().atMost(Duration.ofSeconds(30L + 2L * ROWS / RATE))
                    .until(() -> provider.asked().size() >= ROWS
                            && fixture.rows("select 1 from ~.operation where status = 'processing' limit 1")
                                    .isEmpty());
            List<Request> asked = provider.asked();
            assertThat(new HashSet<>(asked.stream().map(Request::key).toList())).hasSize(ROWS);
            assertThat(asked).hasSize(ROWS);
            staysUnder(asked);
            System.out.printf("%d rows at %d/s: %s%n", ROWS, RATE, provider.perSecond());
        }
    }

    /**
     * Between any two questions there were no more than the bucket holds and what flowed into it. Arrivals may bunch up
     * behind claims, by as much as may be under way.
     */
    private static void staysUnder(List<Request> asked) {
        int underWay = 2 * 8;
        for (int from = 0; from < asked.size(); from++) {
            for (int to = from; to < asked.size(); to += 7) {
                double seconds = (asked.get(to).nanos() - asked.get(from).nanos()) / 1e9;
                assertThat(to - from + 1).isLessThanOrEqualTo((int) Math.ceil(RATE + RATE * seconds) + underWay);
            }
        }
    }
}
