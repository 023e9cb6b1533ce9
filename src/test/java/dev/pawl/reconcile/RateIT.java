package dev.pawl.reconcile;

import static dev.pawl.reconcile.ReconcileFixture.source;
import static dev.pawl.reconcile.ReconcileFixture.tick;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.pawl.support.FakeProvider;
import dev.pawl.support.FakeProvider.Answer;
import dev.pawl.support.FakeServer.Request;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Two replicas share what a provider is ready to bear: so many questions in any second, and 429 for every one more. Shows a
 * long backlog with {@code -Dpawl.reconcile.rows=10000}, which takes 1,050 s at {@code -Dpawl.reconcile.rate=10}.
 */
final class RateIT {

    private static final int ROWS = Integer.getInteger("pawl.reconcile.rows", 250);
    private static final int RATE = Integer.getInteger("pawl.reconcile.rate", 10);
    private static final int AT_ONCE = 2;
    /** Of both replicas. */
    private static final int UNDER_WAY = 2 * AT_ONCE;

    private static final long SECOND = 1_000_000_000L;

    /** Takes no more than {@link #RATE} questions in any second. */
    private static final class Limited {

        private final Deque<Long> taken = new ArrayDeque<>();
        private final List<Request> refused = new ArrayList<>();

        synchronized Answer answer(Request question) {
            while (!taken.isEmpty() && question.nanos() - taken.getFirst() >= SECOND) {
                taken.removeFirst();
            }
            if (taken.size() >= RATE) {
                refused.add(question);
                return Answer.status(429).with("Retry-After", "1");
            }
            taken.addLast(question.nanos());
            return Answer.state("succeeded");
        }

        synchronized List<Request> refused() {
            return List.copyOf(refused);
        }
    }

    @Test
    void twoReplicasTogetherStayUnderTheRateAndSettleEverythingOnce() {
        Limited limited = new Limited();
        try (FakeProvider provider = new FakeProvider();
                ReconcileFixture fixture = new ReconcileFixture(source(
                        "p",
                        provider.url("/ops"),
                        "{ rate: " + RATE + "/s, concurrency: " + AT_ONCE + ", timeout: 5s }"))) {
            provider.answer(limited::answer);
            for (int from = 0; from < ROWS; from += 1_000) {
                fixture.stuck(
                        "p",
                        IntStream.range(from, Math.min(ROWS, from + 1_000))
                                .mapToObj(n -> "op-" + n)
                                .toList());
            }

            tick(fixture.job());
            tick(fixture.job());

            await().atMost(Duration.ofSeconds(60L + 3L * ROWS / RATE))
                    .pollInterval(Duration.ofMillis(500))
                    .until(() -> fixture.rows("select 1 from ~.operation where status = 'processing' limit 1")
                            .isEmpty());
            List<Request> asked = provider.asked();
            List<Request> refused = limited.refused();
            long doubles = fixture.rows("select operation_id from ~.transition where to_state = 'succeeded'"
                            + " group by 1 having count(*) > 1")
                    .size();
            System.out.printf(
                    "%d rows at %d/s: %d questions, at most %d in any second, %d of them 429; %d settled, %d twice%n",
                    ROWS,
                    RATE,
                    asked.size(),
                    mostInASecond(asked),
                    refused.size(),
                    new HashSet<>(asked.stream().map(Request::key).toList()).size(),
                    doubles);

            assertThat(fixture.rows("select state, checks, count(*) from ~.operation group by 1, 2"))
                    .containsExactly(List.of("succeeded", "0", Integer.toString(ROWS)));
            assertThat(doubles).isZero();
            assertThat(asked).as("once, and once more after each 429").hasSize(ROWS + refused.size());
            assertThat(mostAboveTheRate(asked)).isLessThanOrEqualTo(UNDER_WAY);
            assertThat(mostAfterARefusal(asked, refused))
                    .as("only what was under way comes within Retry-After")
                    .isLessThanOrEqualTo(UNDER_WAY);
        }
    }

    /**
     * Between any two questions there were no more than one and what the rate allows. Arrivals may bunch up behind claims,
     * by as much as may be under way: that is what is left.
     */
    private static int mostAboveTheRate(List<Request> asked) {
        int most = 0;
        for (int from = 0; from < asked.size(); from++) {
            for (int to = from; to < asked.size(); to++) {
                long nanos = asked.get(to).nanos() - asked.get(from).nanos();
                int allowed = (int) Math.ceil(1 + RATE * (double) nanos / SECOND);
                most = Math.max(most, to - from + 1 - allowed);
            }
        }
        return most;
    }

    private static int mostInASecond(List<Request> asked) {
        return asked.stream()
                .mapToInt(first -> between(asked, first.nanos(), first.nanos() + SECOND))
                .max()
                .orElse(0);
    }

    private static int mostAfterARefusal(List<Request> asked, List<Request> refused) {
        return refused.stream()
                .mapToInt(no -> between(asked, no.nanos() + 1, no.nanos() + SECOND))
                .max()
                .orElse(0);
    }

    private static int between(List<Request> asked, long from, long end) {
        return (int) asked.stream()
                .filter(one -> one.nanos() - from >= 0 && one.nanos() - end < 0)
                .count();
    }
}
