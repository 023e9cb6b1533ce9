package dev.pawl.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.pawl.core.outbound.EffectRule;
import dev.pawl.core.outbound.EffectRule.End;
import dev.pawl.core.outbound.EffectRule.SqlTarget;
import dev.pawl.core.outbound.EffectRule.When;
import dev.pawl.core.outbound.Repeat;
import dev.pawl.core.outbound.RetrySchedule;
import dev.pawl.core.outbound.SqlStatement;
import dev.pawl.dispatch.DispatchFixture.FakeLedger.Died;
import dev.pawl.ledger.CommitListener.Left;
import dev.pawl.ledger.Ledger.EffectEnding;
import dev.pawl.support.PostgresResource;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** SQL effects that were left open: statement and row end together. */
class SqlEffectsTest {

    private static final UUID FIRST = new UUID(1, 1);
    private static final String VALUES = "{\"key\":\"o1\",\"amount\":\"5\",\"from\":null}";
    private static final Duration LONG = Duration.ofHours(1);

    private final DispatchFixture fixture = new DispatchFixture();

    @AfterEach
    void close() {
        fixture.close();
    }

    private EffectRule rule(String statement, @Nullable Integer expectRows, Duration parkFor) {
        return rule(statement, expectRows, parkFor, Map.of());
    }

    private EffectRule rule(String statement, @Nullable Integer expectRows, Duration parkFor, Map<End, String> then) {
        SqlStatement parsed = SqlStatement.parse(fixture.schema.in(statement)).fold(read -> read, problem -> {
            throw new AssertionError(problem);
        });
        return new EffectRule(
                "orders",
                new When(null, null, null, null, null, null, null, false),
                new SqlTarget(parsed, expectRows, parkFor),
                false,
                1,
                new RetrySchedule(Duration.ofMillis(20), Duration.ofMillis(40)),
                Repeat.Always.KEYED,
                then);
    }

    private void write(UUID operation, int seq, String values) {
        fixture.write(operation, seq, "orders", values);
    }

    private void awaitState(String state) {
        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(
                        () -> assertThat(fixture.state(FIRST, 1, "orders")).isEqualTo(state));
    }

    /** Raises that code until it was called so often. */
    private void failing(String code, int times) {
        fixture.update("create sequence ${schema}.calls");
        fixture.update("create table ${schema}.ran (ref text)");
        fixture.update("create function ${schema}.credit(ref text) returns void language plpgsql as $$ begin"
                + " if nextval('${schema}.calls') <= " + times + " then raise exception using errcode = '" + code
                + "', message = 'secret ' || ref; end if; insert into ${schema}.ran values (ref); end $$");
    }

    @Test
    void anOpenEffectIsRunAndItsRowEnds() {
        fixture.update("create table ${schema}.ran (ref text, amount int, was text)");
        DispatchJob job = fixture.job(rule("insert into ${schema}.ran values (:key, :amount::int, :from)", 1, LONG));
        write(FIRST, 1, VALUES);

        job.committed(DispatchFixture.EFFECTS);

        awaitState("done");
        assertThat(fixture.first(
                        "select string_agg(ref || ' ' || amount || ' ' || (was is null), ',') from ${schema}.ran"))
                .isEqualTo("o1 5 true");
        assertThat(fixture.read("attempts", FIRST, 1, "orders")).isEqualTo("1");
        assertThat(fixture.read("claim", FIRST, 1, "orders")).isEmpty();
        assertThat(fixture.counter("pending")).isEqualTo(-1);
        await().untilAsserted(
                        () -> assertThat(fixture.attempts("orders", "done")).isEqualTo(1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"22012", "22P02", "23502", "23505", "23514", "23P01", "P0001"})
    void whatTheDatabaseRefusesForGoodIsDead(String code) {
        failing(code, 1);
        DispatchJob job = fixture.job(rule("select ${schema}.credit(:key)", null, LONG));
        write(FIRST, 1, VALUES);

        job.committed(DispatchFixture.EFFECTS);

        awaitState("dead");
        await().untilAsserted(() ->
                assertThat(fixture.ledger.died).containsExactly(new Died(FIRST, 1, "orders", "SQLSTATE " + code)));
        assertThat(fixture.first("select count(*) from ${schema}.ran")).isEqualTo("0");
        assertThat(fixture.counter("dead")).isEqualTo(1);
        assertThat(fixture.ledger.parked).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"23503", "42P01", "42703", "42501", "40001", "40P01", "55P03", "57014", "53300", "P0002", "0A000"
            })
    void everythingElseIsTriedAgainHoweverOften(String code) {
        failing(code, 3);
        DispatchJob job = fixture.job(rule("select ${schema}.credit(:key)", null, LONG));
        write(FIRST, 1, VALUES);

        job.committed(DispatchFixture.EFFECTS);

        awaitState("done");
        assertThat(fixture.read("attempts", FIRST, 1, "orders")).isEqualTo("4");
        assertThat(fixture.first("select string_agg(ref, ',') from ${schema}.ran"))
                .isEqualTo("o1");
        assertThat(fixture.ledger.died).isEmpty();
        assertThat(fixture.ledger.parked).isEmpty();
    }

    @Test
    void aRowThatIsNotThereYetIsWaitedFor() {
        fixture.update("create table ${schema}.ran (ref text, paid int not null default 0)");
        DispatchJob job = fixture.job(rule("update ${schema}.ran set paid = paid + 1 where ref = :key", 1, LONG));
        write(FIRST, 1, VALUES);
        job.committed(DispatchFixture.EFFECTS);
        await().untilAsserted(() ->
                assertThat(fixture.read("last_error", FIRST, 1, "orders")).isEqualTo("changed 0 rows instead of 1"));
        assertThat(fixture.state(FIRST, 1, "orders")).isEqualTo("pending");

        fixture.update("insert into ${schema}.ran values ('o1')");

        awaitState("done");
        assertThat(fixture.first("select paid from ${schema}.ran")).isEqualTo("1");
        assertThat(fixture.ledger.parked).isEmpty();
    }

    @Test
    void whoWaitsTooLongGetsAttentionUntilItIsDone() {
        fixture.update("create table ${schema}.ran (ref text)");
        DispatchJob job =
                fixture.job(rule("update ${schema}.ran set ref = ref where ref = :key", 1, Duration.ofMillis(300)));
        fixture.operation(FIRST, "{}");
        write(FIRST, 1, VALUES);
        job.committed(DispatchFixture.EFFECTS);
        await().untilAsserted(() -> assertThat(fixture.ledger.parked)
                .contains(new Died(FIRST, 1, "orders", "changed 0 rows instead of 1")));
        assertThat(fixture.state(FIRST, 1, "orders")).isEqualTo("pending");
        // As the ledger would.
        fixture.update("update ${schema}.operation set attention = '{\"parked\":{\"since\":\"2026-01-01T00:00:00Z\","
                + "\"detail\":{\"effect\":\"orders\",\"seq\":\"1\",\"error\":\"\"}}}'");

        fixture.update("insert into ${schema}.ran values ('o1')");

        awaitState("done");
        await().untilAsserted(() ->
                assertThat(fixture.ledger.ended).extracting(EffectEnding::end).containsExactly(End.DONE));
        await().untilAsserted(() ->
                assertThat(fixture.read("claim", FIRST, 1, "orders")).isEmpty());
        assertThat(fixture.ledger.died).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"0, DONE, done", "1, DEAD, dead"})
    void anEndingThatSaysSomethingIsTold(int refusals, End end, String state) {
        failing("23505", refusals);
        DispatchJob job = fixture.job(
                rule("select ${schema}.credit(:key)", null, LONG, Map.of(End.DONE, "succeeded", End.DEAD, "failed")));
        write(FIRST, 1, VALUES);

        job.committed(DispatchFixture.EFFECTS);

        awaitState(state);
        await().untilAsserted(() -> assertThat(fixture.ledger.ended)
                .singleElement()
                .satisfies(ending -> {
                    assertThat(ending.end()).isEqualTo(end);
                    assertThat(ending.effect()).isEqualTo("orders");
                    assertThat(ending.unsure()).isFalse();
                }));
        await().untilAsserted(() ->
                assertThat(fixture.read("claim", FIRST, 1, "orders")).isEmpty());
    }

    /** As the ledger leaves one that ran with its cause. */
    @Test
    void whatTheLedgerHasRunItselfIsToldAtOnce() {
        DispatchJob job = fixture.job(rule("select 1", null, LONG, Map.of(End.DONE, "succeeded")));
        write(FIRST, 1, VALUES);
        fixture.update("update ${schema}.effect set state = 'done', attempts = 1, finished_at = now(),"
                + " claim = gen_random_uuid()");

        job.committed(new Left(false, true, Set.of()));

        await().untilAsserted(() ->
                assertThat(fixture.ledger.ended).extracting(EffectEnding::end).containsExactly(End.DONE));
        await().untilAsserted(() ->
                assertThat(fixture.read("claim", FIRST, 1, "orders")).isEmpty());
    }

    @Test
    void aFieldThatIsNotThereIsNeverNull() {
        fixture.update("create table ${schema}.ran (ref text, town text)");
        DispatchJob job = fixture.job(rule("insert into ${schema}.ran values (:reference, :town)", 1, LONG));
        fixture.operation(FIRST, "{\"amount\":\"5\"}");
        write(FIRST, 1, VALUES);
        job.committed(DispatchFixture.EFFECTS);
        await().untilAsserted(() -> assertThat(fixture.ledger.parked)
                .contains(new Died(FIRST, 1, "orders", "the operation has no reference, town")));
        assertThat(fixture.state(FIRST, 1, "orders")).isEqualTo("pending");

        fixture.update(
                "update ${schema}.operation set reference = 'r1', fields = '{\"town\":\"Haifa\",\"key\":\"other\"}'");

        awaitState("done");
        assertThat(fixture.first("select string_agg(ref || ' ' || town, ',') from ${schema}.ran"))
                .isEqualTo("r1 Haifa");
        assertThat(fixture.read("convert_from(payload, 'UTF8')", FIRST, 1, "orders"))
                .contains("\"town\":\"Haifa\"", "\"amount\":\"5\"", "\"key\":\"o1\"");
    }

    @Test
    void whatTheApplicationHasLockedIsDoneAfterwards() throws SQLException {
        fixture.update("create table ${schema}.ran (ref text primary key, paid int not null default 0)");
        fixture.update("insert into ${schema}.ran values ('o1')");
        DispatchJob job = fixture.job(rule("update ${schema}.ran set paid = paid + 1 where ref = :key", 1, LONG));
        write(FIRST, 1, VALUES);
        try (Connection application = PostgresResource.connection();
                Statement statement = application.createStatement()) {
            application.setAutoCommit(false);
            statement.execute(fixture.schema.in("select 1 from ${schema}.ran for update"));
            job.committed(DispatchFixture.EFFECTS);
            await().untilAsserted(() ->
                    assertThat(fixture.read("last_error", FIRST, 1, "orders")).isEqualTo("SQLSTATE 55P03"));
            application.rollback();
        }

        awaitState("done");
        assertThat(fixture.first("select paid from ${schema}.ran")).isEqualTo("1");
    }

    @Test
    void aClaimThatWasLostTakesItsStatementBack() {
        fixture.update("create table ${schema}.ran (ref text)");
        DispatchJob job =
                fixture.job(rule("insert into ${schema}.ran select :key from pg_sleep(1) as lost_claim", 1, LONG));
        write(FIRST, 1, VALUES);
        job.committed(DispatchFixture.EFFECTS);
        awaitStatement("lost_claim");

        fixture.update("update ${schema}.effect set claim = gen_random_uuid(), due_at = now() + interval '1 hour'");

        await().untilAsserted(() ->
                assertThat(fixture.attempts("orders", "lease-lost")).isEqualTo(1));
        assertThat(fixture.first("select count(*) from ${schema}.ran")).isEqualTo("0");
        assertThat(fixture.state(FIRST, 1, "orders")).isEqualTo("pending");
        assertThat(fixture.counter("pending")).isZero();
    }

    @Test
    void aConnectionThatBreaksInTheMiddleLeavesNothingAndTheNextOneDoesIt() {
        fixture.update("create table ${schema}.ran (ref text)");
        DispatchJob job =
                fixture.job(rule("insert into ${schema}.ran select :key from pg_sleep(1) as broken", 1, LONG));
        write(FIRST, 1, VALUES);
        job.committed(DispatchFixture.EFFECTS);
        awaitStatement("broken");

        fixture.first("select pg_terminate_backend(pid)::text from pg_stat_activity where query like '%as broken%'"
                + " and pid <> pg_backend_pid() limit 1");

        awaitState("done");
        assertThat(fixture.first("select count(*) from ${schema}.ran")).isEqualTo("1");
        assertThat(fixture.read("attempts", FIRST, 1, "orders")).isEqualTo("2");
    }

    private void awaitStatement(String word) {
        await().until(() -> fixture.first(
                        "select count(*) from pg_stat_activity where state = 'active' and query like '%as " + word
                                + "%' and pid <> pg_backend_pid()")
                .equals("1"));
    }

    @Test
    void twoReplicasRunEveryEffectOnceAndInOrder() {
        fixture.update("create table ${schema}.ran (n bigserial, ref text)");
        EffectRule rule = rule("insert into ${schema}.ran (ref) values (:key)", 1, LONG);
        List<DispatchJob> replicas = List.of(fixture.job(rule), fixture.job(rule));
        for (int operation = 1; operation <= 40; operation++) {
            for (int seq = 1; seq <= 3; seq++) {
                write(new UUID(4, operation), seq, "{\"key\":\"" + operation + "/" + seq + "\"}");
            }
        }

        replicas.forEach(replica -> replica.committed(DispatchFixture.EFFECTS));

        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(fixture.counter("pending")).isEqualTo(-120));
        assertThat(fixture.first("select count(*) || ' ' || count(distinct ref) from ${schema}.ran"))
                .isEqualTo("120 120");
        assertThat(fixture.first("select count(*) from ${schema}.ran a join ${schema}.ran b"
                        + " on split_part(a.ref, '/', 1) = split_part(b.ref, '/', 1) and a.ref < b.ref and a.n > b.n"))
                .isEqualTo("0");
    }

    @Test
    void theApplicationMayChangeItsTablesUnderAPreparedStatement() {
        fixture.update("create table ${schema}.ran (ref text)");
        DispatchJob job = fixture.job(rule("insert into ${schema}.ran values (:key) returning *", 1, LONG));
        write(FIRST, 1, VALUES);
        job.committed(DispatchFixture.EFFECTS);
        awaitState("done");

        fixture.update("alter table ${schema}.ran add column more int");
        write(FIRST, 2, VALUES);
        job.committed(DispatchFixture.EFFECTS);

        await().untilAsserted(
                        () -> assertThat(fixture.state(FIRST, 2, "orders")).isEqualTo("done"));
        assertThat(fixture.first("select count(*) from ${schema}.ran")).isEqualTo("2");
    }
}
