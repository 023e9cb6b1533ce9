package dev.pawl.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.pawl.service.Way.Message;
import dev.pawl.support.FakeReceiver.Answer;
import dev.pawl.support.FakeServer.Request;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The eight scenarios of every idempotent integration, as a webhook and as a command, on one process with a table, a
 * receiver and a topic. Each name says the effect that is allowed; rows and effects are looked at, not answers alone.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class EightScenariosIT {

    private static final int PAIRS = 20;
    private static final AtomicInteger PAYMENTS = new AtomicInteger(1_000);

    private final EightWorld world = new EightWorld();

    @AfterAll
    void close() throws IOException {
        world.close();
    }

    private static String payment() {
        return "pay_" + PAYMENTS.incrementAndGet();
    }

    private static List<String> verdicts(JsonNode shown) {
        return EightWorld.words(shown.path("events"), "verdict");
    }

    @ParameterizedTest(name = "{displayName} [{0}]")
    @EnumSource
    void s1TheSameRequestTwiceInSequenceHasOneEffect(Way way) {
        Message said = Message.succeeded(payment());

        HttpResponse<String> first = world.answered(way, said);
        HttpResponse<String> second = world.answered(way, said);

        way.assertTaken(first, "applied");
        way.assertTaken(second, "duplicate");
        JsonNode shown = world.assertOnce(way, said.payment());
        assertThat(verdicts(shown)).containsExactly("applied", "duplicate");
        assertThat(shown.path("duplicates").asInt()).isEqualTo(1);
        if (way == Way.COMMAND) {
            assertThat(second.body()).isEqualTo(first.body());
        }
    }

    @ParameterizedTest(name = "{displayName} [{0}]")
    @EnumSource
    void s2TwoAtOnceHaveOneEffectTogether(Way way) {
        List<Message> messages = IntStream.range(0, PAIRS)
                .mapToObj(n -> Message.succeeded(payment()))
                .toList();
        List<HttpResponse<String>> answers = world.answeredInPairs(way, messages);

        for (int n = 0; n < PAIRS; n++) {
            List<HttpResponse<String>> pair = answers.subList(2 * n, 2 * n + 2);
            assertThat(pair).allMatch(answer -> answer.statusCode() == (way == Way.WEBHOOK ? 200 : 201));
            if (way == Way.COMMAND) {
                assertThat(pair.get(0).body()).isEqualTo(pair.get(1).body());
                assertThat(pair.stream().filter(Way::replayed)).hasSize(1);
            }
            JsonNode shown = world.assertOnce(way, messages.get(n).payment());
            assertThat(verdicts(shown)).containsExactlyInAnyOrder("applied", "duplicate");
        }
    }

    /** The service dying before it answers is part of scenario 5. */
    @ParameterizedTest(name = "{displayName} [{0}]")
    @EnumSource
    void s3AnAnswerThatNobodyHeardAndARetryHaveOneEffect(Way way) {
        Message said = Message.succeeded(payment());

        world.sendAndHangUp(way, said);
        await().until(() -> world.knows(said.payment()));
        HttpResponse<String> retry = world.answered(way, said);

        way.assertTaken(retry, "duplicate");
        assertThat(verdicts(world.assertOnce(way, said.payment()))).containsExactly("applied", "duplicate");
    }

    @ParameterizedTest(name = "{displayName} [{0}]")
    @EnumSource
    void s4TheSameKeyWithAnotherPayloadHasNoEffectOfItsOwn(Way way) {
        Message said = Message.succeeded(payment());
        way.assertTaken(world.answered(way, said), "applied");

        HttpResponse<String> other = world.answered(way, said.withAmount(4_000));

        JsonNode shown = world.assertOnce(way, said.payment());
        assertThat(verdicts(shown)).containsExactly("applied", "conflict");
        assertThat(shown.path("fields").path("amount").asText()).isEqualTo("1000");
        assertThat(world.query("select amount::text from credit where ref = '" + said.payment() + "'"))
                .containsExactly("1000");
        switch (way) {
            case WEBHOOK -> {
                way.assertTaken(other, "conflict");
                // A provider that says two things is a person's business; both values are shown.
                assertThat(EightWorld.words(shown.path("attention"), "reason")).containsExactly("conflict");
                assertThat(shown.path("events")
                                .path(1)
                                .path("fields")
                                .path("amount")
                                .toString())
                        .contains("\"stored\":\"1000\"", "\"asserted\":\"4000\"");
            }
            case COMMAND -> {
                // A caller that says two things is told.
                assertThat(other.statusCode()).isEqualTo(422);
                assertThat(other.body()).contains("urn:pawl:problem:key-reused");
                assertThat(shown.path("attention")).isEmpty();
            }
        }
    }

    @ParameterizedTest(name = "{displayName} [{0}]")
    @EnumSource
    void s5AProcessKilledAfterCommitAndBeforeItsAnswerLeavesOneEffect(Way way) {
        Message said = Message.succeeded(payment());

        assertThat(world.killedAfterCommitOf(way, said)).isNull();

        // Nobody has sent anything again: what was committed is carried out all the same.
        JsonNode shown = world.assertOneEffectEach(way, said.payment());
        assertThat(verdicts(shown)).containsExactly("applied");
        way.assertTaken(world.answered(way, said), "duplicate");
        assertThat(verdicts(world.assertOneEffectEach(way, said.payment()))).containsExactly("applied", "duplicate");
    }

    /** Heard or not: what was begun is there, open, and ends once, with the answer that is kept. */
    @ParameterizedTest(name = "{displayName} [{0}, answer heard: {1}]")
    @CsvSource({"WEBHOOK, true", "WEBHOOK, false", "COMMAND, true", "COMMAND, false"})
    void s5AProcessKilledWhileTheOperationIsProcessingLeavesOneEffectOfItsEnd(Way way, boolean heard) {
        Message begun = Message.begun(payment());
        if (heard) {
            way.assertOpen(world.answered(way, begun), false);
            world.restart();
        } else {
            assertThat(world.killedAfterCommitOf(way, begun)).isNull();
        }

        JsonNode open = world.shown(way, begun.payment());
        assertThat(open.path("status").asText()).isEqualTo("processing");
        world.assertNothingOutside(begun, open.path("id").asText());
        way.assertOpen(world.answered(way, begun), true);
        Way.WEBHOOK.assertTaken(world.ended(way, begun.ended()), "applied");

        world.assertOneEffectEach(way, begun.payment(), 2);
        if (way == Way.COMMAND) {
            HttpResponse<String> stored = world.answered(way, begun);
            way.assertTaken(stored, "duplicate");
            assertThat(stored.body())
                    .contains("\"state\":\"succeeded\"", open.path("id").asText());
            assertThat(world.answered(way, begun).body()).isEqualTo(stored.body());
        }
        Way.WEBHOOK.assertTaken(world.ended(way, begun.ended()), "duplicate");
        assertThat(world.received(world.assertOneEffectEach(way, begun.payment(), 2)))
                .hasSize(1);
    }

    /** At least once, since nobody but the receiver knew: with the same id, never another. The table counts once. */
    @ParameterizedTest(name = "{displayName} [{0}]")
    @EnumSource
    void s5AProcessKilledAfterTheReceiversAnswerSendsTheSameIdAgain(Way way) {
        Message said = Message.succeeded(payment());
        int before = world.receiver.answered();
        world.receiver.answer(request -> {
            // From here on the process cannot write down what it hears.
            world.wire.block();
            return Answer.status(204);
        });

        way.assertTaken(world.answered(way, said), "applied");
        await().pollInterval(Duration.ofMillis(5)).until(() -> world.receiver.answered() > before);
        world.receiver.answer(request -> Answer.status(204));
        world.restart();

        JsonNode shown = world.assertOneEffectEach(way, said.payment());
        assertThat(world.received(shown))
                .extracting(request -> request.header("pawl-attempt"))
                .containsExactly("1", "2");
        assertThat(world.received(shown))
                .extracting(Request::body)
                .containsOnly(world.received(shown).get(0).body());
        way.assertTaken(world.answered(way, said), "duplicate");
        assertThat(world.times(said.payment())).containsExactly("1");
    }

    @ParameterizedTest(name = "{displayName} [{0}]")
    @EnumSource
    void s6AnOldEventAfterTheEntityMovedOnHasNoEffect(Way way) {
        Message said = Message.succeeded(payment());
        way.assertTaken(world.answered(way, said), "applied");

        HttpResponse<String> late = world.answered(way, said.before());

        JsonNode shown = world.assertOnce(way, said.payment());
        way.assertTaken(late, "stale");
        assertThat(verdicts(shown)).containsExactly("applied", "stale");
        assertThat(shown.path("state").asText()).isEqualTo("succeeded");
        assertThat(shown.path("seq").asInt()).isEqualTo(1);
        assertThat(shown.path("attention")).isEmpty();
    }

    /** Both ways, at a source whose tombstones check what is said about them and at one whose are closed. */
    @ParameterizedTest(name = "{displayName} [{0}, {1}: {2}]")
    @CsvSource({"WEBHOOK, bank, checked", "WEBHOOK, vault, blocked", "COMMAND, till, blocked", "COMMAND, desk, checked"
    })
    void s7AReplayAfterTheRecordExpiredHasNoEffect(Way way, String source, String policy) {
        Message said = Message.succeeded(payment());
        way.assertTaken(world.answeredAt(way, source, said), "applied");
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(EightWorld.words(
                                world.shownAt(source, said.payment()).path("effects"), "state"))
                        .containsExactly("done", "done", "done"));
        JsonNode alive = world.shownAt(source, said.payment());
        world.query("update pawl.operation set updated_at = now() - interval '401 days' where key = '" + said.payment()
                + "'");
        await().atMost(Duration.ofSeconds(30))
                .until(() ->
                        world.shownAt(source, said.payment()).path("tombstone").asBoolean());

        HttpResponse<String> replay = world.answeredAt(way, source, said);

        JsonNode shown = world.shownAt(source, said.payment());
        boolean checked = policy.equals("checked");
        String verdict = checked ? "duplicate" : "stale";
        switch (way) {
            case WEBHOOK -> way.assertTaken(replay, verdict);
            case COMMAND -> {
                assertThat(replay.statusCode()).isEqualTo(410);
                assertThat(replay.headers().firstValue("Location").isPresent()).isEqualTo(checked);
                assertThat(shown.path("events").path(1).path("reason").asText()).isEqualTo("expired");
            }
        }
        assertThat(verdicts(shown)).containsExactly("applied", verdict);
        assertThat(shown.path("id")).isEqualTo(alive.path("id"));
        assertThat(shown.path("state").asText()).isEqualTo("succeeded");
        assertThat(shown.path("seq").asInt()).isEqualTo(1);
        assertThat(world.query("select name from pawl.effect where state <> 'done' and operation_id = '"
                        + shown.path("id").asText() + "'"))
                .isEmpty();
        assertThat(world.times(said.payment())).containsExactly("1");
        assertThat(world.received(shown)).hasSize(1);
        assertThat(world.recordsOf(shown.path("id").asText())).hasSize(1);
    }

    @ParameterizedTest(name = "{displayName} [{0}]")
    @EnumSource
    void s8WhatOneSystemHasAndTheOtherHasNotIsDeliveredOnceItIsBack(Way way) {
        Message said = Message.succeeded(payment());
        world.receiver.answer(request -> Answer.status(503));
        way.assertTaken(world.answered(way, said), "applied");

        await().until(() -> EightWorld.attempts(world.shown(way, said.payment()), "shop") >= 2);
        assertThat(world.times(said.payment())).containsExactly("1");
        assertThat(world.effect(said, "shop")).containsExactly("pending");
        AtomicInteger taken = new AtomicInteger();
        world.receiver.answer(request -> {
            taken.incrementAndGet();
            return Answer.status(204);
        });

        world.assertOneEffectEach(way, said.payment());
        assertThat(taken).hasValue(1);
    }

    @ParameterizedTest(name = "{displayName} [{0}]")
    @EnumSource
    void s8WhatTheTopicHasNotIsSentOnceItsClusterIsBack(Way way) {
        Message said = Message.succeeded(payment());
        world.broker.kill();
        try {
            way.assertTaken(world.answered(way, said), "applied");
            await().until(() -> world.effect(said, "shop").contains("done"));
            assertThat(world.times(said.payment())).containsExactly("1");
            assertThat(world.effect(said, "bus")).containsExactly("pending");
        } finally {
            world.broker.restart();
        }

        JsonNode shown = world.assertOneEffectEach(way, said.payment());
        assertThat(world.received(shown)).hasSize(1);
        way.assertTaken(world.answered(way, said), "duplicate");
    }

    @Test
    void s8AWebhookWhoseStatementCannotRunNowIsTakenInAndHasItsEffectOnceItCan() throws SQLException {
        Message said = Message.succeeded(payment());

        world.whileLocked("lock table credit", () -> {
            Way.WEBHOOK.assertTaken(world.answered(Way.WEBHOOK, said), "applied");
            await().until(() -> world.effect(said, "shop").contains("done"));
            assertThat(world.effect(said, "credit")).containsExactly("pending");
        });

        JsonNode shown = world.assertOneEffectEach(Way.WEBHOOK, said.payment());
        assertThat(world.received(shown)).hasSize(1);
        assertThat(world.recordsOf(shown.path("id").asText())).hasSize(1);
    }

    @Test
    void s8ACommandWhoseStatementIsRefusedLeavesNothingAnywhere() {
        Message said = Message.succeeded(payment()).withAmount(9_999);

        HttpResponse<String> answer = world.answered(Way.COMMAND, said);
        HttpResponse<String> again = world.answered(Way.COMMAND, said);

        assertThat(answer.statusCode()).isEqualTo(422);
        assertThat(answer.body()).contains("urn:pawl:problem:rejected");
        assertThat(again.body()).isEqualTo(answer.body());
        JsonNode shown = world.shown(Way.COMMAND, said.payment());
        assertThat(shown.path("status").asText()).isEqualTo("rejected");
        assertThat(shown.path("effects")).isEmpty();
        world.assertNothingOutside(said, shown.path("id").asText());
    }

    @Test
    void s8ACommandWhoseStatementCannotRunNowLeavesNotEvenItsKey() throws SQLException {
        Message said = Message.succeeded(payment());

        world.whileLocked(
                "lock table credit",
                () -> assertThat(world.answered(Way.COMMAND, said).statusCode()).isEqualTo(503));

        world.assertNeverHeardOf(said);
        Way.COMMAND.assertTaken(world.answered(Way.COMMAND, said), "applied");
        world.assertOnce(Way.COMMAND, said.payment());
    }
}
