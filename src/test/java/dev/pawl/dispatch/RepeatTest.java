package dev.pawl.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.pawl.core.outbound.EffectQuestion;
import dev.pawl.core.outbound.EffectQuestion.Condition;
import dev.pawl.core.outbound.EffectRule;
import dev.pawl.core.outbound.EffectRule.End;
import dev.pawl.core.outbound.EffectText;
import dev.pawl.core.outbound.Repeat;
import dev.pawl.support.FakeReceiver;
import dev.pawl.support.FakeReceiver.Answer;
import dev.pawl.support.FakeServer.Request;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RepeatTest {

    private static final UUID OPERATION = new UUID(1, 1);
    private static final String PAYLOAD = "{\"data\":{\"operation\":{\"id\":\"o\",\"key\":\"pi 1\",\"fields\":{}}}}";

    private final DispatchFixture fixture = new DispatchFixture();
    private final FakeReceiver receiver = new FakeReceiver();

    @AfterEach
    void close() {
        receiver.close();
        fixture.close();
    }

    private EffectRule rule(URI url, Repeat repeat, Map<End, String> then) {
        EffectRule plain = DispatchFixture.effect("shop", url, 4);
        return new EffectRule(plain.name(), plain.when(), plain.target(), false, 4, plain.backoff(), repeat, then);
    }

    private EffectRule never() {
        return rule(receiver.url("/hooks"), Repeat.Always.NEVER, Map.of());
    }

    private EffectRule asking() {
        return asking(receiver);
    }

    private EffectRule asking(FakeReceiver asked) {
        EffectText url = EffectText.address("http://" + asked.url("/").getAuthority() + "/state/{key}")
                .fold(text -> text, problem -> {
                    throw new AssertionError(problem);
                });
        return rule(
                receiver.url("/hooks"),
                new Repeat.Ask(new EffectQuestion(
                        "GET",
                        url,
                        Map.of(),
                        new Condition(Set.of(204), null, Set.of()),
                        new Condition(Set.of(404), null, Set.of()))),
                Map.of());
    }

    private void write() {
        fixture.write(OPERATION, 1, "shop");
        fixture.update("update ${schema}.effect set payload = convert_to(?, 'UTF8')", PAYLOAD);
    }

    private void awaitState(String state) {
        await().untilAsserted(
                        () -> assertThat(fixture.state(OPERATION, 1, "shop")).isEqualTo(state));
    }

    private List<String> paths() {
        return receiver.received().stream().map(Request::target).toList();
    }

    @Test
    void whatMayHaveArrivedIsNeverSentAgainWhereTheEffectSaysSo() {
        receiver.answer(request -> Answer.status(500));
        write();

        fixture.job(never()).committed(DispatchFixture.EFFECTS);

        await().untilAsserted(() -> assertThat(fixture.ledger.ended).hasSize(1));
        assertThat(fixture.ledger.ended.get(0).unsure()).isTrue();
        assertThat(fixture.state(OPERATION, 1, "shop")).isEqualTo("dead");
        assertThat(receiver.received()).hasSize(1);
    }

    @Test
    void oneAttemptThatMayHaveArrivedMakesGivingUpUncertainWhereThatSaysSomething() {
        AtomicInteger sent = new AtomicInteger();
        receiver.answer(request -> Answer.status(sent.getAndIncrement() == 1 ? 500 : 404));
        write();

        fixture.job(rule(receiver.url("/"), Repeat.Always.KEYED, Map.of(End.DEAD, "failed")))
                .committed(DispatchFixture.EFFECTS);

        await().untilAsserted(() -> assertThat(fixture.ledger.ended).hasSize(1));
        assertThat(fixture.ledger.ended.get(0).unsure()).isTrue();
        assertThat(receiver.received()).hasSize(4);
    }

    @Test
    void givingUpIsCertainWhereNoAttemptCanHaveArrived() {
        receiver.answer(request -> Answer.status(404));
        write();

        fixture.job(rule(receiver.url("/"), Repeat.Always.KEYED, Map.of(End.DEAD, "failed")))
                .committed(DispatchFixture.EFFECTS);

        await().untilAsserted(() -> assertThat(fixture.ledger.ended).hasSize(1));
        assertThat(fixture.ledger.ended.get(0).unsure()).isFalse();
    }

    @Test
    void aRefusalIsNoDoubtAndIsRepeated() {
        AtomicInteger refusals = new AtomicInteger(2);
        receiver.answer(request -> Answer.status(refusals.getAndDecrement() > 0 ? 429 : 200));
        write();

        fixture.job(never()).committed(DispatchFixture.EFFECTS);

        awaitState("done");
        assertThat(receiver.received()).hasSize(3);
    }

    @Test
    void aReceiverThatIsAwayHasNotGotItSoItIsSentWhenItIsBack() {
        FakeReceiver gone = new FakeReceiver();
        URI nobody = gone.url("/");
        gone.close();
        write();

        fixture.job(rule(nobody, Repeat.Always.NEVER, Map.of())).committed(DispatchFixture.EFFECTS);

        await().untilAsserted(() -> assertThat(fixture.ledger.ended).hasSize(1));
        assertThat(fixture.ledger.ended.get(0).unsure()).isFalse();
        assertThat(fixture.read("attempts", OPERATION, 1, "shop")).isEqualTo("4");
    }

    @Test
    void anAttemptThatAProcessDiedInMayHaveArrived() {
        write();
        fixture.update(
                "update ${schema}.effect set claim = gen_random_uuid(), attempts = 1, due_at = now() - interval '1 s'");

        fixture.job(never()).committed(DispatchFixture.EFFECTS);

        await().untilAsserted(() -> assertThat(fixture.ledger.ended).hasSize(1));
        assertThat(fixture.ledger.ended.get(0).unsure()).isTrue();
        assertThat(receiver.received()).isEmpty();
    }

    @Test
    void theReceiverIsAskedAndHasIt() {
        receiver.answer(request -> Answer.status(request.path().equals("/hooks") ? 500 : 204));
        write();

        fixture.job(asking()).committed(DispatchFixture.EFFECTS);

        awaitState("done");
        assertThat(paths()).containsExactly("/hooks", "/state/pi%201");
    }

    @Test
    void theReceiverIsAskedAndHasNotGotItSoItIsSentAgain() {
        AtomicInteger sent = new AtomicInteger();
        receiver.answer(request ->
                Answer.status(request.path().equals("/hooks") ? (sent.getAndIncrement() == 0 ? 502 : 200) : 404));
        write();

        fixture.job(asking()).committed(DispatchFixture.EFFECTS);

        awaitState("done");
        assertThat(paths()).containsExactly("/hooks", "/state/pi%201", "/hooks");
    }

    @Test
    void withoutAClearAnswerItIsAskedAgainAndThenAPersonIs() {
        receiver.answer(request -> Answer.status(request.path().equals("/hooks") ? 500 : 200));
        write();

        fixture.job(asking()).committed(DispatchFixture.EFFECTS);

        await().untilAsserted(() -> assertThat(fixture.ledger.ended).hasSize(1));
        assertThat(fixture.ledger.ended.get(0).unsure()).isTrue();
        assertThat(paths()).containsExactly("/hooks", "/state/pi%201", "/state/pi%201", "/state/pi%201");
        assertThat(fixture.state(OPERATION, 1, "shop")).isEqualTo("dead");
    }

    private void awaitNoAnswer() {
        await().untilAsserted(() -> assertThat(fixture.read("last_error", OPERATION, 1, "shop"))
                .isEqualTo("asked whether it was done, and status 503 does not say"));
    }

    @Test
    void whenToAskAgainIsObeyed() {
        receiver.answer(request -> request.path().equals("/hooks")
                ? Answer.status(500)
                : Answer.status(503).with("Retry-After", "600"));
        write();

        fixture.job(asking()).committed(DispatchFixture.EFFECTS);

        awaitNoAnswer();
        assertThat(fixture.read("extract(epoch from due_at - now())::int between 500 and 600", OPERATION, 1, "shop"))
                .isEqualTo("true");
        assertThat(fixture.read("attempts", OPERATION, 1, "shop")).isEqualTo("2");
        assertThat(paths()).containsExactly("/hooks", "/state/pi%201");
        assertThat(fixture.circuit(receiver.url("/"))).isEqualTo(2);
    }

    @Test
    void whatAnotherHostWishesIsNoWordAboutTheReceiver() {
        receiver.answer(request -> Answer.status(500));
        try (FakeReceiver other = new FakeReceiver()) {
            other.answer(request -> Answer.status(503).with("Retry-After", "600"));
            write();

            fixture.job(asking(other)).committed(DispatchFixture.EFFECTS);

            awaitNoAnswer();
            assertThat(fixture.read("due_at > now() + interval '500 s'", OPERATION, 1, "shop"))
                    .isEqualTo("true");
            assertThat(fixture.circuit(receiver.url("/"))).isZero();
        }
    }

    @Test
    void theQuestionBelongsToTheTraceOfItsEffect() {
        receiver.answer(request -> Answer.status(request.path().equals("/hooks") ? 500 : 204));
        write();
        fixture.update("update ${schema}.effect set correlation_id = 'req-1', tracestate = 'a=1',"
                + " traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'");

        fixture.job(asking()).committed(DispatchFixture.EFFECTS);

        awaitState("done");
        Request question = receiver.received().get(1);
        assertThat(question.path()).isEqualTo("/state/pi 1");
        assertThat(question.header("correlation-id")).isEqualTo("req-1");
        assertThat(question.header("tracestate")).isEqualTo("a=1");
        assertThat(question.header("traceparent")).matches("00-0af7651916cd43dd8448eb211c80319c-[0-9a-f]{16}-01");
    }

    /** Somebody else's 204 would say that it is done. */
    @Test
    void aRedirectIsNoAnswerAndIsNotFollowed() {
        try (FakeReceiver elsewhere = new FakeReceiver()) {
            receiver.answer(request -> request.path().equals("/hooks")
                    ? Answer.status(500)
                    : Answer.status(302).with("Location", elsewhere.url("/").toString()));
            write();

            fixture.job(asking()).committed(DispatchFixture.EFFECTS);

            await().untilAsserted(() -> assertThat(fixture.ledger.ended).hasSize(1));
            assertThat(fixture.ledger.ended.get(0).unsure()).isTrue();
            assertThat(fixture.state(OPERATION, 1, "shop")).isEqualTo("dead");
            assertThat(elsewhere.received()).isEmpty();
        }
    }

    @Test
    void aGoodEndingIsToldWhereItSaysSomething() {
        fixture.ledger.away.set(true);
        DispatchJob job = fixture.job(rule(receiver.url("/"), Repeat.Always.KEYED, Map.of(End.DONE, "succeeded")));
        write();
        job.committed(DispatchFixture.EFFECTS);
        awaitState("done");
        assertThat(fixture.read("claim", OPERATION, 1, "shop")).isNotEmpty();

        fixture.ledger.away.set(false);
        fixture.update("update ${schema}.effect set due_at = now()");
        job.tick();

        await().untilAsserted(() -> assertThat(fixture.ledger.ended).isNotEmpty());
        assertThat(fixture.ledger.ended.get(0).end()).isEqualTo(End.DONE);
        await().untilAsserted(() ->
                assertThat(fixture.read("claim", OPERATION, 1, "shop")).isEmpty());
    }
}
