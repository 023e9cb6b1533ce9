package dev.pawl.ledger;

import static dev.pawl.ledger.LedgerFixture.payment;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.pawl.core.operation.Assertion;
import dev.pawl.core.operation.Cause;
import dev.pawl.core.operation.Transition;
import dev.pawl.core.outbound.EffectRule;
import dev.pawl.core.outbound.EffectRule.End;
import dev.pawl.core.outbound.EffectRule.HttpTarget;
import dev.pawl.core.outbound.EffectRule.SqlTarget;
import dev.pawl.core.outbound.EffectRule.Target;
import dev.pawl.core.outbound.EffectRule.When;
import dev.pawl.core.outbound.Repeat;
import dev.pawl.core.outbound.RetrySchedule;
import dev.pawl.core.outbound.SigningKey;
import dev.pawl.core.outbound.SqlStatement;
import dev.pawl.ledger.Ledger.EffectEnding;
import dev.pawl.ledger.Ledger.Recorded;
import dev.pawl.support.Parallel;
import java.net.URI;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** SQL effects in the transaction of what caused them. What stays open here is the dispatcher's. */
class SqlEffectTest {

    private static final When ALL = new When(null, null, null, null, null, null, null, false);
    private static final Target HTTP = new HttpTarget(
            URI.create("http://localhost/hooks"), new SigningKey(new byte[32]), Duration.ofSeconds(1), Set.of(400));

    private @Nullable LedgerFixture opened;

    @AfterEach
    void close() {
        fixture().close();
    }

    private LedgerFixture fixture() {
        return java.util.Objects.requireNonNull(opened);
    }

    /** A ledger whose rules name tables {@code ~.table}. */
    private Ledger ledger(String... statements) {
        return ledger(null, false, statements);
    }

    private Ledger ledger(@Nullable Integer expectRows, boolean once, String... statements) {
        opened = new LedgerFixture(schema -> {
            List<EffectRule> rules = new ArrayList<>();
            for (String statement : statements) {
                SqlStatement parsed = SqlStatement.parse(statement.replace("~", schema))
                        .fold(read -> read, problem -> {
                            throw new AssertionError(problem);
                        });
                rules.add(rule("sql-" + rules.size(), new SqlTarget(parsed, expectRows, Duration.ofHours(1)), once));
            }
            rules.add(rule("http", HTTP, false));
            return rules;
        });
        return fixture().replica();
    }

    private static EffectRule rule(String name, Target target, boolean once) {
        return new EffectRule(
                name, ALL, target, once, 3, new RetrySchedule(Duration.ofSeconds(1), Duration.ofSeconds(9)));
    }

    private List<String> say(Ledger ledger, Assertion... assertions) {
        return fixture().say(ledger, assertions).join().verdicts();
    }

    private String value(String sql) throws SQLException {
        return fixture().rows(sql).get(0).get(0);
    }

    private List<List<String>> effects() throws SQLException {
        return fixture().rows("select name, seq, state from ~.effect order by name, seq");
    }

    private String openEffects() throws SQLException {
        return value("select coalesce(sum(n), 0) from ~.counter where kind = 'effect' and name = 'pending'");
    }

    @Test
    void aHundredDuplicatesAtTwoReplicasAreOneEffect() throws SQLException {
        Ledger one = ledger(1, false, "update ~.orders set paid = paid + 1 where ref = :key");
        Ledger other = fixture().replica();
        fixture().execute("create table ~.orders (ref text primary key, paid int not null default 0)");
        fixture().execute("insert into ~.orders values ('op_1')");

        List<Recorded> answers =
                Parallel.map(100, n -> fixture().insist(n % 2 == 0 ? one : other, payment("op_1", "succeeded")));

        assertThat(answers)
                .filteredOn(answer -> answer.verdicts().contains("applied"))
                .hasSize(1);
        assertThat(value("select paid from ~.orders")).isEqualTo("1");
        assertThat(fixture()
                        .rows("select state, attempts, claim, finished_at is null from ~.effect where name = 'sql-0'"))
                .containsExactly(List.of("done", "1", "null", "f"));
        // The one to the HTTP receiver.
        assertThat(openEffects()).isEqualTo("1");
    }

    @Test
    void everyParameterIsBoundWithItsType() throws SQLException {
        Ledger ledger = ledger(
                "insert into ~.seen select :id::uuid, :source, :account, :type, :key, :from, :to, :seq::int, :occurredAt,"
                        + " :operation, :amount::numeric");
        fixture()
                .execute(
                        "create table ~.seen (id uuid, source text, account text, type text, key text, from_state text,"
                                + " to_state text, seq int, at timestamptz, operation jsonb, amount numeric)");

        assertThat(say(ledger, payment("o'; drop table x --", "succeeded"))).containsExactly("applied");

        assertThat(
                        fixture()
                                .rows(
                                        "select s.id = o.id, s.source, s.account, s.type, s.key, from_state, to_state, s.seq,"
                                                + " s.at = o.occurred_at, s.operation ->> 'status', amount from ~.seen s, ~.operation o"))
                .containsExactly(List.of(
                        "t",
                        "p",
                        "",
                        "payment",
                        "o'; drop table x --",
                        "null",
                        "succeeded",
                        "1",
                        "t",
                        "completed",
                        "1000"));
    }

    @Test
    void whatTheDatabaseRefusesHarmsNobodyElse() throws SQLException {
        Ledger ledger = ledger(
                "insert into ~.numbers values (:key::int)",
                "insert into ~.nowhere values (1)",
                "select 1/0",
                "select 1");
        fixture().execute("create table ~.numbers (n int check (n < 100))");

        assertThat(say(ledger, payment("7", "succeeded"), payment("seven", "succeeded"), payment("700", "succeeded")))
                .containsExactly("applied", "applied", "applied");

        assertThat(fixture().rows("select n from ~.numbers")).containsExactly(List.of("7"));
        assertThat(fixture().rows("select name, state, count(*) from ~.effect group by 1, 2 order by 1, 2"))
                .containsExactly(
                        List.of("http", "pending", "3"),
                        List.of("sql-0", "done", "1"),
                        List.of("sql-0", "pending", "2"),
                        List.of("sql-1", "pending", "3"),
                        List.of("sql-2", "pending", "3"),
                        List.of("sql-3", "done", "3"));
        assertThat(openEffects()).isEqualTo("11");
    }

    @Test
    void aBatchFullOfFailuresTakesAtMostSoManySavepoints() throws SQLException {
        Ledger ledger = ledger("select ~.refuse(:key)");
        countingFunction("refuse", "raise exception 'no';");
        Assertion[] many = IntStream.range(0, 60)
                .mapToObj(n -> payment("op_" + n, "succeeded"))
                .toArray(Assertion[]::new);

        assertThat(say(ledger, many)).containsOnly("applied").hasSize(60);

        // One try of all together, which ends at the first; then one by one.
        assertThat(Integer.parseInt(value("select last_value from ~.calls"))).isBetween(2, 1 + SqlPhase.MAX_SAVEPOINTS);
        assertThat(openEffects()).isEqualTo("120");
    }

    private void say30(Ledger ledger, String prefix) {
        Assertion[] many = IntStream.range(0, 30)
                .mapToObj(n -> payment(prefix + n, "succeeded"))
                .toArray(Assertion[]::new);
        assertThat(say(ledger, many)).containsOnly("applied").hasSize(30);
    }

    private List<List<String>> endings() throws SQLException {
        return fixture()
                .rows("select name, state, count(*) from ~.effect where name <> 'http' group by 1, 2 order by 1, 2");
    }

    @Test
    void aLockIsWaitedForOncePerBatch() throws SQLException {
        Ledger ledger = ledger("select ~.refuse(:key)", "insert into ~.moves values (:to)");
        countingFunction("refuse", "raise exception 'busy' using errcode = '55P03';");
        fixture().execute("create table ~.moves (state text)");

        say30(ledger, "a");

        assertThat(value("select last_value from ~.calls where is_called")).isEqualTo("1");
        assertThat(endings()).containsExactly(List.of("sql-0", "pending", "30"), List.of("sql-1", "done", "30"));

        say30(ledger, "b");

        assertThat(value("select last_value from ~.calls"))
                .as("each batch tries")
                .isEqualTo("2");
        assertThat(value("select count(*) from ~.moves")).isEqualTo("60");
    }

    @Test
    void aStatementThatCannotRunIsLeftToTheDispatcherForAWhile() throws SQLException {
        Ledger ledger = ledger("select ~.refuse(:key)", "insert into ~.moves values (:to)");
        countingFunction("refuse", "raise exception 'gone' using errcode = '42P01';");
        fixture().execute("create table ~.moves (state text)");

        say30(ledger, "a");
        say30(ledger, "b");

        assertThat(value("select last_value from ~.calls where is_called")).isEqualTo("1");
        assertThat(endings()).containsExactly(List.of("sql-0", "pending", "60"), List.of("sql-1", "done", "60"));
        assertThat(openEffects()).isEqualTo("120");
    }

    @Test
    void aStatementThatIsNotSupportedCostsNoConnections() throws SQLException {
        Ledger ledger = ledger(
                "select state from ~.moves group by state for update", "insert into ~.pids values (pg_backend_pid())");
        fixture().execute("create table ~.moves (state text)");
        fixture().execute("create table ~.pids (pid int)");

        for (int n = 0; n < 12; n++) {
            assertThat(say(ledger, payment("op_" + n, "succeeded"))).containsExactly("applied");
        }

        assertThat(endings()).containsExactly(List.of("sql-0", "pending", "12"), List.of("sql-1", "done", "12"));
        assertThat(Integer.parseInt(value("select count(distinct pid) from ~.pids")))
                .isLessThanOrEqualTo(6);
    }

    /** Counts calls where no rollback reaches. */
    private void countingFunction(String name, String body) throws SQLException {
        fixture().execute("create sequence ~.calls");
        fixture()
                .execute("create function ~." + name + "(key text) returns int language plpgsql as $$ begin"
                        + " perform nextval('~.calls'); " + body + " return 1; end $$");
    }

    @Test
    void aLongStatementDoesNotHoldUpTheAnswer() throws SQLException {
        Ledger ledger = ledger("select pg_sleep(10)");

        assertThat(say(ledger, payment("op_1", "succeeded"))).containsExactly("applied");

        assertThat(effects()).containsExactly(List.of("http", "1", "pending"), List.of("sql-0", "1", "pending"));
    }

    @Test
    void manyStatementsThatTogetherTakeTooLongStayOpen() throws SQLException {
        Ledger ledger = ledger("select pg_sleep(0.2)");
        Assertion[] many = IntStream.range(0, 30)
                .mapToObj(n -> payment("op_" + n, "succeeded"))
                .toArray(Assertion[]::new);

        assertThat(say(ledger, many)).containsOnly("applied");
        assertThat(value("select count(*) from ~.effect where name = 'sql-0' and state = 'pending'"))
                .isEqualTo("30");
        // The connection is as good as before.
        assertThat(say(ledger, payment("op_31", "succeeded"))).containsExactly("applied");
        assertThat(value("select count(*) from ~.effect where name = 'sql-0' and state = 'done'"))
                .isEqualTo("1");
    }

    @Test
    void aDeferredConstraintIsTheEffectsTroubleAndNotTheBatchs() throws SQLException {
        Ledger ledger = ledger("insert into ~.lines values (:key)");
        fixture().execute("create table ~.heads (ref text primary key)");
        fixture().execute("create table ~.lines (ref text references ~.heads deferrable initially deferred)");
        fixture().execute("insert into ~.heads values ('op_2')");

        assertThat(say(ledger, payment("op_1", "succeeded"), payment("op_2", "succeeded")))
                .containsExactly("applied", "applied");

        assertThat(fixture().rows("select ref from ~.lines")).containsExactly(List.of("op_2"));
        assertThat(value("select count(*) from ~.effect where state = 'done'")).isEqualTo("1");
    }

    @Test
    void aStatementThatDoesNotChangeWhatItMustLeavesNothing() throws SQLException {
        Ledger ledger = ledger(1, false, "update ~.orders set paid = paid + 1 where ref like :key || '%'");
        fixture().execute("create table ~.orders (ref text primary key, paid int not null default 0)");
        fixture().execute("insert into ~.orders values ('a1'), ('a2'), ('b1')");

        assertThat(say(ledger, payment("a", "succeeded"), payment("b", "succeeded"), payment("c", "succeeded")))
                .containsExactly("applied", "applied", "applied");

        assertThat(fixture().rows("select ref, paid from ~.orders order by ref"))
                .containsExactly(List.of("a1", "0"), List.of("a2", "0"), List.of("b1", "1"));
        assertThat(value("select count(*) from ~.effect where name = 'sql-0' and state = 'pending'"))
                .isEqualTo("2");
    }

    @Test
    void aLaterOneWaitsForAnOpenEarlierOne() throws SQLException {
        Ledger ledger = ledger(1, false, "insert into ~.moves select :to where :to <> 'pending'");
        fixture().execute("create table ~.moves (state text)");

        assertThat(say(ledger, payment("one", "pending"), payment("one", "failed")))
                .containsOnly("applied");
        assertThat(say(ledger, payment("two", "pending"))).containsExactly("applied");
        assertThat(say(ledger, payment("two", "failed"))).containsExactly("applied");
        assertThat(say(ledger, payment("three", "failed"))).containsExactly("applied");

        assertThat(fixture().rows("select state from ~.moves")).containsExactly(List.of("failed"));
        assertThat(fixture()
                        .rows("select key, e.seq, e.state from ~.effect e join ~.operation o on o.id = e.operation_id"
                                + " where name = 'sql-0' order by key, e.seq"))
                .containsExactly(
                        List.of("one", "1", "pending"),
                        List.of("one", "2", "pending"),
                        List.of("three", "1", "done"),
                        List.of("two", "1", "pending"),
                        List.of("two", "2", "pending"));
    }

    @Test
    void anEarlierOneDoesNotWaitForALaterOneThatFails() throws SQLException {
        Ledger ledger = ledger(1, false, "insert into ~.moves select :to where :to <> 'failed'");
        fixture().execute("create table ~.moves (state text)");

        say(ledger, payment("one", "pending"), payment("one", "failed"), payment("one", "succeeded"));

        assertThat(fixture().rows("select state from ~.moves")).containsExactly(List.of("pending"));
        assertThat(fixture().rows("select seq, state from ~.effect where name = 'sql-0' order by seq"))
                .containsExactly(List.of("1", "done"), List.of("2", "pending"), List.of("3", "pending"));
    }

    @Test
    void theMovesOfAnOperationRunInTheirOrder() throws SQLException {
        Ledger ledger = ledger("insert into ~.moves (state) values (:to)");
        fixture().execute("create table ~.moves (n serial, state text)");

        say(ledger, payment("one", "pending"), payment("one", "failed"), payment("one", "succeeded"));

        assertThat(fixture().rows("select state from ~.moves order by n"))
                .containsExactly(List.of("pending"), List.of("failed"), List.of("succeeded"));
    }

    @Test
    void whatRunsOncePerOperationRunsOnce() throws SQLException {
        Ledger ledger = ledger(null, true, "insert into ~.moves values (:to)");
        fixture().execute("create table ~.moves (state text)");

        say(ledger, payment("one", "pending"), payment("one", "failed"));
        say(ledger, payment("one", "succeeded"));

        assertThat(fixture().rows("select state from ~.moves")).containsExactly(List.of("pending"));
        assertThat(effects()).contains(List.of("sql-0", "1", "done")).doesNotContain(List.of("sql-0", "2", "done"));
    }

    @Test
    void withoutAFieldItNeedsNothingRuns() throws SQLException {
        Ledger ledger = ledger("insert into ~.moves values (:reference)", "insert into ~.moves values (:amount)");
        fixture().execute("create table ~.moves (state text)");

        assertThat(say(ledger, payment("one", "succeeded"))).containsExactly("applied");

        assertThat(fixture().rows("select state from ~.moves")).containsExactly(List.of("1000"));
        assertThat(effects()).contains(List.of("sql-0", "1", "pending"), List.of("sql-1", "1", "done"));
    }

    @Test
    void anOperationSaysThatItsEffectWaitsUntilItIsDone() throws SQLException {
        Ledger ledger = ledger("select :reference");
        say(ledger, payment("one", "succeeded"));
        UUID one = UUID.fromString(value("select id from ~.operation"));

        ledger.effectParked(one, 1, "sql-0", "the operation has no amount")
                .await()
                .indefinitely();
        ledger.effectParked(one, 1, "sql-0", "again").await().indefinitely();
        done(ledger, one, 1, "sql-1");
        done(ledger, one, 2, "sql-0");

        assertThat(value("select attention #>> '{parked,detail,error}' from ~.operation"))
                .isEqualTo("the operation has no amount");
        done(ledger, one, 1, "sql-0");
        done(ledger, one, 1, "sql-0");
        done(ledger, new UUID(1, 1), 1, "sql-0");
        assertThat(fixture()
                        .rows("select seq, from_state, to_state, cause from ~.transition where kind = 'attention'"
                                + " order by seq"))
                .containsExactly(List.of("2", "null", "parked", "effect"), List.of("3", "parked", "null", "effect"));
        assertThat(value("select sum(n) from ~.counter where kind = 'attention'"))
                .isEqualTo("0");
    }

    private void done(Ledger ledger, UUID operation, int seq, String effect) throws SQLException {
        Instant at = Instant.now().truncatedTo(ChronoUnit.MILLIS);
        fixture()
                .execute("update ~.effect set state = 'done', finished_at = timestamptz '" + at
                        + "' where operation_id = '" + operation + "' and seq = " + seq + " and name = '" + effect
                        + "'");
        ledger.effectEnded(operation, new EffectEnding(seq, effect, End.DONE, false, at, ""))
                .await()
                .indefinitely();
    }

    @Test
    void anEffectThatWaitsNoMoreForAnyReasonIsNotSaidToWait() throws SQLException {
        Ledger ledger = ledger("select :reference", "select :reference");
        say(ledger, payment("one", "succeeded"), payment("two", "succeeded"));
        Ledger.Operator operator = new Ledger.Operator("admin", "not needed");
        for (UUID id :
                List.of(payment("one", "").key().id(0), payment("two", "").key().id(0))) {
            ledger.effectParked(id, 1, "sql-0", "the operation has no reference")
                    .await()
                    .indefinitely();
        }

        ledger.actOnEffect(payment("one", "").key().id(0), 1, "sql-1", Ledger.EffectAction.CANCEL, operator)
                .await()
                .indefinitely();
        assertThat(value("select count(*) from ~.operation where attention ? 'parked'"))
                .isEqualTo("2");
        ledger.actOnEffect(payment("one", "").key().id(0), 1, "sql-0", Ledger.EffectAction.CANCEL, operator)
                .await()
                .indefinitely();
        UUID two = payment("two", "").key().id(0);
        Instant at = Instant.now().truncatedTo(ChronoUnit.MILLIS);
        fixture()
                .execute("update ~.effect set state = 'dead', finished_at = timestamptz '" + at
                        + "' where operation_id = '" + two + "' and name = 'sql-0'");
        EffectEnding dead = new EffectEnding(1, "sql-0", End.DEAD, false, at, "SQLSTATE 23505");
        ledger.effectEnded(two, dead).await().indefinitely();

        assertThat(fixture().rows("select key from ~.operation where attention ? 'parked'"))
                .isEmpty();
        assertThat(fixture().rows("select key from ~.operation where attention ? 'dead-effect'"))
                .containsExactly(List.of("two"));
    }

    @Test
    void oneThatRanWithItsCauseIsToldAfterwardsWhereItsEndingSaysSomething() throws SQLException {
        opened = new LedgerFixture(schema -> {
            SqlTarget target = new SqlTarget(
                    SqlStatement.parse("select 1").fold(read -> read, problem -> {
                        throw new AssertionError(problem);
                    }),
                    1,
                    Duration.ofHours(1));
            RetrySchedule backoff = new RetrySchedule(Duration.ofSeconds(1), Duration.ofSeconds(9));
            Map<End, String> then = Map.of(End.DONE, "succeeded");
            return List.of(
                    new EffectRule("telling", ALL, target, true, 3, backoff, Repeat.Always.KEYED, then),
                    new EffectRule("silent", ALL, target, true, 3, backoff));
        });

        say(fixture().replica(), payment("one", "pending"));

        await().untilAsserted(() ->
                assertThat(fixture().left).containsExactly(new CommitListener.Left(false, true, Set.of())));
        assertThat(fixture()
                        .rows("select name, state, claim is null, due_at <= now(), unsure from ~.effect order by name"))
                .containsExactly(List.of("silent", "done", "t", "t", "f"), List.of("telling", "done", "f", "t", "f"));
    }

    @Test
    void whatIsCaughtUpOnKeepsItsPaceAndIsLeftToTheDispatcher() throws SQLException {
        Ledger ledger = ledger("insert into ~.moves values (:to)");
        fixture().execute("create table ~.moves (state text)");
        say(ledger, payment("one", "succeeded"));
        fixture().execute("delete from ~.effect");
        UUID one = payment("one", "").key().id(0);
        Transition move =
                new Transition(one, 1, Transition.Kind.MOVE, null, "succeeded", Cause.DELIVERY, false, Map.of());

        assertThat(ledger.resend(new Ledger.Resend("p", List.of(move), 600, 1, Optional.empty()))
                        .await()
                        .indefinitely())
                .isEqualTo(2);

        assertThat(fixture().rows("select name, state, due_at > now() + interval '5 minutes' from ~.effect"))
                .containsExactlyInAnyOrder(List.of("sql-0", "pending", "t"), List.of("http", "pending", "t"));
        assertThat(value("select convert_from(payload, 'UTF8')::jsonb ->> 'to' from ~.effect where name = 'sql-0'"))
                .isEqualTo("succeeded");
        assertThat(value("select count(*) from ~.moves")).isEqualTo("1");
    }

    @Test
    void aWatchedSourceRunsNothing() throws SQLException {
        Ledger ledger = ledger("insert into ~.moves values (:to)");
        fixture().execute("create table ~.moves (state text)");
        Assertion seen = payment("one", "succeeded");

        fixture()
                .say(
                        ledger,
                        "watched",
                        "{}",
                        new Assertion(
                                seen.key(),
                                "watched",
                                seen.machine(),
                                seen.state(),
                                seen.order(),
                                seen.fingerprint(),
                                seen.fields(),
                                seen.watched(),
                                null,
                                seen.cause()))
                .join();

        assertThat(fixture().rows("select state from ~.moves")).isEmpty();
        assertThat(effects()).isEmpty();
    }

    @Test
    void theApplicationMayChangeItsTablesUnderAPreparedStatement() throws SQLException {
        Ledger ledger = ledger("insert into ~.moves values (:to) returning *");
        fixture().execute("create table ~.moves (state text)");
        // Enough for every connection of the ledger to have prepared it.
        Parallel.map(20, n -> fixture().insist(ledger, payment("before_" + n, "succeeded")));
        fixture().execute("alter table ~.moves add column more int");

        Parallel.map(20, n -> fixture().insist(ledger, payment("after_" + n, "succeeded")));
        Parallel.map(8, n -> fixture().insist(ledger, payment("last_" + n, "succeeded")));

        assertThat(value("select count(*) from ~.operation")).isEqualTo("48");
        assertThat(value("select count(*) from ~.moves"))
                .isEqualTo(value("select count(*) from ~.effect where name = 'sql-0' and state = 'done'"));
        assertThat(value("select bool_and(e.state = 'done') from ~.effect e join ~.operation o on o.id = e.operation_id"
                        + " where name = 'sql-0' and key like 'last%'"))
                .isEqualTo("t");
    }
}
