package dev.pawl.dispatch;

import static dev.pawl.dispatch.DispatchFixture.effect;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.pawl.core.outbound.EffectRule;
import dev.pawl.core.outbound.EffectRule.HttpTarget;
import dev.pawl.dispatch.DispatchFixture.FakeLedger.Died;
import dev.pawl.dispatch.EffectSink.Delivered;
import dev.pawl.dispatch.EffectSink.Outcome;
import dev.pawl.support.FakeReceiver;
import dev.pawl.support.FakeReceiver.Answer;
import dev.pawl.support.FakeServer.Request;
import io.quarkus.runtime.ShutdownEvent;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DispatchFaultsTest {

    private static final UUID FIRST = new UUID(1, 1);

    private final DispatchFixture fixture = new DispatchFixture();
    private final FakeReceiver receiver = new FakeReceiver();

    @AfterEach
    void close() {
        receiver.close();
        fixture.close();
    }

    @Test
    void anOperationThatCouldNotBeToldIsToldLater() {
        DispatchJob job = fixture.job(effect("shop", receiver.url("/"), 1));
        receiver.answer(request -> Answer.status(500));
        fixture.ledger.away.set(true);
        fixture.write(FIRST, 1, "shop");
        job.committed(DispatchFixture.EFFECTS);
        await().untilAsserted(() -> assertThat(fixture.state(FIRST, 1, "shop")).isEqualTo("dead"));
        await().untilAsserted(() -> assertThat(fixture.first(
                        "select count(*) from ${schema}.effect where claim is not null and due_at > now()"))
                .isEqualTo("1"));

        fixture.ledger.away.set(false);
        fixture.update("update ${schema}.effect set due_at = now()");
        job.tick();

        await().untilAsserted(() ->
                assertThat(fixture.read("claim", FIRST, 1, "shop")).isEmpty());
        assertThat(fixture.ledger.died).containsExactly(new Died(FIRST, 1, "shop", "status 500"));
    }

    @Test
    void aClaimThatWasLostWritesNothing() throws InterruptedException {
        SlowSink sink = new SlowSink();
        DispatchJob job = fixture.job(sink, effect("shop", receiver.url("/"), 20));
        fixture.write(FIRST, 1, "shop");
        job.committed(DispatchFixture.EFFECTS);
        UniEmitter<? super Outcome> slow = sink.next();
        fixture.update("update ${schema}.effect set due_at = now() - interval '1 second'"); // its lease is over
        job.tick();
        UniEmitter<? super Outcome> second = sink.next();

        slow.complete(new EffectSink.Rejected("too late to matter"));
        await().untilAsserted(
                        () -> assertThat(fixture.attempts("shop", "lease-lost")).isEqualTo(1));

        assertThat(fixture.state(FIRST, 1, "shop")).isEqualTo("pending");
        assertThat(fixture.counter("pending")).isZero();
        second.complete(new Delivered());
        await().untilAsserted(() -> assertThat(fixture.state(FIRST, 1, "shop")).isEqualTo("done"));
        assertThat(fixture.read("attempts", FIRST, 1, "shop")).isEqualTo("2");
        assertThat(fixture.counter("pending")).isEqualTo(-1);
        assertThat(fixture.ledger.died).isEmpty();
    }

    @Test
    void aSinkThatThrowsCountsAsAnAttempt() {
        EffectSink<HttpTarget> broken = (target, attempt) -> {
            throw new IllegalStateException("secret");
        };
        DispatchJob job = fixture.job(broken, effect("shop", receiver.url("/"), 2));
        fixture.write(FIRST, 1, "shop");

        job.committed(DispatchFixture.EFFECTS);

        await().untilAsserted(() -> assertThat(fixture.state(FIRST, 1, "shop")).isEqualTo("dead"));
        assertThat(fixture.read("last_error", FIRST, 1, "shop")).isEqualTo("the attempt failed: IllegalStateException");
    }

    @Test
    void aLongReasonIsCut() {
        EffectSink<HttpTarget> wordy =
                (target, attempt) -> Uni.createFrom().item(new EffectSink.Rejected("x".repeat(10_000)));
        DispatchJob job = fixture.job(wordy, effect("shop", receiver.url("/"), 2));
        fixture.write(FIRST, 1, "shop");

        job.committed(DispatchFixture.EFFECTS);

        await().untilAsserted(() ->
                assertThat(fixture.read("last_error", FIRST, 1, "shop")).hasSize(500));
    }

    @Test
    void anEffectWrittenForAnotherKindOfReceiverIsNotSent() {
        DispatchJob job = fixture.job(effect("shop", receiver.url("/"), 2));
        fixture.write(FIRST, 1, "shop");
        fixture.update("update ${schema}.effect set kind = 'sql'");

        job.committed(DispatchFixture.EFFECTS);

        await().untilAsserted(() -> assertThat(fixture.read("last_error", FIRST, 1, "shop"))
                .isEqualTo("written as an effect of kind sql, and the configuration now says http"));
        assertThat(fixture.state(FIRST, 1, "shop")).isEqualTo("pending");
        assertThat(fixture.read("attempts", FIRST, 1, "shop")).isEqualTo("0");
        assertThat(fixture.read("due_at > now()", FIRST, 1, "shop")).isEqualTo("true");

        fixture.update("update ${schema}.effect set kind = 'http', due_at = now()");
        job.tick();

        await().untilAsserted(() -> assertThat(fixture.state(FIRST, 1, "shop")).isEqualTo("done"));
        assertThat(receiver.received()).hasSize(1);
    }

    /** However long it has waited for its receiver: the change may be a mistake of this moment. */
    @Test
    void anOldEffectOfAnotherKindIsNotGivenUpAtOnce() {
        DispatchJob job = fixture.job(effect("shop", receiver.url("/"), 2));
        fixture.write(FIRST, 1, "shop");
        fixture.update("update ${schema}.effect set kind = 'kafka', created_at = now() - interval '3 days'");

        job.committed(DispatchFixture.EFFECTS);

        await().untilAsserted(() -> assertThat(fixture.read("last_error", FIRST, 1, "shop"))
                .isEqualTo("written as an effect of kind kafka, and the configuration now says http"));
        assertThat(fixture.state(FIRST, 1, "shop")).isEqualTo("pending");
        assertThat(fixture.ledger.died).isEmpty();
        assertThat(receiver.received()).isEmpty();
    }

    @Test
    void effectsTheConfigurationDoesNotKnowAreLeftAlone() {
        DispatchJob job = fixture.job(effect("shop", receiver.url("/"), 20));
        fixture.write(FIRST, 1, "removed");
        fixture.write(FIRST, 1, "shop");

        job.committed(DispatchFixture.EFFECTS);

        await().untilAsserted(() -> assertThat(fixture.state(FIRST, 1, "shop")).isEqualTo("done"));
        assertThat(fixture.state(FIRST, 1, "removed")).isEqualTo("pending");
        assertThat(fixture.read("attempts", FIRST, 1, "removed")).isEqualTo("0");
    }

    @Test
    void twoReplicasSendEveryEffectOnce() {
        EffectRule effect = effect("shop", receiver.url("/"), 20);
        List<DispatchJob> replicas = List.of(fixture.job(effect), fixture.job(effect));
        for (int operation = 1; operation <= 60; operation++) {
            for (int seq = 1; seq <= 3; seq++) {
                fixture.write(new UUID(4, operation), seq, "shop");
            }
        }

        replicas.forEach(replica -> replica.committed(DispatchFixture.EFFECTS));

        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(fixture.counter("pending")).isEqualTo(-180));
        assertThat(receiver.received()).hasSize(180);
        assertThat(receiver.received().stream().map(Request::body).distinct()).hasSize(180);
        for (int operation = 1; operation <= 60; operation++) {
            String id = new UUID(4, operation) + "/";
            assertThat(receiver.received().stream().map(Request::body).filter(body -> body.startsWith(id)))
                    .containsExactly(id + 1, id + 2, id + 3);
        }
    }

    @Test
    void whatTheDatabaseCannotTakeNowIsWrittenLater() {
        DispatchJob job = fixture.job(effect("shop", receiver.url("/"), 20));
        fixture.refuseOutcomes();
        fixture.write(FIRST, 1, "shop");
        job.committed(DispatchFixture.EFFECTS);
        await().untilAsserted(() -> assertThat(fixture.refusedOutcomes()).isPositive());

        fixture.acceptOutcomes();

        await().untilAsserted(() -> assertThat(fixture.state(FIRST, 1, "shop")).isEqualTo("done"));
        assertThat(receiver.received()).hasSize(1);
        assertThat(fixture.counter("pending")).isEqualTo(-1);
    }

    @Test
    void stoppingWaitsForWhatIsUnderWayAndBeginsNothing() {
        DispatchJob job = fixture.job(effect("shop", receiver.url("/"), 20));
        receiver.answer(request -> Answer.status(200).after(Duration.ofMillis(300)));
        fixture.write(FIRST, 1, "shop");
        fixture.write(FIRST, 2, "shop");
        job.committed(DispatchFixture.EFFECTS);
        await().untilAsserted(() -> assertThat(receiver.received()).hasSize(1));

        job.stop(new ShutdownEvent());
        job.tick();

        assertThat(fixture.state(FIRST, 1, "shop")).isEqualTo("done");
        assertThat(fixture.state(FIRST, 2, "shop")).isEqualTo("pending");
        assertThat(receiver.received()).hasSize(1);
    }
}
