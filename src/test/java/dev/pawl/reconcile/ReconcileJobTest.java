package dev.pawl.reconcile;

import static dev.pawl.reconcile.ReconcileFixture.source;
import static dev.pawl.reconcile.ReconcileFixture.tick;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.pawl.support.FakeProvider;
import dev.pawl.support.FakeProvider.Answer;
import dev.pawl.support.FakeServer.Request;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.eclipse.microprofile.faulttolerance.exceptions.CircuitBreakerOpenException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ReconcileJobTest {

    private static final String WIDE = "{ rate: 1000/s, concurrency: 4, timeout: 2s }";
    private static final String ATTENTION =
            "coalesce((select string_agg(k, ',') from jsonb_object_keys(attention) k), '-')";

    private final FakeProvider provider = new FakeProvider();
    private final ReconcileFixture fixture = new ReconcileFixture(source("p", provider.url("/ops"), WIDE));
    private final ReconcileJob job = fixture.job();

    @AfterEach
    void close() {
        fixture.close();
        provider.close();
    }

    private void stuck(String key) {
        fixture.stuck("p", List.of(key));
    }

    /** Answers only when it is told to. */
    private static final class Gate {
        private final CountDownLatch open = new CountDownLatch(1);

        Answer hold(Answer answer) {
            try {
                open.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return answer;
        }

        void open() {
            open.countDown();
        }
    }

    @Nested
    final class Answers {

        @Test
        void whatIsStuckIsSettledByTheProvidersAnswer() {
            provider.answer(question -> Answer.state("succeeded"));
            stuck("op/1?x");

            tick(job);

            fixture.awaitRead("p", "op/1?x", "state, status, seq, check_claim", "succeeded completed 2 null");
            Request question = provider.asked().get(0);
            assertThat(question.target()).isEqualTo("/ops/op%2F1%3Fx");
            assertThat(question.headers()).containsEntry("authorization", "Bearer tok");
            assertThat(fixture.lookup("p", "op/1?x")).isEqualTo("1 done -");
            assertThat(fixture.rows("select kind, cause, correction from ~.transition where seq = 2"))
                    .containsExactly(List.of("move", "reconcile", "f"));
            assertThat(fixture.webhook("p", "op/1?x", "succeeded", 0)).containsExactly("duplicate");
        }

        @Test
        void whatIsStillOpenIsAskedAboutAgainLaterWithAllAttempts() {
            provider.answer(question -> Answer.status(500));
            stuck("a");
            tick(job);
            fixture.awaitRead("p", "a", "checks", "1");
            provider.answer(question -> Answer.state("pending"));
            fixture.due("p");

            tick(job);

            fixture.awaitRead("p", "a", "state, checks, check_claim, seq", "pending 0 null 1");
            assertThat(fixture.read("p", "a", "next_check_at > now() + interval '50 minutes'"))
                    .isEqualTo("t");
        }

        @Test
        void whatIsNotDueOrNotOpenIsNotAskedAbout() {
            fixture.webhook("p", "later", "pending", 60);
            fixture.webhook("p", "done", "succeeded", 60);
            fixture.execute("update ~.operation set next_check_at = now() where key = 'done'");

            tick(job);
            stuck("last");
            fixture.execute("update ~.operation set next_check_at = now() + interval '1 hour' where key = 'later'");
            tick(job);

            await().until(() -> !provider.asked().isEmpty());
            assertThat(provider.asked()).extracting(Request::key).containsOnly("last");
        }

        @Test
        void aContradictionIsAskedAboutAtOnceAndTheAnswerIsACorrection() {
            provider.answer(question -> Answer.state("succeeded"));
            fixture.webhook("p", "a", "canceled", 60);
            assertThat(fixture.webhook("p", "a", "succeeded", 50)).containsExactly("contradicted");

            tick(job);

            fixture.awaitRead("p", "a", "state, " + ATTENTION + ", next_check_at", "succeeded - null");
            assertThat(fixture.rows(
                            "select kind, correction, cause from ~.transition where kind = 'move' order by seq"))
                    .containsExactly(List.of("move", "f", "delivery"), List.of("move", "t", "reconcile"));
        }

        @Test
        void whatTheOrderLeavesUndecidedIsAskedAboutAtOnce() {
            provider.answer(question -> Answer.state("processing"));
            assertThat(fixture.undecided("p", "a")).containsExactly("applied", "undecided");
            assertThat(fixture.read("p", "a", ATTENTION)).isEqualTo("undecided");

            tick(job);

            fixture.awaitRead("p", "a", "state, " + ATTENTION, "processing -");
            assertThat(provider.asked()).extracting(Request::path).containsExactly("/ops/a");
        }

        @Test
        void aDoubtAboutATombstoneIsAskedAboutToo() {
            fixture.webhook("p", "a", "canceled", 60);
            fixture.webhook("p", "b", "canceled", 60, "1000");
            fixture.execute("update ~.operation set tombstone = true, fields = '{}'");
            assertThat(fixture.webhook("p", "a", "succeeded", 50)).containsExactly("contradicted");
            assertThat(fixture.webhook("p", "b", "canceled", 50, "1500")).containsExactly("conflict");
            provider.answer(question -> question.key().equals("a")
                    ? Answer.state("succeeded")
                    : Answer.json("{\"status\":\"canceled\",\"amount\":1500}"));

            tick(job);

            fixture.awaitRead("p", "a", "state, tombstone, " + ATTENTION + ", next_check_at", "succeeded f - null");
            fixture.awaitRead(
                    "p",
                    "b",
                    "state, tombstone, fingerprint->>'amount', fields, " + ATTENTION + ", next_check_at",
                    "canceled t 1500 {} - null");
        }

        @Test
        void aConflictIsSettledByAnAnswerThatTellsTheAmount() {
            provider.answer(question -> Answer.json("{\"status\":\"pending\",\"amount\":1500}"));
            fixture.webhook("p", "a", "pending", 60, "1000");
            assertThat(fixture.webhook("p", "a", "succeeded", 50, "1500")).containsExactly("conflict");

            tick(job);

            fixture.awaitRead("p", "a", "fingerprint->>'amount', fields->>'amount', " + ATTENTION, "1500 1500 -");
            assertThat(fixture.webhook("p", "a", "succeeded", 50, "1500")).containsExactly("applied");
        }
    }

    @Nested
    final class Races {

        @Test
        void aWebhookThatArrivesDuringTheQuestionWins() {
            Gate gate = new Gate();
            provider.answer(question -> gate.hold(Answer.state("pending")));
            stuck("a");
            tick(job);
            await().until(() -> provider.asked().size() == 1);

            assertThat(fixture.webhook("p", "a", "succeeded", 0)).containsExactly("applied");
            gate.open();

            fixture.awaitLookup("p", "a", "1 done -");
            assertThat(fixture.read("p", "a", "state, seq, next_check_at, " + ATTENTION))
                    .isEqualTo("succeeded 2 null -");
        }

        @Test
        void anAnswerThatWasOvertakenIsNoCorrectionAndTheProviderIsAskedAgain() {
            Gate gate = new Gate();
            provider.answer(question -> gate.hold(Answer.state("succeeded")));
            fixture.webhook("p", "a", "canceled", 60);
            fixture.webhook("p", "a", "succeeded", 50);
            tick(job);
            await().until(() -> provider.asked().size() == 1);

            fixture.webhook("p", "a", "canceled", 5);
            gate.open();

            fixture.awaitRead("p", "a", "state, " + ATTENTION, "succeeded -");
            assertThat(provider.asked()).hasSize(2);
            assertThat(fixture.lookup("p", "a")).isEqualTo("2 done -");
        }

        @ParameterizedTest
        @CsvSource({"500, pending processing 2 f 2099-01-01", "200, succeeded completed 0 t null"})
        void anotherClaimsScheduleIsNotTouchedButWhatWasSaidCounts(int status, String afterwards) {
            Gate gate = new Gate();
            provider.answer(question -> gate.hold(status == 200 ? Answer.state("succeeded") : Answer.status(status)));
            stuck("a");
            tick(job);
            await().until(() -> provider.asked().size() == 1);
            fixture.execute("update ~.operation set check_claim = gen_random_uuid(), checks = 2,"
                    + " next_check_at = '2099-01-01'");

            gate.open();

            await().until(() -> !fixture.lookup("p", "a").isEmpty());
            assertThat(fixture.read("p", "a", "state, status, checks, check_claim is null, next_check_at::date"))
                    .isEqualTo(afterwards);
        }

        @Test
        void aQuestionUnderWayIsNobodyElses() {
            Gate gate = new Gate();
            provider.answer(question -> gate.hold(Answer.state("succeeded")));
            stuck("a");
            tick(job);
            await().until(() -> provider.asked().size() == 1);

            tick(fixture.job());
            tick(job);
            gate.open();

            fixture.awaitRead("p", "a", "state", "succeeded");
            assertThat(provider.asked()).hasSize(1);
        }

        @Test
        void theEndOfALeaseFreesWhatADeadReplicaHeld() {
            provider.answer(question -> Answer.state("succeeded"));
            stuck("a");
            fixture.execute(
                    "update ~.operation set check_claim = gen_random_uuid(), next_check_at = now() + interval '1 hour'");
            tick(job);
            assertThat(provider.asked()).isEmpty();

            fixture.later("1 hour");
            tick(job);

            fixture.awaitRead("p", "a", "state", "succeeded");
        }
    }

    @Nested
    final class Silence {

        @ParameterizedTest
        @ValueSource(ints = {0, 500, 302, 404})
        void silenceIsUnknownAndALaterFactStillResolvesIt(int status) {
            provider.answer(question ->
                    status == 0 ? Answer.reset() : Answer.status(status).with("Location", "/elsewhere"));
            stuck("a");
            fixture.execute("update ~.operation set created_at = now() - interval '1 hour'");
            for (int used = 1; used <= 2; used++) {
                tick(job);
                fixture.awaitRead("p", "a", "checks, status", used + " processing");
                fixture.due("p");
            }

            tick(job);

            fixture.awaitRead("p", "a", "state, status, next_check_at, " + ATTENTION, "pending unknown null unknown");
            assertThat(provider.asked()).extracting(Request::path).containsOnly("/ops/a");
            fixture.execute("update ~.operation set next_check_at = next_check_at - interval '1 year'");
            assertThat(fixture.claimed("p")).as("nothing is left to ask").isEmpty();
            fixture.due("p");
            assertThat(fixture.webhook("p", "a", "succeeded", 0)).containsExactly("applied");
            assertThat(fixture.read("p", "a", "status, " + ATTENTION)).isEqualTo("completed -");
        }

        @Test
        void whatTheProviderMayNotKnowYetNeverUsesTheLastAttempt() {
            provider.answer(question -> Answer.status(404));
            stuck("young");
            for (int asked = 1; asked <= 5; asked++) {
                tick(job);
                fixture.awaitLookup("p", "young", asked + " unknown not found (status 404)");
                fixture.due("p");
            }
            assertThat(fixture.read("p", "young", "status, checks")).isEqualTo("processing 2");
            fixture.execute("update ~.operation set created_at = now() - interval '11 minutes'");

            tick(job);

            fixture.awaitRead("p", "young", "status", "unknown");
        }

        @Test
        void noRedirectIsFollowedAndTheTokenGoesNowhereElse() {
            try (FakeProvider elsewhere = new FakeProvider()) {
                provider.answer(question -> Answer.status(307)
                        .with("Location", elsewhere.url("/ops/a").toString()));
                stuck("a");

                tick(job);

                fixture.awaitLookup("p", "a", "1 unknown status 307");
                assertThat(elsewhere.asked()).isEmpty();
            }
        }

        @Test
        void aKeyThatWouldChangeTheAddressIsNotSent() {
            stuck("..");

            tick(job);

            fixture.awaitLookup("p", "..", "1 unknown not asked: its key would change the address");
            assertThat(provider.asked()).isEmpty();
        }
    }

    @Nested
    final class NotNow {

        @ParameterizedTest
        @CsvSource({"seconds", "date"})
        void whoIsAskedTooOftenIsLeftAloneByAllReplicasAndNoAttemptIsUsed(String kind) {
            String after = kind.equals("seconds")
                    ? "1800"
                    : DateTimeFormatter.RFC_1123_DATE_TIME.format(
                            Instant.now().plusSeconds(1800).atOffset(ZoneOffset.UTC));
            provider.answer(question -> Answer.status(429).with("Retry-After", after));
            stuck("a");

            tick(job);

            fixture.awaitLookup("p", "a", "1 unknown status 429: asked too often");
            assertThat(fixture.read(
                            "p",
                            "a",
                            "checks, check_claim, next_check_at between now() + interval '29 minutes'"
                                    + " and now() + interval '31 minutes'"))
                    .isEqualTo("0 null t");
            provider.answer(question -> Answer.state("succeeded"));
            stuck("b");
            tick(fixture.job());
            assertThat(fixture.rows("select asking_paused_until > now() + interval '29 minutes' from ~.source_state"))
                    .containsExactly(List.of("t"));
            assertThat(provider.asked()).hasSize(1);
            fixture.execute("update ~.source_state set asking_paused_until = now()");
            tick(fixture.job());
            fixture.awaitRead("p", "b", "state", "succeeded");
        }

        @Test
        void aTokenThatIsNotTakenIsShownAndUsesNoAttempt() {
            provider.answer(question -> Answer.status(401));
            stuck("a");

            tick(job);

            fixture.awaitLookup("p", "a", "1 unknown status 401: the provider does not accept the token");
            assertThat(fixture.read("p", "a", "checks, status, next_check_at > now()"))
                    .isEqualTo("0 processing t");
        }

        @Test
        void anOpenCircuitAsksNobodyAndUsesNoAttempt() {
            fixture.guards.set(
                    (source, limits, call) -> CompletableFuture.failedFuture(new CircuitBreakerOpenException("open")));
            stuck("released");

            tick(job);

            fixture.awaitRead("p", "released", "checks, check_claim, next_check_at > now()", "0 null t");
            assertThat(provider.asked()).isEmpty();
            assertThat(fixture.lookup("p", "released")).isEmpty();
        }
    }

    @Nested
    final class Expiry {

        private void over(String key) {
            fixture.webhook("p", key, "pending", 60);
            fixture.execute("update ~.operation set expires_at = now() where key = '" + key + "'");
        }

        @Test
        void successThatIsFoundWins() {
            provider.answer(question -> Answer.state("succeeded"));
            over("a");

            tick(job);

            fixture.awaitRead("p", "a", "state, status, expires_at, " + ATTENTION, "succeeded completed null -");
        }

        @Test
        void whatTheProviderCallsStillOpenExpiresAndALaterFactStillApplies() {
            provider.answer(question -> Answer.state("pending"));
            over("a");

            tick(job);

            fixture.awaitRead("p", "a", "state, status, expires_at, " + ATTENTION, "pending expired null expired");
            assertThat(fixture.rows("select kind, to_state, cause from ~.transition where kind = 'status'"))
                    .containsExactly(List.of("status", "expired", "schedule"));
            assertThat(fixture.webhook("p", "a", "succeeded", 0)).containsExactly("applied");
            assertThat(fixture.read("p", "a", "status, " + ATTENTION)).isEqualTo("completed -");
        }

        @Test
        void silenceIsUnknownNeverExpired() {
            provider.answer(question -> Answer.status(500));
            over("a");
            for (int used = 1; used <= 2; used++) {
                tick(job);
                fixture.awaitRead("p", "a", "checks, status, expires_at = next_check_at", used + " processing t");
                fixture.execute("update ~.operation set next_check_at = now(), expires_at = now()");
            }

            tick(job);

            fixture.awaitRead("p", "a", "status, expires_at, " + ATTENTION, "unknown null unknown");
        }

        @Test
        void whatIsUnknownAndIsToldOfAnEarlierStateIsAskedOnceAndExpires() {
            provider.answer(question -> Answer.state("pending"));
            fixture.webhook("p", "a", "processing", 60);
            fixture.execute("update ~.operation set status = 'unknown', expires_at = now(), checks = 3,"
                    + " next_check_at = null");

            tick(job);

            fixture.awaitRead("p", "a", "state, status, expires_at, next_check_at", "processing expired null null");
            tick(job);
            assertThat(provider.asked()).hasSize(1);
        }

        @Test
        void whatCanBeAskedAboutIsNotForTheOtherJob() {
            over("a");

            fixture.expireJob().run().await().atMost(Duration.ofSeconds(20));

            assertThat(fixture.read("p", "a", "status")).isEqualTo("processing");
        }
    }
}
