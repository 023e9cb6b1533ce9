package dev.pawl.admin;

import static dev.pawl.admin.Admin.body;
import static dev.pawl.admin.Admin.event;
import static dev.pawl.admin.Admin.fresh;
import static dev.pawl.admin.Admin.get;
import static dev.pawl.admin.Admin.operator;
import static dev.pawl.admin.Admin.post;
import static dev.pawl.admin.Admin.send;
import static dev.pawl.admin.Admin.viewer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.equalTo;

import dev.pawl.ledger.DatabaseState;
import dev.pawl.retain.ParkedJob;
import dev.pawl.retain.RetainJob;
import dev.pawl.retain.RetainJob.Retained;
import dev.pawl.support.Parallel;
import dev.pawl.support.PostgresResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What goes with its time, what must not, and what intake notices of it: nothing. */
@QuarkusTest
@TestProfile(RetentionProfile.class)
class RetentionTest {

    private static final String REASON = "{\"reason\":\"look again\"}";
    private static int daysUsed;

    @Inject
    DatabaseState database;

    @Inject
    RetainJob job;

    @Inject
    ParkedJob parkedJob;

    @ConfigProperty(name = "pawl.db.schema")
    String schema;

    @BeforeEach
    void databaseIsUpToDate() throws SQLException {
        await().until(database::ready);
        sql("update operation set attention = null, status = 'completed'");
        sql("delete from effect");
        sql("delete from parked");
        run();
    }

    // --- Days

    @Test
    void aDayGoesWithWhatIsClear() throws SQLException {
        String key = fresh("op");
        String clear = send("p", body(key, "succeeded", 1000, "a")).getString("delivery");
        LocalDate day = anOldDay();
        clear = aged(clear, day);
        assertThat(get("/deliveries/" + clear).getString("id")).isEqualTo(clear);

        Retained went = run();

        assertThat(went.droppedDays()).isEqualTo(1);
        assertThat(went.emptiedDays()).as("not emptied first").isZero();
        assertThat(partitions(day)).isEmpty();
        viewer().get("/admin/deliveries/" + clear).then().statusCode(404);
        operator().get("/admin/deliveries/" + clear + "/body").then().statusCode(410);
        post("/deliveries/" + clear + "/replay", REASON).then().statusCode(410);
        assertThat(event("p", key, "succeeded", 1000, "a"))
                .as("the operation remembers")
                .containsExactly("duplicate");
    }

    @Test
    void youngDaysStay() throws SQLException {
        String id = send("p", body(fresh("op"), "succeeded", 1000, "a")).getString("delivery");
        LocalDate day = LocalDate.now(ZoneOffset.UTC).minusDays(30);
        sql("select make_partitions('" + day + "', 1)");
        id = aged(id, day);

        assertThat(run().droppedDays()).isZero();

        assertThat(get("/deliveries/" + id).getString("id")).isEqualTo(id);
    }

    @Test
    void whatIsInDoubtOutlivesItsDay() throws SQLException {
        Map<String, String> doubtful = new HashMap<>();
        String conflicting = fresh("op");
        event("p", conflicting, "succeeded", 1000, "a");
        doubtful.put(
                "conflict", send("p", body(conflicting, "succeeded", 999, "a")).getString("delivery"));
        doubtful.put(
                "applied", send("p", body(fresh("op"), "pending", 1000, "a")).getString("delivery"));
        String unknown = fresh("op");
        doubtful.put("unknown", send("p", body(unknown, "succeeded", 1000, "a")).getString("delivery"));
        sql("update operation set status = 'unknown' where key = '" + unknown + "'");
        doubtful.put("invalid", send("p", "{").getString("delivery"));
        doubtful.put(
                "parked",
                send("strict", body(fresh("op"), "succeeded", 1000, "a")).getString("delivery"));
        doubtful.put(
                "effect",
                send("told", body(fresh("op"), "succeeded", 1000, "a")).getString("delivery"));
        LocalDate day = anOldDay();
        for (Map.Entry<String, String> entry : doubtful.entrySet()) {
            entry.setValue(aged(entry.getValue(), day));
        }

        assertThat(run().droppedDays()).isEqualTo(1);

        assertThat(partitions(day)).isEmpty();
        for (Map.Entry<String, String> entry : doubtful.entrySet()) {
            String id = entry.getValue();
            assertThat(get("/deliveries/" + id).getList("events"))
                    .as(entry.getKey())
                    .hasSize(1);
            assertThat(operator()
                            .get("/admin/deliveries/" + id + "/body")
                            .then()
                            .statusCode(200)
                            .extract()
                            .asByteArray())
                    .as(entry.getKey())
                    .isNotEmpty();
        }
        assertThat(get("/deliveries?limit=500").<String>getList("items.id")).containsAll(doubtful.values());
        assertThat(get("/deliveries?verdict=invalid&limit=500").<String>getList("items.id"))
                .contains(doubtful.get("invalid"));
        assertThat(get("/operations/p/payment/" + conflicting + "?account=a").<String>getList("events.verdict"))
                .contains("conflict");
    }

    @Test
    void whatIsKeptCanBeReplayedAndGoesOnceTheDoubtIsOver() throws SQLException {
        String key = fresh("op");
        String id = aged(send("p", body(key, "pending", 1000, "a")).getString("delivery"), anOldDay());
        run();

        post("/deliveries/" + id + "/replay", REASON)
                .then()
                .statusCode(200)
                .body("verdicts", equalTo(List.of("duplicate")));
        assertThat(get("/deliveries/" + id).<Integer>getList("events.run")).containsExactly(0, 1);
        assertThat(get("/deliveries/" + id).<Map<String, Integer>>get("verdicts"))
                .isEqualTo(Map.of("duplicate", 1));

        event("p", key, "succeeded", 1000, "a");
        run();

        viewer().get("/admin/deliveries/" + id).then().statusCode(404);
        post("/deliveries/" + id + "/replay", REASON).then().statusCode(410);
        assertThat(sql("select count(*) from event_kept where delivery_id = '" + id + "'"))
                .containsExactly("0");
    }

    @Test
    void whatIsKeptIsReplayedWithItsTrace() throws SQLException {
        String key = fresh("op");
        String trace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
        String id = send(
                        "told",
                        body(key, "succeeded", 1000, "a"),
                        "X-Request-ID",
                        "req-7",
                        "traceparent",
                        trace,
                        "tracestate",
                        "a=1,b=2")
                .getString("delivery");
        id = aged(id, anOldDay());
        run();
        assertThat(sql("select count(*) from delivery where id = '" + id + "'")).containsExactly("0");
        // As if it had not been mapped when it came.
        String operation = "(select id from operation where key = '" + key + "')";
        sql("delete from effect where operation_id = " + operation);
        sql("delete from transition where operation_id = " + operation);
        sql("delete from operation where key = '" + key + "'");

        post("/deliveries/" + id + "/replay", REASON)
                .then()
                .statusCode(200)
                .body("verdicts", equalTo(List.of("applied")));

        assertThat(sql(
                        "select correlation_id || ' ' || traceparent || ' ' || tracestate from effect where operation_id = "
                                + operation))
                .containsExactly("req-7 " + trace + " a=1,b=2");
        assertThat(sql("select correlation_id from operation where key = '" + key + "'"))
                .containsExactly("req-7");
    }

    @Test
    void aParkedEventHasItsTurnAfterItsDayIsGone() throws SQLException {
        String key = fresh("op");
        String early = aged(send("strict", body(key, "succeeded", 1000, "a")).getString("delivery"), anOldDay());
        run();

        assertThat(event("strict", key, "pending", 1000, "a")).containsExactly("applied");

        assertThat(get("/operations/strict/payment/" + key + "?account=a").getString("state"))
                .isEqualTo("succeeded");
        assertThat(get("/deliveries/" + early).<String>getList("events.verdict"))
                .containsExactly("parked", "applied");
        assertThat(get("/deliveries/" + early).<Map<String, Integer>>get("verdicts"))
                .isEqualTo(Map.of("applied", 1));
        assertThat(get("/deliveries?verdict=parked&limit=500").<String>getList("items.id"))
                .doesNotContain(early);
    }

    @Test
    void intakeGoesOnWhileADayWaitsForALongTransaction() throws Exception {
        LocalDate day = anOldDay();
        aged(send("p", body(fresh("op"), "succeeded", 1000, "a")).getString("delivery"), day);
        CompletableFuture<Retained> run;
        try (Connection longest = PostgresResource.connection();
                Statement reading = longest.createStatement()) {
            longest.setAutoCommit(false);
            reading.execute("set search_path to " + schema);
            reading.execute("insert into event select * from event where received_on = '" + day + "' and false");
            reading.execute("select count(*) from delivery where received_on = '" + day + "'");
            run = job.run().subscribeAsCompletionStage();
            await().until(() ->
                    !sql("select pid from pg_stat_activity where query like 'alter table%delivery%concurrently%'"
                                    + " and wait_event_type = 'Lock'")
                            .isEmpty());

            for (int i = 0; i < 20; i++) {
                assertThat(event("p", fresh("op"), "succeeded", 1000, "a")).containsExactly("applied");
            }
            assertThatThrownBy(() -> run.get(10, TimeUnit.SECONDS)).hasMessageContaining("PgException 55P03");
            assertThat(sql("select count(*) from pg_inherits where inhdetachpending"))
                    .containsExactly("1");
            longest.rollback();
        }
        assertThat(partitions(day)).hasSize(2);

        assertThat(run().droppedDays())
                .as("the next run goes on where that one stopped")
                .isEqualTo(1);

        assertThat(partitions(day)).isEmpty();
        assertThat(sql("select count(*) from partition_going")).containsExactly("0");
    }

    @Test
    void aDayThatWasDetachedButNotDroppedIsSearchedForDoubtsFirst() throws SQLException {
        LocalDate day = anOldDay();
        String id = aged(send("p", body(fresh("op"), "pending", 1000, "a")).getString("delivery"), day);
        String suffix = day.format(DateTimeFormatter.BASIC_ISO_DATE);
        sql("insert into partition_going values ('delivery_" + suffix + "'), ('event_" + suffix + "')");
        sql("alter table delivery detach partition delivery_" + suffix);
        sql("alter table event detach partition event_" + suffix);

        assertThat(run().droppedDays()).isEqualTo(1);

        assertThat(get("/deliveries/" + id).getString("id")).isEqualTo(id);
    }

    @Test
    void aTableOfSomebodyElseStaysWhateverItIsCalled() throws SQLException {
        sql("create table event_20200101 (theirs text)");

        assertThat(run().droppedDays()).isZero();

        assertThat(sql("select count(*) from event_20200101")).containsExactly("0");
        sql("drop table event_20200101");
    }

    @Test
    void manyRunsAtOnceDoTheWorkOnce() throws SQLException {
        LocalDate day = anOldDay();
        aged(send("p", body(fresh("op"), "succeeded", 1000, "a")).getString("delivery"), day);

        List<Retained> runs = Parallel.map(4, i -> job.run().await().atMost(Duration.ofSeconds(30)));

        assertThat(runs.stream().mapToInt(Retained::droppedDays).sum()).isEqualTo(1);
        assertThat(partitions(day)).isEmpty();
    }

    // --- Bodies

    @Test
    void aSourceMayKeepBodiesForAShorterTimeThanTheDayStays() throws SQLException {
        LocalDate day = LocalDate.now(ZoneOffset.UTC).minusDays(9);
        sql("select make_partitions('" + day + "', 1)");
        String clear =
                aged(send("brief", body(fresh("op"), "succeeded", 1, "a")).getString("delivery"), day);
        String other = aged(send("p", body(fresh("op"), "succeeded", 1, "a")).getString("delivery"), day);
        String open = fresh("op");
        String doubtful = aged(send("brief", body(open, "pending", 1, "a")).getString("delivery"), day);

        assertThat(run().emptiedDays()).isPositive();

        operator().get("/admin/deliveries/" + clear + "/body").then().statusCode(410);
        assertThat(get("/deliveries/" + clear).getString("size")).isNull();
        operator().get("/admin/deliveries/" + other + "/body").then().statusCode(200);
        operator().get("/admin/deliveries/" + doubtful + "/body").then().statusCode(200);
        assertThat(get("/deliveries?limit=500").<String>getList("items.id"))
                .as("what is kept aside is not shown twice")
                .containsOnlyOnce(doubtful);
        assertThat(get("/operations/brief/payment/" + open + "?account=a").getList("events"))
                .hasSize(1);
        assertThat(run().emptiedDays()).as("that day is done").isZero();

        event("brief", open, "succeeded", 1, "a");
        run();
        operator().get("/admin/deliveries/" + doubtful + "/body").then().statusCode(410);
        assertThat(get("/deliveries/" + doubtful).getString("id")).isEqualTo(doubtful);
    }

    // --- Operations

    @Test
    void anOldOperationBecomesATombstoneAndIsStillRecognised() throws SQLException {
        String key = fresh("op");
        event("p", key, "succeeded", 1000, "a");
        sql("update operation set updated_at = now() - interval '401 days' where key = '" + key + "'");

        assertThat(run().entombed()).isEqualTo(1);

        assertThat(get("/operations/p/payment/" + key + "?account=a").getMap(""))
                .containsEntry("tombstone", true)
                .containsEntry("fields", Map.of())
                .containsEntry("reference", null)
                .containsEntry("state", "succeeded")
                .containsEntry("transitions", List.of());
        assertThat(event("p", key, "succeeded", 1000, "a")).containsExactly("duplicate");
        assertThat(event("p", key, "succeeded", 999, "a")).containsExactly("conflict");
    }

    @Test
    void openEffectsAndParkedEventsKeepAnOperationAsItIs() throws SQLException {
        String told = fresh("op");
        event("told", told, "succeeded", 1000, "a");
        String dropped = fresh("op");
        event("told", dropped, "succeeded", 1000, "a");
        String strict = fresh("op");
        event("strict", strict, "pending", 1000, "a");
        event("strict", strict, "refunded", 1000, "a");
        sql("update operation set status = 'completed', updated_at = now() - interval '401 days' where key in ('" + told
                + "', '" + dropped + "', '" + strict + "')");

        assertThat(run().entombed()).isZero();

        sql("update effect set state = case when operation_id = (select id from operation where key = '" + dropped
                + "') then 'canceled' else 'done' end");
        sql("delete from parked");
        assertThat(run().entombed()).isEqualTo(3);
        assertThat(sql("select count(*) from effect")).containsExactly("0");
    }

    @Test
    void theLatestGenerationIsWhatAKeyMeans() throws SQLException {
        String key = fresh("op");
        event("again", key, "succeeded", 1000, "a");
        sql("update operation set updated_at = now() - interval '401 days' where key = '" + key + "'");
        assertThat(run().entombed()).isEqualTo(1);

        assertThat(event("again", key, "pending", 5, "a")).containsExactly("applied");

        assertThat(get("/operations/again/payment/" + key + "?account=a").getString("state"))
                .isEqualTo("pending");
        assertThat(get("/operations?key=" + key).getList("items")).hasSize(2);
    }

    @Test
    void rowsUnderAFormerNameAreTheSourcesOwn() throws SQLException {
        String key = fresh("op");
        String id = send("before", body(key, "succeeded", 1000, "a")).getString("delivery");
        sql("update operation set source = 'before' where key = '" + key + "'");
        sql("update delivery set source = 'before' where id = '" + id + "'");

        post("/deliveries/" + id + "/replay", REASON)
                .then()
                .statusCode(200)
                .body("verdicts", equalTo(List.of("duplicate")));
        assertThat(event("again", key, "refunded", 1000, "a")).containsExactly("applied");

        assertThat(sql("select name || ' ' || source from effect")).containsExactly("renamed again");
    }

    // --- Parked events

    @Test
    void aParkedEventThatIsDueIsTriedAgain() throws SQLException {
        String key = fresh("op");
        event("strict", key, "succeeded", 1000, "a");
        assertThat(parkedJob.run().await().atMost(Duration.ofSeconds(5)))
                .as("nothing is due")
                .isZero();
        sql("update parked set due_at = now(), overdue_at = now() - interval '1 second'");

        assertThat(parkedJob.run().await().atMost(Duration.ofSeconds(5))).isEqualTo(1);

        assertThat(sql("select overdue, due_at > now() + interval '20 seconds' from parked"))
                .containsExactly("t");
        assertThat(get("/status").getLong("attentionBy.parked-events")).isPositive();
        assertThat(parkedJob.run().await().atMost(Duration.ofSeconds(5))).isZero();
    }

    @Test
    void theScheduleAloneGivesAParkedEventItsTurn() throws SQLException {
        String key = fresh("op");
        event("strict", key, "pending", 1000, "a");
        assertThat(event("strict", key, "refunded", 1000, "a")).containsExactly("parked");
        // Where what moved the operation could not give it its turn.
        sql("update operation set state = 'succeeded', status = 'completed' where key = '" + key + "'");
        sql("update parked set due_at = now() where operation_id = (select id from operation where key = '" + key
                + "')");

        parkedJob.run().await().atMost(Duration.ofSeconds(5));

        assertThat(sql("select state from operation where key = '" + key + "'")).containsExactly("refunded");
        assertThat(sql("select count(*) from parked p join operation o on o.id = p.operation_id where o.key = '" + key
                        + "'"))
                .containsExactly("0");
    }

    // --- What only ever grows

    @Test
    void answersGoAfterADayAndSignedValuesStayWhileIdentitiesDo() throws SQLException {
        sql("insert into admin_response values ('anna', 'old', 'x', now() - interval '25 hours', 200, '{}'),"
                + " ('anna', 'new', 'x', now() - interval '23 hours', 200, '{}')");
        sql("insert into signed_once values ('p', '\\x01', '\\x02', now() - interval '1000 days')");

        run();

        assertThat(sql("select key from admin_response where actor = 'anna'")).containsExactly("new");
        assertThat(sql("select count(*) from signed_once")).containsExactly("1");
    }

    private Retained run() {
        try {
            return job.run().await().atMost(Duration.ofSeconds(30));
        } catch (CompletionException e) {
            throw new AssertionError("the run failed", e);
        }
    }

    /** A day of its own for each test, months ago. */
    private LocalDate anOldDay() throws SQLException {
        daysUsed++;
        LocalDate day = LocalDate.now(ZoneOffset.UTC).minusDays(60L + daysUsed);
        sql("select make_partitions('" + day + "', 1)");
        return day;
    }

    /** The delivery, as if it had come on that day; its id, which tells the day. */
    private String aged(String id, LocalDate day) throws SQLException {
        long millis = day.atStartOfDay(ZoneOffset.UTC).plusHours(12).toInstant().toEpochMilli();
        UUID old = UUID.fromString(id);
        UUID aged = new UUID((millis << 16) | (old.getMostSignificantBits() & 0xFFFF), old.getLeastSignificantBits());
        String to = "'" + aged + "'";
        String from = "'" + id + "'";
        sql("update delivery set id = " + to + ", received_on = '" + day + "', received_at = '" + day
                + "T12:00:00Z' where id = " + from);
        sql("update event set delivery_id = " + to + ", received_on = '" + day + "' where delivery_id = " + from);
        sql("update parked set delivery_id = " + to + ", received_on = '" + day + "' where delivery_id = " + from);
        sql("update transition set delivery_id = " + to + " where delivery_id = " + from);
        return aged.toString();
    }

    private List<String> partitions(LocalDate day) throws SQLException {
        return sql("select relname from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = '"
                + schema + "' and relkind = 'r' and relname like '%\\_" + day.format(DateTimeFormatter.BASIC_ISO_DATE)
                + "'");
    }

    private List<String> sql(String statement) throws SQLException {
        return PostgresResource.inSchema(schema, statement);
    }
}
