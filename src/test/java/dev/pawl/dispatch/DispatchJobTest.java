package dev.pawl.dispatch;

import static dev.pawl.dispatch.DispatchFixture.effect;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.pawl.core.outbound.EffectRule;
import dev.pawl.support.FakeReceiver;
import dev.pawl.support.FakeReceiver.Answer;
import dev.pawl.support.FakeServer.Request;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DispatchJobTest {

    private static final UUID FIRST = new UUID(1, 1);
    private static final UUID SECOND = new UUID(2, 2);
    private static final Duration LONG = Duration.ofMinutes(10);

    private final DispatchFixture fixture = new DispatchFixture();
    private final FakeReceiver receiver = new FakeReceiver();

    @AfterEach
    void close() {
        receiver.close();
        fixture.close();
    }

    @Test
    void aCommitSendsWhatItLeft() {
        DispatchJob job = fixture.job(effect("shop", receiver.url("/"), 20));
        fixture.write(FIRST, 1, "shop");

        job.committed(DispatchFixture.EFFECTS);

        await().untilAsserted(() -> assertThat(fixture.state(FIRST, 1, "shop")).isEqualTo("done"));
        Request got = receiver.received().get(0);
        assertThat(got.body()).isEqualTo(FIRST + "/1");
        assertThat(got.header("webhook-id")).isEqualTo(FIRST + "_1_succeeded_shop");
        assertThat(fixture.read("attempts", FIRST, 1, "shop")).isEqualTo("1");
        assertThat(fixture.read("finished_at", FIRST, 1, "shop")).isNotEmpty();
        assertThat(fixture.read("claim", FIRST, 1, "shop")).isEmpty();
        assertThat(fixture.counter("pending")).isEqualTo(-1);
        assertThat(fixture.counter("dead")).isZero();
        assertThat(fixture.ledger.died).isEmpty();
    }

    /** A look costs a statement, and after an effect that nobody waits behind there is nothing to look for. */
    @Test
    void oneEffectIsOneLook() {
        DispatchJob job = fixture.job(effect("shop", receiver.url("/"), 20));
        for (UUID operation : List.of(FIRST, SECOND)) {
            fixture.write(operation, 1, "shop");
            job.committed(DispatchFixture.EFFECTS);
            await().untilAsserted(() ->
                    assertThat(fixture.state(operation, 1, "shop")).isEqualTo("done"));
        }

        assertThat(fixture.looks).hasValue(2);
    }

    @Test
    void aHangingReceiverTakesItsPlacesAndNoMore() {
        try (FakeReceiver hanging = new FakeReceiver()) {
            hanging.answer(request -> Answer.status(200).after(LONG));
            DispatchJob job = fixture.job(
                    effect("hanging", hanging.url("/"), 20, LONG, LONG), effect("shop", receiver.url("/"), 20));
            for (int i = 1; i <= 50; i++) {
                fixture.write(new UUID(9, i), 1, "hanging");
            }
            for (int i = 1; i <= 50; i++) {
                fixture.write(new UUID(3, i), 1, "shop");
            }

            job.committed(DispatchFixture.EFFECTS);

            await().untilAsserted(
                            () -> assertThat(fixture.attempts("shop", "done")).isEqualTo(50));
            assertThat(hanging.received()).hasSize(HttpEffectSink.PER_DESTINATION);
        }
    }

    @Test
    void whenToComeBackIsObeyed() {
        DispatchJob job = fixture.job(effect("shop", receiver.url("/"), 20));
        receiver.answer(request -> Answer.status(503).with("Retry-After", "3600"));
        fixture.write(FIRST, 1, "shop");

        job.committed(DispatchFixture.EFFECTS);

        await().untilAsserted(() ->
                assertThat(fixture.read("last_error", FIRST, 1, "shop")).isEqualTo("status 503"));
        assertThat(fixture.read("extract(epoch from due_at - now())::int between 3500 and 3600", FIRST, 1, "shop"))
                .isEqualTo("true");
    }

    /** So that a restart forgets none of it; each has its own, or all would come back at once. */
    @Test
    void whenTheNextAttemptIsDueStandsInTheRowSomewhatByChance() {
        DispatchJob job = fixture.job(effect("shop", receiver.url("/"), 20, LONG, LONG));
        receiver.answer(request -> Answer.status(404));
        IntStream.rangeClosed(1, 20).forEach(n -> fixture.write(new UUID(1, n), 1, "shop"));

        job.committed(DispatchFixture.EFFECTS);

        await().untilAsserted(() -> assertThat(
                        fixture.first("select count(*) from ${schema}.effect where last_error = 'status 404'"))
                .isEqualTo("20"));
        assertThat(
                        fixture.first(
                                "select count(*) from ${schema}.effect"
                                        + " where due_at - last_attempt_at between interval '5 minutes' and interval '10 minutes 10 seconds'"))
                .isEqualTo("20");
        assertThat(Integer.parseInt(fixture.first(
                        "select count(distinct date_trunc('second', due_at - last_attempt_at)) from ${schema}.effect")))
                .isGreaterThan(5);
    }

    @Test
    void afterARestartWhatIsDueLaterIsSentWhenItIsDue() {
        DispatchJob job = fixture.job(effect("shop", receiver.url("/"), 20));
        fixture.write(FIRST, 1, "shop");
        fixture.update("update ${schema}.effect set due_at = created_at + interval '700 milliseconds'");

        job.tick();

        await().untilAsserted(() -> assertThat(fixture.state(FIRST, 1, "shop")).isEqualTo("done"));
        assertThat(fixture.read("last_attempt_at >= created_at + interval '700 milliseconds'", FIRST, 1, "shop"))
                .isEqualTo("true");
    }

    @Test
    void ofMoreEffectsThanPlacesEveryOneIsLookedAtAndCalledLater() {
        EffectRule[] effects = IntStream.range(0, 3 * HttpEffectSink.PER_DESTINATION)
                .mapToObj(n -> effect("e" + n, receiver.url("/"), 20))
                .toArray(EffectRule[]::new);
        DispatchJob job = fixture.job(effects);
        for (EffectRule effect : effects) {
            fixture.write(FIRST, 1, effect.name());
            fixture.write(FIRST, 2, effect.name());
        }
        fixture.update("update ${schema}.effect set due_at = now() + interval '1 second' where seq = 2");

        job.committed(DispatchFixture.EFFECTS);

        await().untilAsserted(
                        () -> assertThat(fixture.first("select count(*) from ${schema}.effect where state = 'pending'"))
                                .isEqualTo("0"));
    }

    @Test
    void aReceiverThatKeepsFailingIsTriedWithEveryOneOfItsEffects() {
        receiver.answer(request -> Answer.status(request.body().endsWith("/1") ? 500 : 200));
        DispatchJob job = fixture.job(
                effect("sick", receiver.url("/"), 5),
                effect("a", receiver.url("/"), 20),
                effect("b", receiver.url("/"), 20));
        fixture.write(FIRST, 1, "sick");
        job.committed(DispatchFixture.EFFECTS);
        await().untilAsserted(() -> assertThat(fixture.state(FIRST, 1, "sick")).isEqualTo("dead"));
        fixture.write(FIRST, 2, "b");

        job.committed(DispatchFixture.EFFECTS);

        await().untilAsserted(() -> assertThat(fixture.state(FIRST, 2, "b")).isEqualTo("done"));
    }

    @Test
    void severalDestinationsShareThePlacesFairly() {
        SlowSink sink = new SlowSink();
        EffectRule[] effects = IntStream.rangeClosed(1, 6)
                .mapToObj(n -> effect("e" + n, URI.create("http://receiver-" + n + ".invalid/"), 20, LONG, LONG))
                .toArray(EffectRule[]::new);
        DispatchJob job = fixture.job(sink, effects);
        for (EffectRule effect : effects) {
            IntStream.rangeClosed(1, 20).forEach(n -> fixture.write(new UUID(5, n), 1, effect.name()));
        }

        job.committed(DispatchFixture.EFFECTS);
        Map<String, Long> served = IntStream.range(0, DispatchJob.SHARED + effects.length)
                .mapToObj(n -> sink.attempt())
                .map(attempt -> attempt.webhookId().replaceAll(".*_", ""))
                .collect(Collectors.groupingBy(name -> name, Collectors.counting()));

        assertThat(served).hasSize(effects.length);
        assertThat(served.values()).allMatch(places -> places == 11 || places == 12);
    }
}
