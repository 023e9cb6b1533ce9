package dev.pawl.dispatch;

import static dev.pawl.dispatch.DispatchFixture.effect;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.pawl.core.outbound.EffectRule;
import dev.pawl.core.outbound.EffectRule.KafkaTarget;
import dev.pawl.core.outbound.EffectRule.SqlTarget;
import dev.pawl.core.outbound.SqlStatement;
import dev.pawl.dispatch.EffectSink.Delivered;
import dev.pawl.dispatch.EffectSink.Retry;
import dev.pawl.support.FakeReceiver;
import dev.pawl.support.FakeReceiver.Answer;
import dev.pawl.support.FakeServer.Request;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Receivers that hang, fail or ask to be left alone: they harm neither others nor their own effects. */
class SickReceiverTest {

    private static final UUID FIRST = new UUID(1, 1);
    private static final Duration LONG = Duration.ofMinutes(5);

    private final DispatchFixture fixture = new DispatchFixture();
    private final FakeReceiver receiver = new FakeReceiver();
    private final List<FakeReceiver> hanging = new ArrayList<>();

    @AfterEach
    void close() {
        receiver.close();
        hanging.forEach(FakeReceiver::close);
        fixture.close();
    }

    private double circuit() {
        return fixture.circuit(receiver.url("/"));
    }

    private void write(int operations, String effect) {
        for (int n = 1; n <= operations; n++) {
            fixture.write(new UUID(7, n), 1, effect);
        }
    }

    @Test
    void howeverManyReceiversHangNobodyElseIsDelayed() {
        for (int n = 0; n < 6; n++) {
            hanging.add(new FakeReceiver().answer(request -> Answer.status(200).after(LONG)));
        }
        EffectRule shop = effect("shop", receiver.url("/"), 20);
        SqlStatement statement = SqlStatement.parse("select 1").fold(parsed -> parsed, problem -> {
            throw new AssertionError(problem);
        });
        EffectRule[] effects = Stream.concat(
                        IntStream.range(0, 6)
                                .mapToObj(n -> effect("h" + n, hanging.get(n).url("/"), 20, LONG, LONG)),
                        Stream.of(
                                shop,
                                of("sql", shop, new SqlTarget(statement, null, LONG)),
                                of("kafka", shop, new KafkaTarget("facts", LONG))))
                .toArray(EffectRule[]::new);
        DispatchJob job =
                fixture.jobWithKafka((target, attempt) -> Uni.createFrom().item(new Delivered()), effects);
        IntStream.range(0, 6).forEach(n -> write(20, "h" + n));
        job.committed(DispatchFixture.EFFECTS);
        await().until(() ->
                hanging.stream().mapToInt(one -> one.received().size()).sum() >= DispatchJob.SHARED + 6);

        for (int n = 1; n <= 40; n++) {
            fixture.write(new UUID(8, n), 1, "shop");
            fixture.write(new UUID(8, n), 1, "sql", "{}");
            fixture.write(new UUID(8, n), 1, "kafka");
        }
        job.committed(DispatchFixture.EFFECTS);

        await().untilAsserted(() -> assertThat(List.of(
                        fixture.attempts("shop", "done"),
                        fixture.attempts("sql", "done"),
                        fixture.attempts("kafka", "done")))
                .containsOnly(40.0));
        assertThat(hanging)
                .extracting(one -> one.received().size())
                .allMatch(places -> places <= HttpEffectSink.PER_DESTINATION);
    }

    private static EffectRule of(String name, EffectRule like, EffectRule.Target target) {
        return new EffectRule(name, like.when(), target, false, 20, like.backoff());
    }

    @Test
    void oneThatFailsIsLeftAloneUntilASingleAttemptFindsOutThatItIsBack() {
        Duration slow = Duration.ofMillis(300);
        Queue<Request> welcomed = new ConcurrentLinkedQueue<>();
        receiver.answer(request -> Answer.status(500));
        DispatchJob job = fixture.job(effect("shop", receiver.url("/"), 1000));
        fixture.write(FIRST, 1, "shop");
        job.committed(DispatchFixture.EFFECTS);
        await().until(() -> circuit() == 2);
        receiver.answer(request -> {
            welcomed.add(request);
            return Answer.status(204).after(slow);
        });

        write(39, "shop");
        job.committed(DispatchFixture.EFFECTS);

        await().untilAsserted(() -> assertThat(fixture.counter("pending")).isEqualTo(-40));
        assertThat(fixture.first("select count(*) from ${schema}.effect where attempts <> 1"))
                .as("none was tried in vain but the one that found out that it fails")
                .isEqualTo("1");
        List<Long> times = welcomed.stream().map(Request::nanos).sorted().toList();
        assertThat(times).hasSize(40);
        assertThat(times.get(1) - times.get(0)).isGreaterThanOrEqualTo(slow.toNanos());
        assertThat(circuit()).isZero();
    }

    @Test
    void aWishToBeLeftAloneHoldsForAllEffectsOfTheReceiver() {
        receiver.answer(request -> request.path().equals("/others")
                ? Answer.status(204)
                : Answer.status(503).with("Retry-After", "3600"));
        try (FakeReceiver mail = new FakeReceiver()) {
            DispatchJob job = fixture.job(
                    effect("shop", receiver.url("/"), 20),
                    effect("others", receiver.url("/others"), 20),
                    effect("mail", mail.url("/"), 20));
            fixture.write(FIRST, 1, "shop");
            job.committed(DispatchFixture.EFFECTS);
            await().until(() -> circuit() == 2);

            write(30, "shop");
            write(30, "others");
            write(30, "mail");
            job.committed(DispatchFixture.EFFECTS);

            await().untilAsserted(
                            () -> assertThat(fixture.attempts("mail", "done")).isEqualTo(30));
            assertThat(fixture.first("select sum(attempts) from ${schema}.effect where name <> 'mail'"))
                    .isEqualTo("1");
            assertThat(receiver.received()).hasSize(1);
            assertThat(fixture.circuit(mail.url("/"))).isZero();
        }
    }

    @Test
    void aTopicThatIsMissingOrHangsIsNoReasonToLeaveTheOthersAlone() {
        EffectRule like = effect("like", receiver.url("/"), 20);
        EffectRule[] effects = Stream.of("missing", "hanging", "facts")
                .map(topic -> of(topic, like, new KafkaTarget(topic, LONG)))
                .toArray(EffectRule[]::new);
        DispatchJob job = fixture.jobWithKafka(
                (target, attempt) -> switch (target.topic()) {
                    case "missing" -> Uni.createFrom().item(new Retry("Kafka: TimeoutException", null, false));
                    case "hanging" -> Uni.createFrom().nothing();
                    default -> Uni.createFrom().item(new Delivered());
                },
                effects);
        write(20, "missing");
        write(20, "hanging");
        job.committed(DispatchFixture.EFFECTS);
        await().until(() -> fixture.circuit("kafka/missing") == 2);

        write(40, "facts");
        job.committed(DispatchFixture.EFFECTS);

        await().untilAsserted(
                        () -> assertThat(fixture.attempts("facts", "done")).isEqualTo(40));
        assertThat(fixture.circuit("kafka/facts")).isZero();
        assertThat(fixture.circuit("kafka/missing")).isEqualTo(2);
    }

    @Test
    void anAnswerAboutOneEffectIsNoReasonToLeaveTheOthersAlone() {
        receiver.answer(request -> Answer.status(404));
        DispatchJob job = fixture.job(effect("shop", receiver.url("/"), 2 * Circuit.FAILURES));
        fixture.write(FIRST, 1, "shop");

        job.committed(DispatchFixture.EFFECTS);

        await().untilAsserted(() -> assertThat(fixture.state(FIRST, 1, "shop")).isEqualTo("dead"));
        assertThat(receiver.received()).hasSize(2 * Circuit.FAILURES);
        assertThat(circuit()).isZero();
    }
}
