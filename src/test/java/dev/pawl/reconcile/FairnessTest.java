package dev.pawl.reconcile;

import static dev.pawl.reconcile.ReconcileFixture.source;
import static dev.pawl.reconcile.ReconcileFixture.tick;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.pawl.support.FakeProvider;
import dev.pawl.support.FakeProvider.Answer;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What is sick is in nobody's way. */
final class FairnessTest {

    private static final String WIDE = "{ rate: 1000/s, concurrency: 4, timeout: 30s }";

    private static List<String> keys(String prefix, int count) {
        return IntStream.range(0, count).mapToObj(n -> prefix + n).toList();
    }

    @Test
    void aProviderThatNeverAnswersDelaysNobodyElses() {
        CountDownLatch end = new CountDownLatch(1);
        try (FakeProvider sick = new FakeProvider();
                FakeProvider well = new FakeProvider();
                ReconcileFixture fixture = new ReconcileFixture(
                        source("sick", sick.url("/ops"), WIDE), source("well", well.url("/ops"), WIDE))) {
            sick.answer(question -> {
                hold(end);
                return Answer.reset();
            });
            well.answer(question -> Answer.state("succeeded"));
            fixture.stuck("sick", keys("s", 120));
            fixture.stuck("well", keys("w", 60));

            tick(fixture.job());

            await().until(
                            () -> fixture.rows("select count(*) from ~.operation where state = 'succeeded'"),
                            List.of(List.of("60"))::equals);
            assertThat(sick.asked()).hasSizeLessThanOrEqualTo(4);
            assertThat(well.asked()).hasSize(60);
            end.countDown();
        }
    }

    /** Half of the failures come before anything else is asked, the others only when all else is done. */
    @Test
    void aProviderThatAlwaysFailsDelaysNobodyElses() {
        CountDownLatch othersAreDone = new CountDownLatch(1);
        AtomicInteger failures = new AtomicInteger();
        try (FakeProvider sick = new FakeProvider();
                FakeProvider well = new FakeProvider();
                ReconcileFixture fixture = new ReconcileFixture(
                        source("sick", sick.url("/ops"), WIDE), source("well", well.url("/ops"), WIDE))) {
            sick.answer(question -> {
                int n = failures.incrementAndGet();
                if (n > 60) {
                    hold(othersAreDone);
                }
                return n % 2 == 0 ? Answer.reset() : Answer.status(503);
            });
            well.answer(question -> Answer.state("succeeded"));
            fixture.stuck("sick", keys("s", 120));
            ReconcileJob job = fixture.job();
            tick(job);
            await().until(() -> failures.get() >= 60);
            fixture.stuck("well", keys("w", 60));

            tick(job);

            await().until(
                            () -> fixture.rows("select count(*) from ~.operation where state = 'succeeded'"),
                            List.of(List.of("60"))::equals);
            assertThat(well.asked()).hasSize(60);
            assertThat(sick.asked()).hasSizeLessThanOrEqualTo(64);
            othersAreDone.countDown();
            await().until(
                            () -> fixture.rows(
                                    "select state, checks, count(*) from ~.operation where source = 'sick' group by 1, 2"),
                            List.of(List.of("pending", "1", "120"))::equals);
            assertThat(sick.asked()).hasSize(120);
        }
    }

    private static void hold(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void rowsThatAlwaysFailLetTheOthersOfTheirSourcePass() {
        try (FakeProvider provider = new FakeProvider();
                ReconcileFixture fixture = new ReconcileFixture(source("p", provider.url("/ops"), WIDE))) {
            provider.answer(
                    question -> question.key().startsWith("bad") ? Answer.status(500) : Answer.state("succeeded"));
            fixture.stuck("p", keys("bad", 120));
            fixture.stuck("p", keys("good", 60));

            tick(fixture.job());

            await().until(
                            () -> fixture.rows(
                                    "select state, checks, count(*) from ~.operation group by 1, 2 order by 1"),
                            List.of(List.of("pending", "1", "120"), List.of("succeeded", "0", "60"))::equals);
            assertThat(provider.asked()).hasSize(180);
        }
    }

    /** A source may have types that its provider is not asked about: they are due for ever, and nobody walks along them. */
    @Test
    void rowsThatNobodyAsksAboutAreNotWalkedAlong() {
        try (FakeProvider provider = new FakeProvider();
                ReconcileFixture fixture = new ReconcileFixture(source("p", provider.url("/ops"), WIDE))) {
            fixture.stuck("p", List.of("good"));
            fixture.execute("insert into ~.operation select (jsonb_populate_record(o, jsonb_build_object("
                    + "'id', gen_random_uuid(), 'type', 'other', 'next_check_at', o.next_check_at - interval '1 day'))).*"
                    + " from ~.operation o, generate_series(1, 20000)");
            fixture.execute("analyze ~.operation");
            fixture.execute("insert into ~.source_state (source, first_started_at) values ('p', now())"
                    + " on conflict do nothing");

            String plan = fixture.claimPlan("p");

            int walkedInVain = Pattern.compile("Rows Removed by Filter: (\\d+)")
                    .matcher(plan)
                    .results()
                    .mapToInt(found -> Integer.parseInt(found.group(1)))
                    .sum();
            assertThat(walkedInVain).as(plan).isLessThan(100);
            assertThat(fixture.read("p", "good", "check_claim is not null")).isEqualTo("t");
        }
    }
}
