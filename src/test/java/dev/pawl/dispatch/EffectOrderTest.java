package dev.pawl.dispatch;

import static dev.pawl.dispatch.DispatchFixture.effect;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.pawl.dispatch.DispatchFixture.FakeLedger.Died;
import dev.pawl.support.FakeReceiver;
import dev.pawl.support.FakeReceiver.Answer;
import dev.pawl.support.FakeServer.Request;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** One operation's effects of one name go one after the other, whatever becomes of the first; everything else beside them. */
class EffectOrderTest {

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
    void aFailingEffectIsSentAgainWhenItsPauseIsOverAndLaterOnesWait() {
        DispatchJob job = fixture.job(effect("shop", receiver.url("/"), 20));
        AtomicInteger failures = new AtomicInteger(3);
        receiver.answer(request -> Answer.status(failures.getAndDecrement() > 0 ? 500 : 200));
        for (int seq = 1; seq <= 5; seq++) {
            fixture.write(FIRST, seq, "shop");
        }

        job.committed(DispatchFixture.EFFECTS);

        await().untilAsserted(() -> assertThat(fixture.state(FIRST, 5, "shop")).isEqualTo("done"));
        assertThat(receiver.received().stream().map(Request::body))
                .containsExactly(
                        FIRST + "/1",
                        FIRST + "/1",
                        FIRST + "/1",
                        FIRST + "/1",
                        FIRST + "/2",
                        FIRST + "/3",
                        FIRST + "/4",
                        FIRST + "/5");
        assertThat(receiver.received().stream().limit(4).map(got -> got.header("pawl-attempt")))
                .containsExactly("1", "2", "3", "4");
        assertThat(receiver.received().stream().limit(4).map(got -> got.header("webhook-id")))
                .containsOnly(FIRST + "_1_succeeded_shop");
        assertThat(fixture.attempts("shop", "retry")).isEqualTo(3);
        assertThat(fixture.attempts("shop", "done")).isEqualTo(5);
        assertThat(fixture.counter("pending")).isEqualTo(-5);
    }

    /** The fixture has no schedule: what is not called is never sent. */
    @Test
    void theNextOfAnOperationDoesNotWaitForTheSchedule() {
        DispatchJob job = fixture.job(effect("shop", receiver.url("/"), 20));
        fixture.write(FIRST, 1, "shop");
        fixture.write(FIRST, 2, "shop");

        job.committed(DispatchFixture.EFFECTS);

        await().untilAsserted(() -> assertThat(fixture.state(FIRST, 2, "shop")).isEqualTo("done"));
    }

    @Test
    void otherEffectsOfTheOperationDoNotWait() {
        receiver.answer(request -> Answer.status(request.target().equals("/broken") ? 500 : 200));
        DispatchJob job = fixture.job(
                effect("broken", receiver.url("/broken"), 20, LONG, LONG), effect("shop", receiver.url("/"), 20));
        fixture.write(FIRST, 1, "broken");
        fixture.write(FIRST, 1, "shop");
        fixture.write(FIRST, 2, "shop");

        job.committed(DispatchFixture.EFFECTS);

        await().untilAsserted(() -> assertThat(fixture.state(FIRST, 2, "shop")).isEqualTo("done"));
        await().untilAsserted(() ->
                assertThat(fixture.read("last_error", FIRST, 1, "broken")).isEqualTo("status 500"));
        assertThat(fixture.state(FIRST, 1, "broken")).isEqualTo("pending");
    }

    @Test
    void aHangingOperationDelaysNoOther() {
        DispatchJob job = fixture.job(effect("shop", receiver.url("/"), 20, LONG, LONG));
        receiver.answer(
                request -> Answer.status(200).after(request.body().equals(FIRST + "/1") ? LONG : Duration.ZERO));
        fixture.write(FIRST, 1, "shop");
        fixture.write(FIRST, 2, "shop");
        for (int seq = 1; seq <= 3; seq++) {
            fixture.write(SECOND, seq, "shop");
        }

        job.committed(DispatchFixture.EFFECTS);

        await().untilAsserted(() -> assertThat(fixture.state(SECOND, 3, "shop")).isEqualTo("done"));
        assertThat(fixture.state(FIRST, 2, "shop")).isEqualTo("pending");
        assertThat(receiver.received().stream().map(Request::body)).doesNotContain(FIRST + "/2");
    }

    @Test
    void aBlockedBacklogIsPutOffUntilItsEarliestIsDue() {
        DispatchJob job = fixture.job(effect("shop", receiver.url("/"), 20, LONG, LONG));
        receiver.answer(request -> Answer.status(500));
        IntStream.rangeClosed(1, 40).forEach(seq -> fixture.write(FIRST, seq, "shop"));
        job.committed(DispatchFixture.EFFECTS);
        await().untilAsserted(() ->
                assertThat(fixture.read("last_error", FIRST, 1, "shop")).isEqualTo("status 500"));

        // Put off for a second while the first was under way; the next look puts them off for as long as it pauses.
        await().atMost(Duration.ofSeconds(10))
                .untilAsserted(() -> assertThat(fixture.first(
                                "select count(*) from ${schema}.effect where due_at < now() + interval '4 minutes'"))
                        .isEqualTo("0"));

        assertThat(receiver.received()).hasSize(1);
        assertThat(fixture.first("select sum(attempts) from ${schema}.effect")).isEqualTo("1");
    }

    @Test
    void aRejectedEffectIsNotRepeatedAndItsOperationIsTold() {
        DispatchJob job = fixture.job(effect("shop", receiver.url("/"), 20));
        receiver.answer(request -> Answer.status(request.body().endsWith("/1") ? 422 : 200));
        fixture.write(FIRST, 1, "shop");
        fixture.write(FIRST, 2, "shop");

        job.committed(DispatchFixture.EFFECTS);

        await().untilAsserted(() ->
                assertThat(fixture.ledger.died).containsExactly(new Died(FIRST, 1, "shop", "status 422")));
        await().untilAsserted(() -> assertThat(fixture.state(FIRST, 2, "shop")).isEqualTo("done"));
        await().untilAsserted(() ->
                assertThat(fixture.read("claim", FIRST, 1, "shop")).isEmpty());
        assertThat(fixture.state(FIRST, 1, "shop")).isEqualTo("rejected");
        assertThat(receiver.received()).hasSize(2);
        assertThat(fixture.counter("pending")).isEqualTo(-2);
        assertThat(fixture.counter("dead")).isEqualTo(1);
    }

    @Test
    void anEffectThatFailsOnEveryAttemptIsDeadAndLetsLaterOnesPass() {
        DispatchJob job = fixture.job(effect("shop", receiver.url("/"), 3));
        receiver.answer(request -> Answer.status(request.body().endsWith("/1") ? 503 : 200));
        fixture.write(FIRST, 1, "shop");
        fixture.write(FIRST, 2, "shop");

        job.committed(DispatchFixture.EFFECTS);

        await().untilAsserted(() ->
                assertThat(fixture.ledger.died).containsExactly(new Died(FIRST, 1, "shop", "status 503")));
        await().untilAsserted(() -> assertThat(fixture.state(FIRST, 2, "shop")).isEqualTo("done"));
        assertThat(fixture.state(FIRST, 1, "shop")).isEqualTo("dead");
        assertThat(fixture.read("attempts", FIRST, 1, "shop")).isEqualTo("3");
        assertThat(receiver.received()).hasSize(4);
        assertThat(fixture.counter("dead")).isEqualTo(1);
        assertThat(fixture.attempts("shop", "dead")).isEqualTo(1);
    }
}
