package dev.pawl.admin;

import static dev.pawl.admin.Admin.fresh;
import static dev.pawl.admin.Admin.get;
import static dev.pawl.admin.Shop.act;
import static dev.pawl.admin.Shop.command;
import static dev.pawl.admin.Shop.id;
import static dev.pawl.admin.Shop.resolve;
import static dev.pawl.admin.Shop.retry;
import static dev.pawl.admin.Shop.seen;
import static dev.pawl.admin.Shop.sql;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;

import dev.pawl.ledger.DatabaseState;
import dev.pawl.support.Parallel;
import dev.pawl.support.PostgresResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.path.json.JsonPath;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An operator has a command that has failed tried again, under the key it has. */
@QuarkusTest
@TestProfile(CommandsProfile.class)
class CommandRetryTest {

    private static final String FIVE = "{\"amount\":5}";

    @Inject
    DatabaseState database;

    @BeforeEach
    void theTableIsThere() throws SQLException {
        await().until(database::ready);
        execute("drop table if exists bookings");
        execute("create table bookings (ref text, amount int)");
    }

    private static void execute(String sql) throws SQLException {
        try (Connection connection = PostgresResource.connection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static String bookings() {
        return sql("select count(*) from public.bookings");
    }

    /** The key of a command that has failed. */
    private static String failed(String type) {
        String key = fresh("cmd");
        command(type, key, FIVE).then().statusCode(202);
        resolve(id(type, key), "failed");
        return key;
    }

    @Test
    void aFailedCommandStartsANewAttemptUnderItsKey() {
        String key = failed("transfer");
        JsonPath before = seen("transfer", key);
        assertThat(before.<String>getList("actions")).contains("retry");
        assertThat(before.getInt("commands.answer.status")).isEqualTo(422);
        assertThat(before.getString("commands.answer.ended")).isEqualTo("failed");
        command("transfer", key, FIVE).then().statusCode(422);

        JsonPath after =
                retry(before.getString("id")).then().statusCode(200).extract().jsonPath();

        assertThat(after.getString("state")).isEqualTo("received");
        assertThat(after.getString("status")).isEqualTo("processing");
        assertThat(after.getString("fields.amount")).isEqualTo("5");
        assertThat(after.<Object>get("commands.answer")).isNull();
        assertThat(after.<String>getList("actions")).doesNotContain("retry");
        assertThat(after.<Map<String, Object>>get("transitions[-1]"))
                .containsEntry("kind", "move")
                .containsEntry("to", "received")
                .containsEntry("cause", "operator")
                .containsEntry("actor", "admin")
                .containsEntry("reason", "the bank is back");
        assertThat(after.<Integer>getList("commands.attempts.n")).containsExactly(1, 2);
        assertThat(after.<String>getList("commands.attempts.caller")).containsExactly("shop", "shop");
        assertThat(after.<String>getList("commands.attempts.cause")).containsExactly("delivery", "operator");
        assertThat(after.<String>getList("commands.attempts.outcome")).containsExactly("rejected", "unknown");
        assertThat(sql("select actor || ' ' || action || ' ' || reason from audit where subject = 'operation/"
                        + before.getString("id") + "' and action = 'retry'"))
                .isEqualTo("admin retry the bank is back");
        command("transfer", key, FIVE).then().statusCode(409).body("type", equalTo("urn:pawl:problem:in-progress"));

        resolve(before.getString("id"), "done");
        command("transfer", key, FIVE).then().statusCode(201).header("Idempotency-Replayed", "true");
        assertThat(seen("transfer", key).<String>getList("commands.attempts.outcome"))
                .containsExactly("rejected", "done");
    }

    @Test
    void whereNobodyMayItIsRefused() {
        String key = failed("once");
        JsonPath failed = seen("once", key);

        retry(failed.getString("id")).then().statusCode(409).body("type", equalTo("urn:pawl:problem:not-renewable"));

        assertThat(failed.<String>getList("actions")).doesNotContain("retry").contains("run-as-new");
        assertThat(seen("once", key).getInt("seq")).isEqualTo(failed.getInt("seq"));
    }

    @Test
    void whereNobodyMayTheEffectsThatWereGivenUpAreStillSentOnceMore() {
        String key = failed("once");
        String id = id("once", key);
        sql("update effect set state = 'dead', claim = null where operation_id = '" + id + "'");

        JsonPath after = retry(id).then().statusCode(200).extract().jsonPath();

        assertThat(after.getString("state")).isEqualTo("failed");
        assertThat(after.<String>getList("effects.state")).containsExactly("pending");
        assertThat(after.getList("commands.attempts")).hasSize(1);
    }

    @Test
    void whatIsNotKnownHasToBeLookedUpFirst() {
        String key = fresh("cmd");
        command("transfer", key, FIVE).then().statusCode(202);
        String id = id("transfer", key);
        sql("update operation set status = 'unknown' where id = '" + id + "'");

        retry(id)
                .then()
                .statusCode(409)
                .body("type", equalTo("urn:pawl:problem:ask-first"))
                .body("detail", containsString("reconcile"));
        assertThat(seen("transfer", key).<String>getList("actions")).doesNotContain("retry", "run-as-new");
    }

    @Test
    void whatHasNotFailedIsNotTriedAgain() {
        String key = fresh("cmd");
        command("credit", key, FIVE).then().statusCode(201);
        String id = id("credit", key);
        retry(id).then().statusCode(409).body("type", equalTo("urn:pawl:problem:nothing-to-do"));
        resolve(id, "rejected");
        retry(id).then().statusCode(409).body("type", equalTo("urn:pawl:problem:nothing-to-do"));
    }

    @Test
    void aChangeInBetweenIsAConflict() {
        String id = id("transfer", failed("transfer"));
        String retry = "{'action':'retry','seq':SEQ,'reason':'x'}";
        act(id, retry.replace("SEQ", "1")).then().statusCode(409).body("type", equalTo("urn:pawl:problem:seq-changed"));
        act(id, retry.replace("SEQ", "2")).then().statusCode(200);
    }

    @Test
    void manyAtOnceStartOneAttempt() {
        String id = id("transfer", failed("transfer"));
        List<Integer> statuses = Parallel.map(8, n -> retry(id).statusCode());
        assertThat(statuses).containsOnly(200, 409);
        assertThat(statuses).filteredOn(status -> status == 200).hasSize(1);
        assertThat(get("/operations/" + id).<Integer>getList("commands.attempts.n"))
                .containsExactly(1, 2);
    }

    @Test
    void anEffectThatWasGivenUpKeepsItsId() {
        String key = fresh("cmd");
        command("transfer", key, FIVE).then().statusCode(202);
        String id = id("transfer", key);
        sql("update effect set state = 'dead', claim = null where operation_id = '" + id + "'");
        resolve(id, "failed");
        String effect = seen("transfer", key).getString("effects[0].webhookId");

        JsonPath after = retry(id).then().statusCode(200).extract().jsonPath();

        assertThat(after.<String>getList("effects.webhookId")).containsExactly(effect);
        assertThat(after.getString("effects[0].state")).isEqualTo("pending");
        assertThat(after.getString("state")).isEqualTo("received");
    }

    @Test
    void anEffectThatIsDoneIsCausedOnceMore() {
        String key = fresh("cmd");
        command("transfer", key, FIVE).then().statusCode(202);
        String id = id("transfer", key);
        sql("update effect set state = 'done', claim = null where operation_id = '" + id + "'");
        resolve(id, "failed");

        JsonPath after = retry(id).then().statusCode(200).extract().jsonPath();

        assertThat(after.<Integer>getList("effects.seq")).containsExactly(1, 3);
    }

    @Test
    void theStatementsTheCommandNeedsRunAgainWithIt() {
        String key = failed("booking");
        assertThat(bookings()).isEqualTo("1");

        JsonPath after =
                retry(id("booking", key)).then().statusCode(200).extract().jsonPath();

        assertThat(bookings()).isEqualTo("2");
        assertThat(after.getString("state")).isEqualTo("received");
        assertThat(after.<String>getList("effects.state")).containsExactly("done", "done");
    }

    @Test
    void aStatementTheDatabaseRefusesRejectsTheCommandForGood() throws SQLException {
        String key = failed("booking");
        execute("create unique index on bookings (ref)");

        JsonPath after =
                retry(id("booking", key)).then().statusCode(200).extract().jsonPath();

        assertThat(after.getString("state")).isEqualTo("rejected");
        assertThat(after.getString("commands.answer.ended")).isEqualTo("rejected");
        assertThat(after.<String>getList("commands.attempts.outcome")).containsExactly("rejected", "rejected");
        assertThat(after.getString("commands.attempts[-1].error")).contains("SQLSTATE 23505");
        assertThat(after.getString("lastFailure.point")).isEqualTo("command:shop");
        assertThat(after.getInt("attempts")).isEqualTo(3);
        assertThat(bookings()).isEqualTo("1");
        command("booking", key, FIVE)
                .then()
                .statusCode(422)
                .body("type", equalTo("urn:pawl:problem:rejected"))
                .header("Idempotency-Replayed", "true");
    }

    @Test
    void aStatementOfWhichNobodyCanSayLeavesEverythingAsItWas() throws SQLException {
        String key = failed("booking");
        String id = id("booking", key);
        int seq = seen("booking", key).getInt("seq");
        try (Connection other = PostgresResource.connection();
                Statement statement = other.createStatement()) {
            other.setAutoCommit(false);
            statement.execute("lock table bookings");

            retry(id).then().statusCode(503);
            other.rollback();
        }
        JsonPath after = seen("booking", key);
        assertThat(after.getInt("seq")).isEqualTo(seq);
        assertThat(after.getString("commands.answer.ended")).isEqualTo("failed");
        retry(id).then().statusCode(200);
    }

    @Test
    void aBusinessIdentityThatWasGivenBackIsNotTakenSilently() {
        String key = fresh("cmd");
        String order = "{\"orderId\":\"" + fresh("o") + "\"}";
        command("order", key, order).then().statusCode(202);
        String id = id("order", key);
        resolve(id, "rejected");
        resolve(id, "failed");

        retry(id).then().statusCode(409).body("type", equalTo("urn:pawl:problem:identity-freed"));
    }

    @Test
    void aTombstoneIsNotTriedAgain() {
        String id = id("transfer", failed("transfer"));
        sql("update operation set tombstone = true where id = '" + id + "'");
        retry(id).then().statusCode(410);
    }
}
