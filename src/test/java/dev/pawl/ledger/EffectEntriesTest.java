package dev.pawl.ledger;

import static dev.pawl.ledger.LedgerFixture.payment;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.operation.Cause;
import dev.pawl.core.operation.Transition;
import dev.pawl.core.outbound.EffectRule;
import dev.pawl.core.outbound.EffectRule.End;
import dev.pawl.core.outbound.Repeat;
import dev.pawl.core.outbound.RetrySchedule;
import dev.pawl.core.outbound.SigningKey;
import dev.pawl.core.verify.InboundRequest;
import dev.pawl.ledger.Ledger.Action;
import dev.pawl.ledger.Ledger.ActionOutcome;
import dev.pawl.ledger.Ledger.EffectAction;
import dev.pawl.ledger.Ledger.EffectEnding;
import dev.pawl.ledger.Ledger.EffectOutcome;
import dev.pawl.ledger.Ledger.Operator;
import dev.pawl.ledger.Ledger.Resend;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Endings of effects, and what operators do to them. */
class EffectEntriesTest {

    private static final Operator ADMIN = new Operator("admin", "the shop is back");
    private static final UUID ID = payment("op_1", "pending").key().id(0);

    private final Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
    private final LedgerFixture fixture = new LedgerFixture(
            rule("shop", false, Map.of(End.REJECTED, "failed", End.DONE, "succeeded")),
            rule("first", true, Map.of()),
            never());
    private final Ledger ledger = fixture.replica();

    @AfterEach
    void close() {
        fixture.close();
    }

    private static EffectRule rule(String name, boolean once, Map<End, String> then) {
        EffectRule.When all = new EffectRule.When(null, null, null, null, null, null, null, false);
        EffectRule.HttpTarget target = new EffectRule.HttpTarget(
                URI.create("http://localhost/hooks"), new SigningKey(new byte[32]), Duration.ofSeconds(1), Set.of(400));
        RetrySchedule backoff = new RetrySchedule(Duration.ofSeconds(1), Duration.ofSeconds(9));
        return new EffectRule(name, all, target, once, 3, backoff, Repeat.Always.KEYED, then);
    }

    private static EffectRule never() {
        EffectRule plain = rule("never", false, Map.of());
        EffectRule.When nothing = new EffectRule.When("nobody", null, null, null, null, null, null, false);
        return new EffectRule(
                "never", nothing, plain.target(), false, 3, plain.backoff(), Repeat.Always.NEVER, Map.of());
    }

    private String unsure() throws SQLException {
        return fixture.rows("select unsure from ~.effect where seq = 1 and name <> 'first'")
                .get(0)
                .get(0);
    }

    private void ended(End end, boolean unsure, Instant at) throws SQLException {
        fixture.execute("update ~.effect set state = '" + end.word() + "', finished_at = timestamptz '" + at
                + "' where seq = 1 and name = 'shop'");
        told(end, unsure, at);
    }

    private void told(End end, boolean unsure, Instant at) {
        ledger.effectEnded(ID, new EffectEnding(1, "shop", end, unsure, at, "status 422"))
                .await()
                .indefinitely();
    }

    private EffectOutcome act(EffectAction action, int seq, String name) {
        return ledger.actOnEffect(ID, seq, name, action, ADMIN).await().indefinitely();
    }

    private void is(String state) throws SQLException {
        fixture.execute(
                "update ~.effect set state = '" + state
                        + "', attempts = 3, last_error = 'x', finished_at = now(), due_at = now() where name = 'shop' and seq = 1");
        fixture.execute(
                "insert into ~.counter values (999, 'p', 'effect', 'pending', -1, now()), (999, 'p', 'effect', 'dead', 1, now())");
    }

    private List<List<String>> counters() throws SQLException {
        return fixture.rows("select name, sum(n) from ~.counter where kind = 'effect' group by name order by name");
    }

    private List<List<String>> history() throws SQLException {
        return fixture.rows("select kind, from_state, to_state, cause from ~.transition order by seq");
    }

    @Test
    void anEndingMovesItsOperationAsOfWhenItEnded() throws SQLException {
        fixture.say(ledger, payment("op_1", "pending")).join();
        Instant at = Instant.parse("2026-05-01T10:00:00Z");

        ended(End.REJECTED, false, at);
        ended(End.REJECTED, false, at);

        assertThat(history())
                .containsExactly(
                        List.of("move", "null", "pending", "delivery"),
                        List.of("move", "pending", "failed", "effect"),
                        List.of("attention", "null", "dead-effect", "effect"));
        assertThat(fixture.rows(
                        "select state, status, occurred_at = timestamptz '2026-05-01T10:00:00Z' from ~.operation"))
                .containsExactly(List.of("failed", "failed", "t"));
        assertThat(fixture.rows("select seq from ~.effect where name = 'shop' order by seq"))
                .containsExactly(List.of("1"), List.of("2"));
    }

    @Test
    void aGoodEndingRaisesNothing() throws SQLException {
        fixture.say(ledger, payment("op_1", "pending")).join();

        ended(End.DONE, false, now);

        assertThat(history())
                .containsExactly(
                        List.of("move", "null", "pending", "delivery"),
                        List.of("move", "pending", "succeeded", "effect"));
    }

    @Test
    void anEndingThatAnOperatorHasUndoneSaysNothing() throws SQLException {
        fixture.say(ledger, payment("op_1", "pending")).join();
        is("dead");
        assertThat(act(EffectAction.RETRY, 1, "shop")).isEqualTo(EffectOutcome.DONE);
        told(End.DEAD, false, now);
        fixture.execute("update ~.effect set state = 'rejected', finished_at = now() where name = 'shop'");
        told(End.REJECTED, false, now);

        assertThat(history()).containsExactly(List.of("move", "null", "pending", "delivery"));
    }

    @Test
    void onlyAnEffectThatIsStillOpenIsSaidToWait() throws SQLException {
        fixture.say(ledger, payment("op_1", "pending")).join();
        is("canceled");

        ledger.effectParked(ID, 1, "shop", "it waits").await().indefinitely();
        ledger.effectParked(ID, 1, "gone", "it waits").await().indefinitely();

        assertThat(history()).containsExactly(List.of("move", "null", "pending", "delivery"));
    }

    @Test
    void anUnknownEndingAssertsNothingAndAsksForAPerson() throws SQLException {
        fixture.say(ledger, payment("op_1", "pending")).join();

        ended(End.REJECTED, true, now);

        assertThat(history())
                .containsExactly(
                        List.of("move", "null", "pending", "delivery"),
                        List.of("attention", "null", "outcome-unknown", "effect"));
    }

    @Test
    void anEndingThatContradictsIsSeenByAPerson() throws SQLException {
        fixture.say(ledger, payment("op_1", "canceled")).join();

        ended(End.DONE, false, now);

        assertThat(history())
                .containsExactly(
                        List.of("move", "null", "canceled", "delivery"),
                        List.of("attention", "null", "contradicted", "effect"));
    }

    @Test
    void aDeadEffectIsSentOnceMoreUnderItsIdAndItsAttentionGoes() throws SQLException {
        fixture.say(ledger, payment("op_1", "pending")).join();
        is("dead");
        ended(End.DEAD, false, now);
        String id = fixture.rows("select webhook_id from ~.effect where name = 'shop' and seq = 1")
                .get(0)
                .get(0);

        assertThat(act(EffectAction.RETRY, 1, "shop")).isEqualTo(EffectOutcome.DONE);

        assertThat(fixture.rows("select state, attempts, claim, finished_at, due_at <= now(), webhook_id from ~.effect"
                        + " where name = 'shop' and seq = 1"))
                .containsExactly(List.of("pending", "0", "null", "null", "t", id));
        assertThat(fixture.rows("select attention from ~.operation")).containsExactly(List.of("null"));
        assertThat(counters()).containsExactly(List.of("dead", "0"), List.of("pending", "2"));
        assertThat(fixture.rows("select actor, action, subject, reason from ~.audit"))
                .containsExactly(List.of("admin", "retry", "effect/" + ID + "/1/shop", "the shop is back"));
    }

    @Test
    void attentionStaysWhileAnotherEffectIsDead() throws SQLException {
        fixture.say(ledger, payment("op_1", "pending")).join();
        is("dead");
        ended(End.DEAD, false, now);
        fixture.execute("update ~.effect set state = 'rejected' where name = 'first'");

        act(EffectAction.CANCEL, 1, "shop");

        assertThat(fixture.rows("select attention ? 'dead-effect' from ~.operation"))
                .containsExactly(List.of("t"));
    }

    @Test
    void cancellingCallsTheNextOfThatName() throws SQLException {
        fixture.say(ledger, payment("op_1", "pending")).join();
        fixture.say(ledger, payment("op_1", "succeeded")).join();
        fixture.execute("update ~.effect set due_at = now() + interval '1 hour' where name = 'shop'");

        assertThat(act(EffectAction.CANCEL, 1, "shop")).isEqualTo(EffectOutcome.DONE);

        assertThat(fixture.rows("select seq, state, due_at <= now() from ~.effect where name = 'shop' order by seq"))
                .containsExactly(List.of("1", "canceled", "t"), List.of("2", "pending", "t"));
        assertThat(counters()).containsExactly(List.of("pending", "2"));
        assertThat(act(EffectAction.CANCEL, 1, "shop")).isEqualTo(EffectOutcome.SETTLED);
    }

    @Test
    void severalOfOneNameAreCancelledTogetherAndTheNextIsCalled() throws SQLException {
        fixture.say(ledger, payment("op_1", "pending")).join();
        fixture.say(ledger, payment("op_1", "succeeded")).join();
        fixture.execute(
                "insert into ~.effect (operation_id, seq, name, source, webhook_id, state, payload, attempts, due_at,"
                        + " created_at) select operation_id, n, name, source, 'w', state, payload, 0, due_at, now() from ~.effect,"
                        + " generate_series(3, 9) as n where name = 'shop' and seq = 2");
        fixture.execute("update ~.effect set due_at = now() + interval '1 hour' where name = 'shop'");
        List<java.util.concurrent.CompletableFuture<EffectOutcome>> answers = new java.util.ArrayList<>();
        for (int seq = 1; seq <= 8; seq++) {
            answers.add(ledger.actOnEffect(ID, seq, "shop", EffectAction.CANCEL, ADMIN)
                    .subscribeAsCompletionStage()
                    .toCompletableFuture());
        }
        answers.forEach(java.util.concurrent.CompletableFuture::join);

        assertThat(fixture.rows("select state, due_at <= now(), min(seq), max(seq) from ~.effect where name = 'shop'"
                        + " group by 1, 2"))
                .containsExactlyInAnyOrder(List.of("canceled", "t", "1", "8"), List.of("pending", "t", "9", "9"));
    }

    @Test
    void doubtOutlivesARetryAndNoCancelling() throws SQLException {
        fixture.say(ledger, payment("op_1", "pending")).join();
        fixture.execute("update ~.effect set claim = gen_random_uuid(), due_at = now() - interval '1 s'");

        assertThat(act(EffectAction.RETRY, 1, "shop")).isEqualTo(EffectOutcome.DONE);
        assertThat(unsure()).as("an attempt without an outcome").isEqualTo("t");
        fixture.execute("update ~.effect set state = 'dead', finished_at = now()");
        assertThat(act(EffectAction.RETRY, 1, "shop")).isEqualTo(EffectOutcome.DONE);
        assertThat(unsure()).isEqualTo("t");

        assertThat(act(EffectAction.CANCEL, 1, "shop")).isEqualTo(EffectOutcome.DONE);
        assertThat(unsure()).isEqualTo("f");
    }

    @Test
    void onlyOneGivenUpIsPermittedToBeSentInDoubt() throws SQLException {
        fixture.say(ledger, payment("op_1", "pending")).join();
        fixture.execute("update ~.effect set name = 'never', unsure = true where name = 'shop'");

        assertThat(act(EffectAction.RETRY, 1, "never")).isEqualTo(EffectOutcome.DONE);
        assertThat(unsure()).isEqualTo("t");
        fixture.execute("update ~.effect set state = 'dead', finished_at = now() where name = 'never'");
        assertThat(act(EffectAction.RETRY, 1, "never")).isEqualTo(EffectOutcome.DONE);
        assertThat(unsure()).isEqualTo("f");
    }

    @Test
    void whatIsUnderWayOrDoneIsNotTriedAgain() throws SQLException {
        fixture.say(ledger, payment("op_1", "pending")).join();
        fixture.execute("update ~.effect set claim = gen_random_uuid(), due_at = now() + interval '1 minute'");
        assertThat(act(EffectAction.RETRY, 1, "shop")).isEqualTo(EffectOutcome.UNDER_WAY);

        fixture.execute("update ~.effect set claim = null, state = 'done'");
        assertThat(act(EffectAction.RETRY, 1, "shop")).isEqualTo(EffectOutcome.SETTLED);
        assertThat(act(EffectAction.RETRY, 2, "shop")).isEqualTo(EffectOutcome.NOT_FOUND);
        assertThat(fixture.rows("select * from ~.audit")).isEmpty();
    }

    @Test
    void manyOperatorsAtOnceCountOnce() throws SQLException {
        fixture.say(ledger, payment("op_1", "pending")).join();
        is("dead");
        List<java.util.concurrent.CompletableFuture<EffectOutcome>> answers = new java.util.ArrayList<>();
        for (int i = 0; i < 8; i++) {
            answers.add(ledger.actOnEffect(ID, 1, "shop", EffectAction.RETRY, ADMIN)
                    .subscribeAsCompletionStage()
                    .toCompletableFuture());
        }
        answers.forEach(java.util.concurrent.CompletableFuture::join);

        assertThat(counters()).containsExactly(List.of("dead", "0"), List.of("pending", "2"));
    }

    @Test
    void anOperationsDeadEffectsAreSentOnceMoreTogether() throws SQLException {
        fixture.say(ledger, payment("op_1", "pending")).join();
        assertThat(ledger.act(ID, new Action.Retry(), null, ADMIN).await().indefinitely())
                .isEqualTo(ActionOutcome.NOTHING_TO_DO);
        fixture.execute("update ~.effect set state = 'dead'");

        assertThat(ledger.act(ID, new Action.Retry(), null, ADMIN).await().indefinitely())
                .isEqualTo(ActionOutcome.DONE);

        assertThat(fixture.rows("select distinct state from ~.effect")).containsExactly(List.of("pending"));
    }

    @Test
    void anEffectThatIsNoLongerConfiguredAsksForAPersonUntilItIsCancelled() throws SQLException {
        fixture.say(ledger, payment("op_1", "pending")).join();
        fixture.execute("update ~.effect set name = 'gone' where name = 'shop'");

        ledger.effectOrphaned(ID, 1, "gone").await().indefinitely();
        ledger.effectOrphaned(ID, 1, "gone").await().indefinitely();

        assertThat(fixture.rows("select attention ? 'effect-removed' from ~.operation"))
                .containsExactly(List.of("t"));
        assertThat(act(EffectAction.RETRY, 1, "gone")).isEqualTo(EffectOutcome.NOT_CONFIGURED);
        assertThat(act(EffectAction.CANCEL, 1, "gone")).isEqualTo(EffectOutcome.DONE);
        assertThat(fixture.rows("select attention from ~.operation")).containsExactly(List.of("null"));
    }

    @Test
    void anEffectThatIsBackAsksForNobody() throws SQLException {
        fixture.say(ledger, payment("op_1", "pending")).join();
        fixture.execute("update ~.effect set name = 'gone' where name = 'shop'");
        ledger.effectOrphaned(ID, 1, "gone").await().indefinitely();
        fixture.execute("update ~.effect set name = 'shop' where name = 'gone'");

        ledger.effectOrphaned(ID, 1, "shop").await().indefinitely();

        assertThat(fixture.rows("select attention from ~.operation")).containsExactly(List.of("null"));
        assertThat(fixture.rows("select distinct orphan from ~.effect")).containsExactly(List.of("f"));
    }

    @Test
    void whatAnObservedSourceDidNotCauseIsCausedOnce() throws SQLException {
        var assertion = payment("op_1", "succeeded");
        var observed = new dev.pawl.core.operation.Assertion(
                assertion.key(),
                "watched",
                "payment",
                "succeeded",
                assertion.order(),
                assertion.fingerprint(),
                Map.of(),
                Set.of(),
                null,
                Cause.DELIVERY);
        fixture.say(ledger, "watched", "{}", observed).join();
        assertThat(fixture.rows("select effects_off from ~.transition")).containsExactly(List.of("t"));
        assertThat(fixture.rows("select * from ~.effect")).isEmpty();
        Resend resend = new Resend(
                "watched",
                List.of(new Transition(
                        ID, 1, Transition.Kind.MOVE, null, "succeeded", Cause.DELIVERY, false, Map.of())),
                10,
                10,
                Optional.of(ADMIN));

        assertThat(ledger.resend(resend).await().indefinitely()).isEqualTo(2);
        assertThat(ledger.resend(resend).await().indefinitely()).isZero();

        assertThat(
                        fixture.rows(
                                "select name, kind, state, webhook_id, due_at > now() - interval '1 minute' from ~.effect order by name"))
                .containsExactly(
                        List.of("first", "http", "pending", ID + "_1_succeeded_first", "t"),
                        List.of("shop", "http", "pending", ID + "_1_succeeded_shop", "t"));
        assertThat(fixture.rows("select (convert_from(payload, 'UTF8')::jsonb) ->> 'type' from ~.effect"))
                .containsOnly(List.of("payment.succeeded"));
        assertThat(fixture.rows("select sum(n) from ~.counter where kind = 'effect' and name = 'pending'"))
                .containsExactly(List.of("2"));
    }

    @Test
    void aTraceIsKeptWithTheDeliveryAndGoesOnWithWhatItCauses() throws SQLException {
        String traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
        List<String> tracestate = List.of("a=1, b=2");
        record(
                Map.of("traceparent", List.of(traceparent), "tracestate", tracestate, "X-Request-ID", List.of("req-7")),
                "pending");
        record(
                Map.of(
                        "traceparent",
                        List.of("nonsense"),
                        "tracestate",
                        tracestate,
                        "X-Correlation-ID",
                        List.of("a b")),
                "succeeded");

        assertThat(fixture.rows(
                        "select traceparent, tracestate, case when correlation_id = id::text then 'own' else correlation_id end"
                                + " from ~.delivery order by id"))
                .containsExactly(List.of(traceparent, "a=1,b=2", "req-7"), List.of("null", "null", "own"));
        assertThat(fixture.rows("select correlation_id from ~.operation")).containsExactly(List.of("req-7"));
        assertThat(fixture.rows("select e.seq, e.traceparent, e.tracestate, e.correlation_id in (d.correlation_id),"
                        + " convert_from(e.payload, 'UTF8')::jsonb ->> 'correlationId' = d.correlation_id,"
                        + " convert_from(e.payload, 'UTF8')::jsonb #>> '{data,operation,correlationId}'"
                        + " from ~.effect e join ~.transition t using (operation_id, seq) join ~.delivery d on d.id = t.delivery_id"
                        + " where e.name = 'shop' order by e.seq"))
                .containsExactly(
                        List.of("1", traceparent, "a=1,b=2", "t", "t", "req-7"),
                        List.of("2", "null", "null", "t", "t", "req-7"));
    }

    @Test
    void whatAnEndingCausesGoesOnWithTheTraceOfTheEffectThatEnded() throws SQLException {
        String traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
        record(Map.of("X-Request-ID", List.of("req-1")), "pending");
        fixture.execute("update ~.effect set traceparent = '" + traceparent
                + "', tracestate = 'a=1', correlation_id = 'req-2'"
                + " where seq = 1 and name = 'shop'");

        ended(End.REJECTED, false, now);

        assertThat(fixture.rows("select seq, traceparent, tracestate, correlation_id,"
                        + " convert_from(payload, 'UTF8')::jsonb ->> 'correlationId',"
                        + " convert_from(payload, 'UTF8')::jsonb #>> '{data,operation,correlationId}'"
                        + " from ~.effect where name = 'shop' and seq > 1"))
                .containsExactly(List.of("2", traceparent, "a=1", "req-2", "req-2", "req-1"));
    }

    @Test
    void anEffectWithoutATraceCausesWhatBelongsToTheOperation() throws SQLException {
        record(Map.of("X-Request-ID", List.of("req-1")), "pending");
        fixture.execute("update ~.effect set traceparent = null, correlation_id = null");

        ended(End.REJECTED, false, now);

        assertThat(fixture.rows("select traceparent, correlation_id from ~.effect where name = 'shop' and seq > 1"))
                .containsExactly(List.of("null", "req-1"));
    }

    private void record(Map<String, List<String>> headers, String state) {
        InboundRequest request =
                new InboundRequest("POST", "/webhooks/p", headers, "{}".getBytes(StandardCharsets.UTF_8));
        ledger.record(
                        fixture.configured("p"),
                        request,
                        0,
                        Instant.now(),
                        LedgerFixture.interpreted(payment("op_1", state)))
                .await()
                .indefinitely();
    }
}
