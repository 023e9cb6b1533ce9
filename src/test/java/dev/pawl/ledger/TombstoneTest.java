package dev.pawl.ledger;

import static dev.pawl.ledger.LedgerFixture.PAYMENT;
import static dev.pawl.ledger.LedgerFixture.payment;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.config.Retention;
import dev.pawl.core.operation.Cause;
import dev.pawl.core.operation.Decider.AfterExpiry;
import dev.pawl.core.operation.OperationKey;
import dev.pawl.core.operation.Transition;
import dev.pawl.core.outbound.EffectRule;
import dev.pawl.core.outbound.RetrySchedule;
import dev.pawl.core.outbound.SigningKey;
import dev.pawl.support.Parallel;
import java.net.URI;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of operations whose time is over, and of facts about them. */
class TombstoneTest {

    private @Nullable LedgerFixture opened;

    @AfterEach
    void stop() {
        if (opened != null) {
            opened.close();
        }
    }

    private LedgerFixture with(AfterExpiry afterExpiry, @Nullable Duration tombstones) {
        LedgerFixture fixture = new LedgerFixture(
                PAYMENT, new Retention(Duration.ofDays(30), Duration.ofDays(400), tombstones, afterExpiry));
        opened = fixture;
        return fixture;
    }

    @Test
    void onlyWhatRecognisesAFactIsLeft() throws SQLException {
        LedgerFixture fixture = with(AfterExpiry.CHECKED, null);
        PostgresLedger ledger = fixture.replica();
        fixture.say(ledger, payment("op_1", "pending"), payment("op_1", "succeeded"))
                .join();
        fixture.execute("""
                insert into ~.attempt (operation_id, kind, subject, n, cause, outcome)
                select id, 'lookup', 'p', 1, 'schedule', 'done' from ~.operation
                """);
        age(fixture);
        fixture.execute("update ~.operation set reference = 'order 7'");

        assertThat(entomb(fixture, ledger)).isEqualTo(1);

        assertThat(fixture.rows("""
                        select tombstone, state, status, seq, fields, fingerprint ->> 'amount', reference, deliveries,
                            updated_at < now() - interval '400 days'
                        from ~.operation
                        """))
                .containsExactly(List.of("t", "succeeded", "completed", "2", "{}", "1000", "null", "2", "t"));
        assertThat(fixture.rows("select count(*) from ~.transition")).containsExactly(List.of("0"));
        assertThat(fixture.rows("select count(*) from ~.attempt")).containsExactly(List.of("0"));
        assertThat(entomb(fixture, ledger)).as("it is one already").isZero();
    }

    @Test
    void withCheckedAFactIsStillRecognised() throws SQLException {
        LedgerFixture fixture = with(AfterExpiry.CHECKED, null);
        PostgresLedger ledger = dead(fixture);

        assertThat(verdict(fixture, ledger, "succeeded", "1000")).isEqualTo("duplicate");
        assertThat(fixture.rows("select tombstone, fields, duplicates from ~.operation"))
                .as("the same fact changes nothing but the count")
                .containsExactly(List.of("t", "{}", "1"));

        assertThat(verdict(fixture, ledger, "refunded", "1000")).isEqualTo("applied");
        assertThat(fixture.rows("select tombstone, state, seq, fields ->> 'amount' from ~.operation"))
                .as("a forward fact makes it an ordinary operation again, its numbers go on")
                .containsExactly(List.of("f", "refunded", "2", "1000"));
    }

    @Test
    void whatRunsOnceDoesNotRunAgainWhenItsOperationComesBack() throws SQLException {
        EffectRule.When all = new EffectRule.When(null, null, null, null, null, null, null, false);
        EffectRule.HttpTarget target = new EffectRule.HttpTarget(
                URI.create("http://localhost/"), new SigningKey(new byte[32]), Duration.ofSeconds(1), Set.of());
        RetrySchedule pause = new RetrySchedule(Duration.ofSeconds(1), Duration.ofSeconds(9));
        LedgerFixture fixture = new LedgerFixture(
                PAYMENT,
                new Retention(Duration.ofDays(30), Duration.ofDays(400), null, AfterExpiry.CHECKED),
                new EffectRule("once", all, target, true, 3, pause),
                new EffectRule("each", all, target, false, 3, pause));
        opened = fixture;
        PostgresLedger ledger = fixture.replica();
        fixture.say(ledger, payment("op_1", "pending"), payment("op_1", "succeeded"))
                .join();
        fixture.execute("update ~.effect set state = 'done', finished_at = now(), last_error = 'x'");
        age(fixture);

        assertThat(entomb(fixture, ledger)).isEqualTo(1);
        assertThat(fixture.rows("select name, seq, state, octet_length(payload), last_error from ~.effect"))
                .containsExactly(List.of("once", "1", "done", "0", "null"));
        assertThat(verdict(fixture, ledger, "refunded", "1000")).isEqualTo("applied");

        assertThat(fixture.rows("select name, seq, state from ~.effect order by seq"))
                .containsExactly(List.of("once", "1", "done"), List.of("each", "3", "pending"));
        assertThat(fixture.rows("select sum(n) from ~.counter where kind = 'effect' and name = 'pending'"))
                .containsExactly(List.of("4"));
    }

    private LedgerFixture telling() {
        EffectRule.When all = new EffectRule.When(null, null, null, null, null, null, null, false);
        EffectRule.HttpTarget target = new EffectRule.HttpTarget(
                URI.create("http://localhost/"), new SigningKey(new byte[32]), Duration.ofSeconds(1), Set.of());
        LedgerFixture fixture = new LedgerFixture(
                PAYMENT,
                new Retention(Duration.ofDays(30), Duration.ofDays(400), Duration.ofDays(10), AfterExpiry.CHECKED),
                new EffectRule(
                        "told",
                        all,
                        target,
                        false,
                        3,
                        new RetrySchedule(Duration.ofSeconds(1), Duration.ofSeconds(9))));
        opened = fixture;
        return fixture;
    }

    private static int resent(PostgresLedger ledger) {
        Transition move = new Transition(
                key().id(0), 1, Transition.Kind.MOVE, null, "succeeded", Cause.BACKFILL, false, Map.of());
        return ledger.resend(new Ledger.Resend("p", List.of(move), 0, 10, Optional.empty()))
                .await()
                .atMost(Duration.ofSeconds(5));
    }

    @Test
    void anEffectThatIsMadeJustBeforeKeepsItsOperation() throws SQLException {
        LedgerFixture fixture = telling();
        PostgresLedger ledger = fixture.replica();
        fixture.say(ledger, payment("op_1", "succeeded")).join();
        fixture.execute("delete from ~.effect");
        age(fixture);
        Map<UUID, Integer> seen = all(fixture);

        assertThat(resent(ledger)).isEqualTo(1);
        assertThat(ledger.entomb(seen).await().atMost(Duration.ofSeconds(5))).isZero();

        assertThat(fixture.rows("select tombstone, fields ->> 'amount' from ~.operation"))
                .containsExactly(List.of("f", "1000"));
        assertThat(fixture.rows("select e.name, e.seq, e.state from ~.effect e join ~.transition t"
                        + " on t.operation_id = e.operation_id and t.seq = e.seq"))
                .containsExactly(List.of("told", "1", "pending"));

        fixture.execute("update ~.effect set state = 'done', finished_at = now()");
        assertThat(entomb(fixture, ledger)).isEqualTo(1);
        fixture.execute("update ~.operation set updated_at = now() - interval '411 days'");
        fixture.execute("""
                insert into ~.effect (
                    operation_id, seq, name, source, webhook_id, kind, state, payload, attempts, due_at, created_at)
                select id, 2, 'told', 'p', 'w', 'http', 'dead', '', 1, now(), now() from ~.operation
                """);
        assertThat(forget(fixture, ledger)).isZero();
    }

    @Test
    void anEffectOfATombstoneIsNotMadeAgain() throws SQLException {
        LedgerFixture fixture = telling();
        PostgresLedger ledger = fixture.replica();
        fixture.say(ledger, payment("op_1", "succeeded")).join();
        fixture.execute("update ~.effect set state = 'done', finished_at = now()");
        age(fixture);
        assertThat(entomb(fixture, ledger)).isEqualTo(1);

        assertThat(resent(ledger)).isZero();

        assertThat(fixture.rows("select count(*) from ~.effect")).containsExactly(List.of("0"));
    }

    @Test
    void withCheckedAnotherFingerprintIsAConflict() throws SQLException {
        LedgerFixture fixture = with(AfterExpiry.CHECKED, null);
        PostgresLedger ledger = dead(fixture);

        assertThat(verdict(fixture, ledger, "refunded", "999")).isEqualTo("conflict");
        assertThat(fixture.rows("select tombstone, attention ? 'conflict' from ~.operation"))
                .containsExactly(List.of("t", "t"));
    }

    @Test
    void withBlockedNothingIsTakenAnyMore() throws SQLException {
        LedgerFixture fixture = with(AfterExpiry.BLOCKED, null);
        PostgresLedger ledger = dead(fixture);

        assertThat(verdict(fixture, ledger, "refunded", "1000")).isEqualTo("stale");
        assertThat(fixture.rows("select reason from ~.event order by at desc limit 1"))
                .containsExactly(List.of("expired"));
        assertThat(fixture.rows("select tombstone, state from ~.operation")).containsExactly(List.of("t", "succeeded"));
    }

    @Test
    void withNewAFactBeginsTheNextGeneration() throws SQLException {
        LedgerFixture fixture = with(AfterExpiry.NEW, null);
        PostgresLedger ledger = dead(fixture);

        assertThat(verdict(fixture, ledger, "pending", "5")).isEqualTo("applied");
        assertThat(verdict(fixture, ledger, "pending", "5")).isEqualTo("duplicate");
        assertThat(verdict(fixture, ledger, "succeeded", "5")).isEqualTo("applied");
        assertThat(generations(fixture))
                .containsExactly(List.of("0", "1", "succeeded", "t"), List.of("1", "0", "succeeded", "f"));
        assertThat(fixture.rows("select id from ~.operation where generation = 1"))
                .containsExactly(List.of(key().id(1).toString()));

        age(fixture);
        assertThat(entomb(fixture, ledger)).isEqualTo(1);
        assertThat(fixture.say(ledger, payment("op_1", "pending"), payment("op_1", "succeeded"))
                        .join()
                        .verdicts())
                .containsExactly("applied", "applied");
        assertThat(generations(fixture))
                .containsExactly(
                        List.of("0", "2", "succeeded", "t"),
                        List.of("1", "0", "succeeded", "t"),
                        List.of("2", "0", "succeeded", "f"));
        assertThat(fixture.rows("select sum(n) from ~.counter where kind = 'status' and name = 'completed'"))
                .containsExactly(List.of("3"));
    }

    @Test
    void manySendersOverTwoReplicasBeginOneGeneration() throws SQLException {
        LedgerFixture fixture = with(AfterExpiry.NEW, null);
        PostgresLedger ledger = dead(fixture);
        Ledger other = fixture.replica();

        List<String> verdicts =
                Parallel.map(64, i -> fixture.insist(i % 2 == 0 ? ledger : other, payment("op_1", "pending", "5")))
                        .stream()
                        .flatMap(recorded -> recorded.verdicts().stream())
                        .toList();

        assertThat(verdicts).filteredOn("applied"::equals).hasSize(1);
        assertThat(verdicts).filteredOn("duplicate"::equals).hasSize(63);
        assertThat(generations(fixture))
                .containsExactly(List.of("0", "1", "succeeded", "t"), List.of("1", "0", "pending", "f"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "status = 'processing'",
                "status = 'unknown'",
                "attention = '{\"conflict\": {\"since\": \"2026-01-01T00:00:00Z\", \"detail\": {}}}'",
                "updated_at = now() - interval '399 days'"
            })
    void whatIsNotOverIsLeftAlone(String circumstance) throws SQLException {
        LedgerFixture fixture = with(AfterExpiry.CHECKED, null);
        PostgresLedger ledger = fixture.replica();
        fixture.say(ledger, payment("op_1", "succeeded")).join();
        age(fixture);
        fixture.execute("update ~.operation set " + circumstance);

        assertThat(entomb(fixture, ledger)).isZero();
        assertThat(fixture.rows("select tombstone, fields ->> 'amount' from ~.operation"))
                .containsExactly(List.of("f", "1000"));
        assertThat(fixture.rows("select count(*) from ~.transition")).containsExactly(List.of("1"));
    }

    @Test
    void aFiniteMemoryForgetsAndThenTakesNothingOlderThanItself() throws SQLException {
        LedgerFixture fixture = with(AfterExpiry.CHECKED, Duration.ofDays(10));
        PostgresLedger ledger = dead(fixture);
        assertThat(forget(fixture, ledger))
                .as("the tombstone is 401 days old, not 410")
                .isZero();
        fixture.execute("update ~.operation set updated_at = now() - interval '411 days'");

        assertThat(forget(fixture, ledger)).isEqualTo(1);

        assertThat(fixture.rows("select count(*) from ~.operation")).containsExactly(List.of("0"));
        assertThat(fixture.rows("select sum(n) from ~.counter where kind = 'status'"))
                .containsExactly(List.of("0"));
        var old = dev.pawl.core.operation.Order.at(java.time.Instant.now().minus(Duration.ofDays(411)));
        var fact = payment("op_1", "succeeded");
        var late = new dev.pawl.core.operation.Assertion(
                fact.key(),
                fact.source(),
                fact.machine(),
                fact.state(),
                old,
                fact.fingerprint(),
                fact.fields(),
                fact.watched(),
                null,
                fact.cause());
        assertThat(fixture.say(ledger, late).join().verdicts()).containsExactly("stale");
        assertThat(fixture.rows("select reason from ~.event order by at desc limit 1"))
                .containsExactly(List.of("beyond-retention"));
        assertThat(fixture.rows("select sum(n) from ~.counter where name = 'beyond-retention'"))
                .containsExactly(List.of("1"));
        assertThat(fixture.rows("select count(*) from ~.operation")).containsExactly(List.of("0"));
    }

    @Test
    void theFirstGenerationStaysWhileALaterOneIsMadeMeanwhile() throws SQLException {
        LedgerFixture fixture = with(AfterExpiry.NEW, Duration.ofDays(10));
        PostgresLedger ledger = dead(fixture);
        fixture.execute("update ~.operation set updated_at = now() - interval '411 days'");
        Map<UUID, Integer> seen = Map.of(key().id(0), 0);
        fixture.say(ledger, payment("op_1", "pending", "5"), payment("op_1", "pending", "5"))
                .join();

        assertThat(ledger.forget(seen).await().atMost(Duration.ofSeconds(5))).isZero();
        assertThat(fixture.rows("select count(*) from ~.operation where generation = 0"))
                .containsExactly(List.of("1"));
    }

    private static PostgresLedger dead(LedgerFixture fixture) throws SQLException {
        PostgresLedger ledger = fixture.replica();
        fixture.say(ledger, payment("op_1", "succeeded")).join();
        age(fixture);
        assertThat(entomb(fixture, ledger)).isEqualTo(1);
        return ledger;
    }

    private static void age(LedgerFixture fixture) throws SQLException {
        fixture.execute("update ~.operation set updated_at = now() - interval '401 days'");
    }

    private static Map<UUID, Integer> all(LedgerFixture fixture) throws SQLException {
        Map<UUID, Integer> all = new HashMap<>();
        fixture.rows("select id, latest_generation from ~.operation")
                .forEach(row -> all.put(UUID.fromString(row.get(0)), Integer.valueOf(row.get(1))));
        return all;
    }

    private static int entomb(LedgerFixture fixture, PostgresLedger ledger) throws SQLException {
        return ledger.entomb(all(fixture)).await().atMost(Duration.ofSeconds(5));
    }

    private static int forget(LedgerFixture fixture, PostgresLedger ledger) throws SQLException {
        return ledger.forget(all(fixture)).await().atMost(Duration.ofSeconds(5));
    }

    private static String verdict(LedgerFixture fixture, Ledger ledger, String state, String amount) {
        return fixture.say(ledger, payment("op_1", state, amount))
                .join()
                .verdicts()
                .get(0);
    }

    private static List<List<String>> generations(LedgerFixture fixture) throws SQLException {
        return fixture.rows(
                "select generation, latest_generation, state, tombstone from ~.operation order by generation");
    }

    private static OperationKey key() {
        return new OperationKey("p", "", "payment", "op_1");
    }
}
