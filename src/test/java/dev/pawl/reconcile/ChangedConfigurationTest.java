package dev.pawl.reconcile;

import static dev.pawl.reconcile.ReconcileFixture.source;
import static dev.pawl.reconcile.ReconcileFixture.tick;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.pawl.support.FakeProvider;
import dev.pawl.support.FakeProvider.Answer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** Rows and questions are older than the configuration. */
final class ChangedConfigurationTest {

    private static final String WIDE = "{ rate: 1000/s, concurrency: 4, timeout: 5s }";

    private static String renamed(String yaml) {
        return yaml.replaceFirst("  p:\n", "  q:\n    formerly: [p]\n");
    }

    private static String retired(String yaml) {
        return yaml.replace("succeeded: succeeded, ", "")
                .replace("status: completed, next", "status: completed, retired: true, next");
    }

    @Test
    void whatWasRecordedUnderAFormerNameIsAskedAboutAsWell() {
        try (FakeProvider provider = new FakeProvider();
                ReconcileFixture fixture = new ReconcileFixture(source("p", provider.url("/ops"), WIDE))) {
            provider.answer(question -> Answer.state("succeeded"));
            fixture.stuck("p", List.of("due"));
            fixture.webhook("p", "over", "pending", 60);
            fixture.execute("update ~.operation set expires_at = now() where key = 'over'");
            fixture.configure(ChangedConfigurationTest::renamed);
            fixture.stuck("q", List.of("new"));

            tick(fixture.job());

            await().until(
                            () -> fixture.rows("select key, source, state from ~.operation order by key"),
                            List.of(
                                    List.of("due", "p", "succeeded"),
                                    List.of("new", "q", "succeeded"),
                                    List.of("over", "p", "succeeded"))::equals);
            assertThat(provider.asked()).hasSize(3);
            assertThat(fixture.rows("select source from ~.source_state where tokens is not null"))
                    .as("one bucket, under the name that replicas with the old file know as well")
                    .containsExactly(List.of("p"));
        }
    }

    @Test
    void aNewNameIsNoReasonToAskWhoWantsToBeLeftAlone() {
        try (FakeProvider provider = new FakeProvider();
                ReconcileFixture fixture = new ReconcileFixture(source("p", provider.url("/ops"), WIDE))) {
            provider.answer(question -> Answer.status(429).with("Retry-After", "1800"));
            fixture.stuck("p", List.of("a"));
            tick(fixture.job());
            fixture.awaitLookup("p", "a", "1 unknown status 429: asked too often");

            fixture.configure(ChangedConfigurationTest::renamed);
            fixture.stuck("q", List.of("b"));
            fixture.due("p");
            tick(fixture.job());

            assertThat(fixture.rows("select count(*) from ~.operation where check_claim is not null"))
                    .containsExactly(List.of("0"));
            assertThat(provider.asked()).hasSize(1);
        }
    }

    @Test
    void whatReplicasWithTheOldFileAskCountsForThoseWithTheNewOne() {
        try (FakeProvider provider = new FakeProvider();
                ReconcileFixture fixture = new ReconcileFixture(source("p", provider.url("/ops"), WIDE))) {
            provider.answer(question -> Answer.state("succeeded"));
            fixture.execute("insert into ~.source_state (source, first_started_at, tokens, tokens_at)"
                    + " values ('p', now(), 0, now() + interval '1 hour')");
            fixture.configure(ChangedConfigurationTest::renamed);
            fixture.stuck("q", List.of("b"));

            tick(fixture.job());

            assertThat(fixture.rows("select count(*) from ~.operation where check_claim is not null"))
                    .containsExactly(List.of("0"));
            assertThat(provider.asked()).isEmpty();
        }
    }

    @Test
    void whatWasRecordedUnderAFormerNameExpiresAsWell() {
        try (ReconcileFixture fixture = new ReconcileFixture(source("p", ""))) {
            fixture.webhook("p", "over", "pending", 60);
            fixture.later("8 days");
            fixture.configure(ChangedConfigurationTest::renamed);

            fixture.expireJob().run().await().atMost(Duration.ofSeconds(20));

            assertThat(fixture.rows("select source, status from ~.operation")).containsExactly(List.of("p", "expired"));
        }
    }

    @Test
    void anOperationOfAMachineThatIsGoneKeepsNobodyElseFromBeingAskedAbout() {
        try (FakeProvider provider = new FakeProvider();
                ReconcileFixture fixture = new ReconcileFixture(source("p", provider.url("/ops"), WIDE))) {
            provider.answer(question -> Answer.state("succeeded"));
            fixture.stuck("p", List.of("gone"));
            fixture.execute("update ~.operation set machine = 'of-before'");
            ReconcileJob job = fixture.job();

            tick(job);
            await().until(
                            () -> fixture.read("p", "gone", "check_claim is null and next_check_at > now()"),
                            "t"::equals);
            fixture.stuck("p", List.of("a", "b"));
            fixture.execute("update ~.operation set next_check_at = now() where key in ('a', 'b')");
            tick(job);

            fixture.awaitRead("p", "a", "state", "succeeded");
            fixture.awaitRead("p", "b", "state", "succeeded");
            assertThat(fixture.read("p", "gone", "next_check_at > now() + interval '50 minutes'"))
                    .as("it waits by itself")
                    .isEqualTo("t");
        }
    }

    @Test
    void aStateThatIsRetiredDuringTheQuestionIsNoAnswer() {
        CountDownLatch retired = new CountDownLatch(1);
        try (FakeProvider provider = new FakeProvider();
                ReconcileFixture fixture = new ReconcileFixture(source("p", provider.url("/ops"), WIDE))) {
            provider.answer(question -> {
                try {
                    retired.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
                return Answer.state("succeeded");
            });
            fixture.stuck("p", List.of("a"));
            tick(fixture.job());
            await().until(() -> !provider.asked().isEmpty());

            fixture.configure(ChangedConfigurationTest::retired);
            retired.countDown();

            fixture.awaitLookup("p", "a", "1 unknown a state that is gone or retired");
            assertThat(fixture.read("p", "a", "state, status, checks")).isEqualTo("pending processing 1");
        }
    }
}
