package dev.pawl.admin;

import static dev.pawl.admin.Admin.fresh;
import static dev.pawl.admin.Admin.get;
import static dev.pawl.admin.Shop.act;
import static dev.pawl.admin.Shop.command;
import static dev.pawl.admin.Shop.id;
import static dev.pawl.admin.Shop.resolve;
import static dev.pawl.admin.Shop.runAsNew;
import static dev.pawl.admin.Shop.seen;
import static dev.pawl.admin.Shop.sql;
import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;

import dev.pawl.ledger.DatabaseState;
import dev.pawl.support.Parallel;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.path.json.JsonPath;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An operator has a command carried out once more, as a new operation. */
@QuarkusTest
@TestProfile(CommandsProfile.class)
class RunAsNewTest {

    private static final String FIVE = "{\"amount\":5}";

    @Inject
    DatabaseState database;

    @BeforeEach
    void databaseIsUpToDate() {
        await().until(database::ready);
    }

    /** The key of a command that is completed. */
    private static String credited() {
        String key = fresh("cmd");
        command("credit", key, FIVE).then().statusCode(201);
        return key;
    }

    @Test
    void theStoredBodyRunsUnderANewKeyAndBothOperationsNameEachOther() {
        String old = credited();
        String key = fresh("new");
        assertThat(seen("credit", old).<String>getList("actions")).contains("run-as-new");

        JsonPath made = runAsNew(id("credit", old), old, key)
                .then()
                .statusCode(201)
                .extract()
                .jsonPath();

        assertThat(made.getString("key")).isEqualTo(key);
        assertThat(made.getString("account")).isEqualTo("shop");
        assertThat(made.getString("status")).isEqualTo("completed");
        assertThat(made.getString("fields.amount")).isEqualTo("5");
        assertThat(made.getString("newOf")).isEqualTo(id("credit", old));
        assertThat(made.<Map<String, Object>>get("transitions[0]"))
                .containsEntry("cause", "operator")
                .containsEntry("actor", "admin")
                .containsEntry("reason", "the shop asked");
        assertThat(made.<String>getList("commands.attempts.cause")).containsExactly("operator");
        assertThat(seen("credit", old).<String>getList("newRuns")).containsExactly(made.getString("id"));
        assertThat(seen("credit", old).getInt("seq")).isEqualTo(1);
        assertThat(get("/operations?key=" + key).getString("items[0].newOf")).isEqualTo(id("credit", old));
        assertThat(sql("select actor || ' ' || reason from audit where action = 'run-as-new' and subject = 'operation/"
                        + id("credit", old) + "'"))
                .isEqualTo("admin the shop asked");
        String delivery = made.getString("events[0].delivery");
        assertThat(get("/deliveries/" + delivery).getString("cause")).isEqualTo("operator");
        assertThat(Shop.body(delivery)).isEqualTo(FIVE);
    }

    @Test
    void itsCallerReadsItAndTheNewKeyHasTheStoredAnswer() {
        String old = credited();
        String key = fresh("new");
        runAsNew(id("credit", old), old, key).then().statusCode(201);

        Shop.read("/operations/shop/credit/" + key).then().statusCode(200).body("key", equalTo(key));
        command("credit", key, FIVE).then().statusCode(201).header("Idempotency-Replayed", "true");
        command("credit", key, "{\"amount\":6}").then().statusCode(422);
    }

    @Test
    void aNewOneCanRunAsNewAgain() {
        String first = credited();
        String second = fresh("new");
        runAsNew(id("credit", first), first, second).then().statusCode(201);
        runAsNew(id("credit", second), second, fresh("new"))
                .then()
                .statusCode(201)
                .body("newOf", equalTo(id("credit", second)));
    }

    @Test
    void manyAtOnceWithOneKeyMakeOneOperation() {
        String old = credited();
        String id = id("credit", old);
        String key = fresh("new");

        List<Integer> statuses = Parallel.map(8, n -> runAsNew(id, old, key).statusCode());

        assertThat(statuses).containsOnly(201, 409);
        assertThat(statuses).filteredOn(status -> status == 201).hasSize(1);
        assertThat(seen("credit", old).getList("newRuns")).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'action':'run-as-new','key':'n','reason':'x'} | confirm is required",
                "{'action':'run-as-new','confirm':'OLD','reason':'x'} | key is required",
                "{'action':'run-as-new','key':'n','confirm':'OLD'} | reason is required",
                "{'action':'run-as-new','key':'n','confirm':'other','reason':'x'} | confirm must be",
                "{'action':'run-as-new','key':'é','confirm':'OLD','reason':'x'} | printable",
                "{'action':'run-as-new','key':'n','confirm':'OLD','state':'done','reason':'x'} | state",
                "{'action':'retry','key':'n','reason':'x'} | key",
                "{'action':'acknowledge','confirm':'OLD','reason':'x'} | confirm"
            })
    void whatIsNotSaidProperlyIs400(String json, String expected) {
        String old = credited();
        act(id("credit", old), json.replace("OLD", old))
                .then()
                .statusCode(400)
                .body("detail", containsString(expected));
        assertThat(seen("credit", old).getList("newRuns")).isEmpty();
    }

    @Test
    void aKeyThatWasUsedBeforeIsRefused() {
        String old = credited();
        runAsNew(id("credit", old), old, old)
                .then()
                .statusCode(409)
                .body("type", equalTo("urn:pawl:problem:key-taken"));
        runAsNew(id("credit", old), old, credited()).then().statusCode(409);
        assertThat(seen("credit", old).getList("newRuns")).isEmpty();
    }

    @Test
    void aBusinessIdentityIsOnlyFreeOnceItsOperationIsRejected() {
        String old = fresh("cmd");
        String order = fresh("o");
        command("order", old, "{\"orderId\":\"" + order + "\"}").then().statusCode(202);
        String id = id("order", old);
        resolve(id, "failed");
        String deliveries = sql("select count(*) from delivery");

        assertThat(seen("order", old).<String>getList("actions")).doesNotContain("run-as-new");
        runAsNew(id, old, fresh("new")).then().statusCode(409).body("type", equalTo("urn:pawl:problem:already-exists"));
        assertThat(sql("select count(*) from delivery")).isEqualTo(deliveries);

        resolve(id, "rejected");
        assertThat(seen("order", old).<String>getList("actions")).contains("run-as-new");
        runAsNew(id, old, fresh("new")).then().statusCode(201).body("reference", equalTo(order));
        runAsNew(id, old, fresh("new")).then().statusCode(409);
    }

    @Test
    void whatMayStillComeToItsEndIsRefused() {
        String old = fresh("cmd");
        command("transfer", old, FIVE).then().statusCode(202);
        String id = id("transfer", old);
        runAsNew(id, old, fresh("new")).then().statusCode(409).body("type", equalTo("urn:pawl:problem:not-ended"));
        sql("update operation set status = 'unknown' where id = '" + id + "'");
        runAsNew(id, old, fresh("new")).then().statusCode(409);
        act(id, "{'action':'expire','reason':'the bank knows nothing of it'}")
                .then()
                .statusCode(200);
        runAsNew(id, old, fresh("new")).then().statusCode(201);
    }

    @Test
    void aChangeInBetweenIsAConflict() {
        String old = credited();
        act(
                        id("credit", old),
                        "{'action':'run-as-new','key':'" + fresh("new") + "','confirm':'" + old
                                + "','seq':7,'reason':'x'}")
                .then()
                .statusCode(409)
                .body("type", equalTo("urn:pawl:problem:seq-changed"));
    }

    @Test
    void whereTheBodyNamesTheOperationThereIsNoNewOne() {
        String old = fresh("cmd");
        String payout = fresh("po");
        command("payout", old, "{\"id\":\"" + payout + "\"}").then().statusCode(201);
        String id = id("payout", payout);

        runAsNew(id, old, fresh("new")).then().statusCode(409).body("type", equalTo("urn:pawl:problem:same-operation"));
        assertThat(get("/operations/" + id).<String>getList("actions")).doesNotContain("run-as-new");
    }

    @Test
    void webhooksAreNoCommands() {
        String thing = fresh("thing");
        given().header("Authorization", "Bearer events-token-0123456789abcdef")
                .body("{\"type\":\"thing\",\"id\":\"" + thing + "\"}")
                .post("/webhooks/events")
                .then()
                .statusCode(200);
        JsonPath seen = get("/operations/events/thing/" + thing);

        runAsNew(seen.getString("id"), thing, fresh("new"))
                .then()
                .statusCode(409)
                .body("type", equalTo("urn:pawl:problem:not-a-command"));
        assertThat(seen.<String>getList("actions")).doesNotContain("run-as-new");
        assertThat(seen.getList("commands.claims")).isEmpty();
        assertThat(seen.<Object>get("commands.answer")).isNull();
        assertThat(seen.<Object>get("newOf")).isNull();
    }

    @Test
    void aBodyThatIsGoneIs410() {
        String old = credited();
        String delivery = seen("credit", old).getString("events[0].delivery");
        sql("update delivery set body = null where id = '" + delivery + "'");
        runAsNew(id("credit", old), old, fresh("new")).then().statusCode(410);
        sql("delete from event where delivery_id = '" + delivery + "'");
        runAsNew(id("credit", old), old, fresh("new")).then().statusCode(410);
    }

    @Test
    void itIsForOperatorsAndForOperationsThatAreThere() {
        String old = credited();
        Shop.actAsViewer(id("credit", old), "{}").then().statusCode(403);
        runAsNew("00000000-0000-8000-8000-000000000000", old, fresh("new"))
                .then()
                .statusCode(404);
    }

    @Test
    void viewersSeeKeysAttemptsAndTheAnswersStatusButNoBody() {
        String key = credited();
        JsonPath seen = seen("credit", key);

        assertThat(seen.<Map<String, Object>>getList("commands.claims"))
                .singleElement()
                .satisfies(claim -> assertThat(claim)
                        .containsEntry("source", "shop")
                        .containsEntry("caller", "shop")
                        .containsEntry("type", "credit")
                        .containsEntry("key", key)
                        .containsEntry("path", "/operations/shop/credit/" + key)
                        .containsKey("createdAt"));
        assertThat(seen.<Map<String, Object>>getList("commands.attempts"))
                .singleElement()
                .satisfies(attempt -> assertThat(attempt)
                        .containsEntry("n", 1)
                        .containsEntry("caller", "shop")
                        .containsEntry("cause", "delivery")
                        .containsEntry("outcome", "done")
                        .containsEntry("error", null)
                        .containsKey("at"));
        assertThat(seen.<Map<String, Object>>get("commands.answer"))
                .containsOnlyKeys("status", "ended", "at")
                .containsEntry("status", 201)
                .containsEntry("ended", "completed");
        assertThat(seen.getInt("attempts")).isEqualTo(1);
    }
}
