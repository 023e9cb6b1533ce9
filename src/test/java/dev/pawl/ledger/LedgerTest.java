package dev.pawl.ledger;

import static dev.pawl.ledger.LedgerFixture.payment;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.core.operation.Assertion;
import dev.pawl.core.operation.Fingerprint;
import dev.pawl.core.outbound.EffectRule;
import dev.pawl.core.outbound.EffectRule.End;
import dev.pawl.core.outbound.RetrySchedule;
import dev.pawl.core.outbound.SigningKey;
import dev.pawl.ledger.Ledger.Action;
import dev.pawl.ledger.Ledger.ActionOutcome;
import dev.pawl.ledger.Ledger.EffectEnding;
import dev.pawl.ledger.Ledger.Operator;
import dev.pawl.ledger.Ledger.Recorded;
import dev.pawl.support.Parallel;
import java.net.URI;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LedgerTest {

    private static final Operator ADMIN = new Operator("admin", "asked by phone");

    private final LedgerFixture fixture = new LedgerFixture(rule("shop", false), rule("first", true));
    private final Ledger ledger = fixture.replica();

    @AfterEach
    void close() {
        fixture.close();
    }

    private static EffectRule rule(String name, boolean once) {
        EffectRule.When all = new EffectRule.When(null, null, null, null, null, null, null, false);
        EffectRule.HttpTarget target = new EffectRule.HttpTarget(
                URI.create("http://localhost/hooks"), new SigningKey(new byte[32]), Duration.ofSeconds(1), Set.of(400));
        return new EffectRule(
                name, all, target, once, 3, new RetrySchedule(Duration.ofSeconds(1), Duration.ofSeconds(9)));
    }

    @Test
    void oneDeliveryLeavesOneRowInEveryTable() throws SQLException {
        Recorded recorded = fixture.say(ledger, payment("op_1", "succeeded")).join();

        assertThat(recorded.verdicts()).containsExactly("applied");
        assertThat(fixture.rows("select key, state, status, seq, deliveries, fields ->> 'amount' from ~.operation"))
                .containsExactly(List.of("op_1", "succeeded", "completed", "1", "1", "1000"));
        assertThat(fixture.rows("select seq, kind, from_state, to_state, cause, delivery_id from ~.transition"))
                .containsExactly(List.of(
                        "1",
                        "move",
                        "null",
                        "succeeded",
                        "delivery",
                        recorded.delivery().toString()));
        assertThat(fixture.rows(
                        "select id, source, convert_from(body, 'UTF8'), headers ->> 'content-type' from ~.delivery"))
                .containsExactly(List.of(recorded.delivery().toString(), "p", "{}", "application/json"));
        assertThat(fixture.rows("select n, run, event_id, verdict, state from ~.event"))
                .containsExactly(List.of("0", "0", "evt_0", "applied", "succeeded"));
        assertThat(fixture.rows("select name, state, attempts from ~.effect order by name"))
                .containsExactly(List.of("first", "pending", "0"), List.of("shop", "pending", "0"));
    }

    @Test
    void theSameFactFromManySendersOverTwoReplicasIsAppliedOnce() throws SQLException {
        Ledger other = fixture.replica();
        List<String> verdicts = Parallel.map(
                        20 * 16, i -> fixture.insist(i % 2 == 0 ? ledger : other, payment("op_" + i / 16, "succeeded")))
                .stream()
                .flatMap(recorded -> recorded.verdicts().stream())
                .toList();

        assertThat(verdicts).filteredOn("applied"::equals).hasSize(20);
        assertThat(verdicts).filteredOn("duplicate"::equals).hasSize(20 * 15);
        assertThat(fixture.rows("select count(*), sum(deliveries), sum(duplicates), max(seq) from ~.operation"))
                .containsExactly(List.of("20", "320", "300", "1"));
        assertThat(fixture.rows("select count(*) from ~.effect where name = 'shop'"))
                .containsExactly(List.of("20"));
    }

    @Test
    void severalEventsOfOneDeliverySeeEachOther() {
        Recorded recorded = fixture.say(
                        ledger,
                        payment("op_1", "pending"),
                        payment("op_1", "succeeded"),
                        payment("op_1", "pending"),
                        payment("op_1", "succeeded", "1500"))
                .join();

        assertThat(recorded.verdicts()).containsExactly("applied", "applied", "stale", "conflict");
    }

    @Test
    void anEffectThatRunsOnceIsWrittenOncePerOperation() throws SQLException {
        fixture.say(ledger, payment("op_1", "pending"), payment("op_1", "failed"))
                .join();
        fixture.say(ledger, payment("op_1", "succeeded")).join();

        assertThat(fixture.rows("select name, count(*) from ~.effect group by name order by name"))
                .containsExactly(List.of("first", "1"), List.of("shop", "3"));
        assertThat(fixture.rows("select sum(n) from ~.counter where kind = 'effect'"))
                .containsExactly(List.of("4"));
    }

    @Test
    void aRowHeldElsewhereDelaysOnlyItsOwnEntries() throws Exception {
        fixture.say(ledger, payment("held", "pending")).join();
        CompletableFuture<Recorded> held;
        try (var connection = dev.pawl.support.PostgresResource.connection();
                var statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.execute("select * from " + fixture.schema + ".operation for update");

            held = fixture.say(ledger, payment("held", "succeeded"));
            for (int i = 0; i < 50; i++) {
                assertThat(fixture.say(ledger, payment("free_" + i, "succeeded"))
                                .get(1, TimeUnit.SECONDS)
                                .verdicts())
                        .containsExactly("applied");
            }
            assertThatThrownBy(() -> held.get(5, TimeUnit.SECONDS)).hasCauseInstanceOf(Ledger.Unavailable.class);
            connection.rollback();
        }
        assertThat(fixture.say(ledger, payment("held", "succeeded")).join().verdicts())
                .containsExactly("applied");
    }

    @Test
    void oneGuiltyEntryNeverFailsItsNeighboursAndIsKeptAsideWhenItInsists() throws SQLException {
        fixture.execute("""
                create function ~.refuse() returns trigger language plpgsql as $$
                begin
                    if new.key = 'guilty' then raise exception 'not here'; end if;
                    return new;
                end $$;
                create trigger refuse before insert on ~.operation for each row execute function ~.refuse()
                """);
        for (int round = 1; round <= 3; round++) {
            List<CompletableFuture<Recorded>> innocent = new ArrayList<>();
            CompletableFuture<Recorded> guilty = fixture.say(ledger, "p", "{\"bad\":1}", payment("guilty", "pending"));
            for (int i = 0; i < 40; i++) {
                innocent.add(fixture.say(ledger, payment("op_" + round + "_" + i, "succeeded")));
            }
            innocent.forEach(answer -> assertThat(answer.join().verdicts()).containsExactly("applied"));
            if (round < 3) {
                assertThatThrownBy(guilty::join).hasCauseInstanceOf(Ledger.Unavailable.class);
            } else {
                assertThat(guilty.join().verdicts()).containsExactly("invalid");
            }
        }
        assertThat(fixture.rows("select convert_from(body, 'UTF8') from ~.delivery d join ~.event e"
                        + " on e.delivery_id = d.id where e.verdict = 'invalid' and e.reason = 'storage'"))
                .containsExactly(List.of("{\"bad\":1}"));
        assertThat(fixture.rows("select count(*) from ~.operation")).containsExactly(List.of("120"));
    }

    @Test
    void aCommitThatFailsIsNeverAcknowledged() throws SQLException {
        fixture.execute("""
                create function ~.refuse() returns trigger language plpgsql as $$
                begin raise exception 'at commit'; end $$;
                create constraint trigger refuse after insert on ~.operation deferrable initially deferred
                    for each row execute function ~.refuse()
                """);
        CompletableFuture<Recorded> answer = fixture.say(ledger, payment("op_1", "succeeded"));

        assertThatThrownBy(answer::join).hasCauseInstanceOf(Ledger.Unavailable.class);
        assertThat(fixture.rows("select count(*) from ~.operation")).containsExactly(List.of("0"));
        assertThat(fixture.rows("select count(*) from ~.delivery")).containsExactly(List.of("0"));
    }

    @Test
    void aDeadlockIsTriedAgainWithinTheRequest() throws SQLException {
        fixture.execute("""
                create sequence ~.tries;
                create function ~.deadlock() returns trigger language plpgsql as $$
                begin
                    if nextval('~.tries') = 1 then raise exception using errcode = '40P01'; end if;
                    return new;
                end $$;
                create trigger deadlock before insert on ~.operation for each row execute function ~.deadlock()
                """);

        assertThat(fixture.say(ledger, payment("op_1", "succeeded")).join().verdicts())
                .containsExactly("applied");
        assertThat(fixture.rows("select count(*) from ~.transition")).containsExactly(List.of("1"));
    }

    @Test
    void thereArePartitionsForTheNextTwoWeeks() throws SQLException {
        assertThat(fixture.rows("""
                        select base, day
                        from unnest(array['delivery', 'event']) base
                        cross join lateral (
                            select (now() at time zone 'UTC')::date + n as day from generate_series(0, 14) n) days
                        where not exists (
                            select 1
                            from pg_inherits i
                            join pg_class c on c.oid = i.inhrelid
                            where i.inhparent = ('~.' || base)::regclass
                                and pg_get_expr(c.relpartbound, c.oid)
                                    = format('FOR VALUES FROM (%L) TO (%L)', day, day + 1))
                        """)).as("missing").isEmpty();
    }

    @Test
    void aMissingPartitionIsMadeOnTheWay() throws SQLException {
        for (List<String> row : fixture.rows(
                "select inhrelid::regclass::text from pg_inherits where inhparent = '~.delivery'::regclass")) {
            fixture.execute("drop table " + row.get(0));
        }
        assertThat(fixture.say(ledger, payment("op_1", "succeeded")).join().verdicts())
                .containsExactly("applied");
        assertThat(fixture.rows("select count(*) from ~.delivery")).containsExactly(List.of("1"));
    }

    @Test
    void aSchemaThatChangesUnderTheServiceCostsNoAnswer() throws SQLException {
        for (int i = 0; i < 20; i++) {
            fixture.execute("alter table ~.operation add column extra_" + i + " text");
            assertThat(fixture.say(ledger, payment("op_" + i % 3, "succeeded"))
                            .join()
                            .verdicts())
                    .hasSize(1);
        }
    }

    @Test
    void whatWasAcknowledgedIsThereAfterConnectionsWereCut() throws Exception {
        Set<String> acknowledged = new java.util.HashSet<>();
        for (int round = 0; round < 10; round++) {
            Map<String, CompletableFuture<Recorded>> answers = new java.util.HashMap<>();
            for (int i = 0; i < 100; i++) {
                String key = "op_" + round + "_" + i;
                answers.put(key, fixture.say(ledger, payment(key, "succeeded")));
                if (i == 50) {
                    fixture.execute("select pg_terminate_backend(pid) from pg_stat_activity"
                            + " where application_name = 'pawl' and pid <> pg_backend_pid()");
                }
            }
            answers.forEach((key, answer) -> {
                try {
                    answer.join();
                    acknowledged.add(key);
                } catch (java.util.concurrent.CompletionException e) {
                    assertThat(e).hasCauseInstanceOf(Ledger.Unavailable.class);
                }
            });
        }
        assertThat(acknowledged).isNotEmpty();
        List<String> stored = fixture.rows("select key from ~.operation").stream()
                .map(row -> row.get(0))
                .toList();
        assertThat(stored).containsAll(acknowledged);
    }

    @Test
    void countersSayWhatIsStored() throws SQLException {
        Ledger other = fixture.replica();
        Random random = new Random(5);
        String[] states = {"pending", "failed", "succeeded", "canceled", "refunded"};
        List<Assertion> said = new ArrayList<>();
        for (int i = 0; i < 600; i++) {
            said.add(payment("op_" + random.nextInt(40), states[random.nextInt(5)], "" + random.nextInt(2)));
        }
        Parallel.map(said.size(), i -> fixture.insist(i % 2 == 0 ? ledger : other, said.get(i)));

        assertThat(fixture.rows("select name, sum(n) from ~.counter where kind = 'verdict' group by 1 order by 1"))
                .isEqualTo(fixture.rows("select verdict, count(*) from ~.event group by 1 order by 1"));
        assertThat(fixture.rows("select sum(n) from ~.counter where kind = 'attention'"))
                .isEqualTo(fixture.rows("select count(*) from ~.operation where attention is not null"));
        assertThat(fixture.rows("select name, sum(n) from ~.counter where kind = 'attention-by' group by 1 order by 1"))
                .isEqualTo(fixture.rows("select a, count(*) from ~.operation,"
                        + " jsonb_object_keys(attention) a group by 1 order by 1"));
        assertThat(fixture.rows("select sum(n) from ~.counter where kind = 'received'"))
                .isEqualTo(fixture.rows("select count(*) from ~.delivery"));
        assertThat(fixture.rows("select sum(n) from ~.counter where kind = 'effect'"))
                .isEqualTo(fixture.rows("select count(*) from ~.effect"));
    }

    @Test
    void aReplayIsANewRunAndTheFirstVerdictStays() throws SQLException {
        Recorded first = fixture.say(ledger, payment("op_1", "succeeded")).join();
        for (int run = 1; run <= 2; run++) {
            Recorded again = fixture.replay(
                            ledger, first.delivery(), Origin.RECEIVED, ADMIN, payment("op_1", "succeeded"))
                    .join();
            assertThat(again).isEqualTo(new Recorded(first.delivery(), List.of("duplicate")));
        }
        assertThat(fixture.rows("select run, verdict from ~.event order by run"))
                .containsExactly(List.of("0", "applied"), List.of("1", "duplicate"), List.of("2", "duplicate"));
        assertThat(fixture.rows("select actor, action, reason from ~.audit"))
                .containsExactly(
                        List.of("admin", "replay", "asked by phone"), List.of("admin", "replay", "asked by phone"));
    }

    @Test
    void anOperatorResolvesAContradictionWithAReason() throws SQLException {
        fixture.say(ledger, payment("op_1", "canceled"), payment("op_1", "succeeded"))
                .join();
        UUID id = payment("op_1", "canceled").key().id(0);

        assertThat(act(id, new Action.Resolve("nowhere", null), null)).isEqualTo(ActionOutcome.UNKNOWN_STATE);
        assertThat(act(id, new Action.Resolve("succeeded", null), 1)).isEqualTo(ActionOutcome.SEQ_CHANGED);
        assertThat(act(UUID.randomUUID(), new Action.Acknowledge(), null)).isEqualTo(ActionOutcome.NOT_FOUND);
        assertThat(act(id, new Action.Resolve("succeeded", null), 2)).isEqualTo(ActionOutcome.DONE);

        assertThat(fixture.rows("select state, attention from ~.operation"))
                .containsExactly(List.of("succeeded", "null"));
        assertThat(fixture.rows(
                        "select kind, to_state, correction, actor, reason from ~.transition where cause = 'operator'"
                                + " order by seq"))
                .containsExactly(
                        List.of("move", "succeeded", "t", "admin", "asked by phone"),
                        List.of("attention", "null", "f", "admin", "asked by phone"));
    }

    @Test
    void adoptingTheOtherSideOfAConflictMakesItsValuesTheOperations() {
        fixture.say(ledger, payment("op_1", "pending", "1000"), payment("op_1", "succeeded", "1500"))
                .join();
        UUID id = payment("op_1", "pending").key().id(0);
        Fingerprint theirs = Fingerprint.of(Map.of("amount", "1500"));

        assertThat(act(id, new Action.Resolve("succeeded", theirs), null)).isEqualTo(ActionOutcome.DONE);
        assertThat(fixture.say(ledger, payment("op_1", "refunded", "1500"))
                        .join()
                        .verdicts())
                .containsExactly("applied");
    }

    @Test
    void anOperatorWaitsForARowHeldElsewhereInsteadOfMissingIt() throws Exception {
        fixture.say(ledger, payment("op_1", "pending")).join();
        UUID id = payment("op_1", "pending").key().id(0);
        try (var connection = dev.pawl.support.PostgresResource.connection();
                var statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.execute("select * from " + fixture.schema + ".operation for update");
            CompletableFuture<ActionOutcome> answer =
                    ledger.act(id, new Action.Acknowledge(), null, ADMIN).subscribeAsCompletionStage();
            assertThatThrownBy(() -> answer.get(100, TimeUnit.MILLISECONDS))
                    .isInstanceOf(java.util.concurrent.TimeoutException.class);
            connection.rollback();
            assertThat(answer.get(2, TimeUnit.SECONDS)).isEqualTo(ActionOutcome.DONE);
        }
    }

    @Test
    void aDeadEffectRaisesAttentionOnce() throws SQLException {
        fixture.say(ledger, payment("op_1", "succeeded")).join();
        UUID id = payment("op_1", "succeeded").key().id(0);
        Instant at = Instant.parse("2026-05-01T10:00:00Z");
        fixture.execute("update ~.effect set state = 'dead', finished_at = timestamptz '" + at + "'");
        EffectEnding dead = new EffectEnding(1, "shop", End.DEAD, false, at, "HTTP 500");
        ledger.effectEnded(id, dead).await().indefinitely();
        ledger.effectEnded(id, dead).await().indefinitely();

        assertThat(fixture.rows("select kind, to_state from ~.transition where kind = 'attention'"))
                .containsExactly(List.of("attention", "dead-effect"));
    }

    @Test
    void anObservedSourceCausesNothing() throws SQLException {
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
                assertion.cause());
        assertThat(fixture.say(ledger, "watched", "{}", observed).join().verdicts())
                .containsExactly("applied");
        assertThat(fixture.rows("select count(*) from ~.effect")).containsExactly(List.of("0"));
    }

    private ActionOutcome act(UUID id, Action action, @org.jspecify.annotations.Nullable Integer seq) {
        return ledger.act(id, action, seq, ADMIN).await().indefinitely();
    }
}
