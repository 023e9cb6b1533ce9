package dev.pawl.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.pawl.admin.AdminProfile;
import dev.pawl.config.Asking.Limits;
import dev.pawl.config.Catalog;
import dev.pawl.config.Source;
import dev.pawl.core.lookup.Answer;
import dev.pawl.core.lookup.Question;
import dev.pawl.core.lookup.StatusRecipe;
import dev.pawl.core.lookup.Subject;
import dev.pawl.core.machine.Machine;
import dev.pawl.reconcile.StatusClient.Reply;
import dev.pawl.support.Catalogs;
import dev.pawl.support.FakeProvider;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Questions over HTTP within SmallRye's guards, as the service has them. */
@QuarkusTest
@TestProfile(AdminProfile.class)
class StatusClientTest {

    private static final AtomicInteger NAMES = new AtomicInteger();
    private static final Limits LIMITS = new Limits(10, 2, Duration.ofSeconds(5));
    /** As many as open a circuit when all are bad. */
    private static final int ENOUGH = 6;

    private final String name = "client-" + NAMES.incrementAndGet();
    private final FakeProvider provider = new FakeProvider();

    @Inject
    StatusClient client;

    @Inject
    Circuits circuits;

    @AfterEach
    void close() {
        provider.close();
    }

    private Uni<Reply> asking(Limits limits) {
        Catalog catalog = Catalogs.of("""
                sources:
                  p:
                    verify: { algorithm: none }
                    event: { id: /id, type: /type, occurredAt: { at: /created, unit: seconds } }
                    operations:
                      payment: { machine: payment, when: ["*"], key: /op, state: { value: pending } }
                    status:
                      request: { url: "%s/{key}" }
                      token: tok
                      state: { at: /status, map: { succeeded: succeeded } }
                """.formatted(provider.url("/ops")));
        Source source = Objects.requireNonNull(catalog.source("p"));
        StatusRecipe recipe = Objects.requireNonNull(source.status().get("payment"));
        Machine machine = Objects.requireNonNull(catalog.machine("payment"));
        Question question = Question.about(recipe.request(), new Subject("op", "", Map.of(), "tok", Map.of()))
                .fold(right -> right, problem -> {
                    throw new IllegalStateException(problem);
                });
        return client.ask(name, limits, question, recipe, machine);
    }

    private Reply ask(Limits limits) {
        return asking(limits).await().atMost(Duration.ofSeconds(20));
    }

    private static String words(Reply reply) {
        return reply.answer()
                .fold(
                        Answer.Found::state,
                        missing -> "missing " + missing.status(),
                        Answer.Unreadable::why,
                        Answer.NotNow::why);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 429, 502, 503, 504})
    void aProviderThatIsNotWellIsLeftAlone(int status) {
        provider.answer(question -> status == 0 ? FakeProvider.Answer.reset() : FakeProvider.Answer.status(status));
        for (int n = 0; n < ENOUGH; n++) {
            assertThat(ask(LIMITS).asked()).isTrue();
        }

        Reply spared = ask(LIMITS);

        assertThat(spared.asked()).isFalse();
        assertThat(words(spared)).isEqualTo("the circuit is open");
        assertThat(spared.pause()).isEqualTo(SourceGuards.OPEN_FOR);
        assertThat(circuits.of(name)).isEqualTo("open");
        assertThat(provider.asked()).hasSize(ENOUGH);
    }

    @Test
    void silenceOpensTheCircuitToo() {
        provider.answer(question -> FakeProvider.Answer.state("succeeded").after(Duration.ofSeconds(2)));
        Limits brief = new Limits(10, 2, Duration.ofMillis(100));
        for (int n = 0; n < ENOUGH; n++) {
            assertThat(words(ask(brief))).isEqualTo("no answer within 100 ms");
        }

        assertThat(ask(brief).asked()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(ints = {200, 302, 400, 401, 403, 404, 410, 500})
    void whatIsAboutOneOperationOrTheTokenNeverOpensIt(int status) {
        provider.answer(question -> FakeProvider.Answer.status(status));
        for (int n = 0; n < 2 * ENOUGH; n++) {
            assertThat(ask(LIMITS).asked()).isTrue();
        }
        assertThat(circuits.of(name)).isEqualTo("closed");
        assertThat(provider.asked()).hasSize(2 * ENOUGH);
    }

    @Test
    void afterAWhileOneQuestionFindsOutWhetherItIsWellAgain() {
        AtomicBoolean well = new AtomicBoolean();
        provider.answer(
                question -> well.get() ? FakeProvider.Answer.state("succeeded") : FakeProvider.Answer.status(503));
        for (int n = 0; n < ENOUGH; n++) {
            ask(LIMITS);
        }
        await().atMost(Duration.ofSeconds(30)).until(() -> ask(LIMITS).asked());
        assertThat(provider.asked())
                .as("one question, and the circuit is open again")
                .hasSize(ENOUGH + 1);
        assertThat(ask(LIMITS).asked()).isFalse();
        assertThat(circuits.of(name)).isEqualTo("open");

        well.set(true);
        await().atMost(Duration.ofSeconds(30)).until(() -> words(ask(LIMITS)).equals("succeeded"));

        assertThat(circuits.of(name)).isEqualTo("closed");
        assertThat(words(ask(LIMITS))).isEqualTo("succeeded");
    }

    @Test
    void aReplicaAsksNoMoreAtOnceThanItMay() throws InterruptedException {
        CountDownLatch end = new CountDownLatch(1);
        AtomicInteger now = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        provider.answer(question -> {
            most.accumulateAndGet(now.incrementAndGet(), Math::max);
            try {
                end.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            now.decrementAndGet();
            return FakeProvider.Answer.state("succeeded");
        });
        List<CompletableFuture<Reply>> running = new ArrayList<>();
        for (int n = 0; n < 4; n++) {
            running.add(asking(LIMITS).subscribeAsCompletionStage());
        }

        Reply refused = ask(LIMITS);

        assertThat(refused.asked()).isFalse();
        assertThat(words(refused)).isEqualTo("too many questions at once");
        await().until(() -> now.get() == 2);
        end.countDown();
        running.forEach(one -> assertThat(words(one.join())).isEqualTo("succeeded"));
        assertThat(most).hasValue(2);
    }

    @Test
    void aProviderThatIsNotWellAtLengthIsLeftAloneToo() {
        String page = "x".repeat(StatusCalls.LONGEST_ANSWER + 1);
        provider.answer(question -> new FakeProvider.Answer(503, Map.of("Retry-After", "7"), page, Duration.ZERO));
        for (int n = 0; n < ENOUGH; n++) {
            assertThat(ask(LIMITS).rest()).isEqualTo(Duration.ofSeconds(7));
        }
        assertThat(ask(LIMITS).asked()).isFalse();
    }

    @Test
    void whatRetryAfterSaysIsForEverybody() {
        for (int status : List.of(502, 503, 504)) {
            provider.answer(question -> FakeProvider.Answer.status(status).with("Retry-After", "7"));
            Reply reply = ask(LIMITS);
            assertThat(reply.rest()).isEqualTo(Duration.ofSeconds(7));
            assertThat(words(reply)).isEqualTo("status " + status);
        }
        provider.answer(question -> FakeProvider.Answer.status(429).with("Retry-After", "9"));
        assertThat(ask(LIMITS).rest()).isEqualTo(Duration.ofSeconds(9));
    }
}
