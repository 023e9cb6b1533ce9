package dev.pawl.admin;

import static dev.pawl.admin.Admin.as;
import static dev.pawl.admin.Admin.event;
import static dev.pawl.admin.Admin.fresh;
import static dev.pawl.admin.Admin.get;
import static dev.pawl.admin.Admin.operator;
import static dev.pawl.admin.Admin.post;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.not;

import dev.pawl.ledger.DatabaseState;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.path.json.JsonPath;
import io.restassured.response.Response;
import io.restassured.response.ValidatableResponse;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@QuarkusTest
@TestProfile(AdminProfile.class)
class OperationActionsTest {

    private static final String RESOLVE =
            "{\"action\":\"resolve\",\"state\":\"succeeded\",\"reason\":\"confirmed by phone\"}";

    @Inject
    DatabaseState database;

    @BeforeEach
    void databaseIsUpToDate() {
        await().until(database::ready);
    }

    private static String pending() {
        String key = fresh("op");
        event(key, "pending");
        return get("/operations/p/payment/" + key).getString("id");
    }

    private static Response act(String id, String json) {
        return post("/operations/" + id + "/actions", json);
    }

    private static ValidatableResponse keyed(String id, String key, String json) {
        return operator()
                .header("Idempotency-Key", key)
                .contentType("application/json")
                .body(json)
                .post("/admin/operations/" + id + "/actions")
                .then();
    }

    @Test
    void operatorsWordIsAppliedWithNameAndReason() {
        String id = pending();

        JsonPath done = act(id, RESOLVE).then().statusCode(200).extract().jsonPath();

        assertThat(done.getString("state")).isEqualTo("succeeded");
        assertThat(done.<Map<String, Object>>get("transitions[-1]"))
                .containsEntry("cause", "operator")
                .containsEntry("actor", "admin")
                .containsEntry("reason", "confirmed by phone");
    }

    @Test
    void namedOperatorSignsWithTheirName() {
        String id = pending();

        as(AdminProfile.ALICE)
                .contentType("application/json")
                .body(RESOLVE)
                .post("/admin/operations/" + id + "/actions")
                .then()
                .statusCode(200)
                .body("transitions[-1].actor", equalTo("alice"));
    }

    @Test
    void acknowledgingEndsAttention() {
        String key = fresh("op");
        event(key, "canceled");
        event(key, "succeeded");
        String id = get("/operations/p/payment/" + key).getString("id");

        JsonPath done = act(id, "{\"action\":\"acknowledge\",\"reason\":\"seen\"}")
                .then()
                .statusCode(200)
                .extract()
                .jsonPath();

        assertThat(done.getList("attention")).isEmpty();
        assertThat(done.getString("state")).isEqualTo("canceled");
        assertThat(done.<String>getList("actions")).containsExactly("resolve");
    }

    @Test
    void otherSideOfAConflictCanBeAdopted() {
        String key = fresh("op");
        event("p", key, "pending", 1000, "acct_1");
        event("p", key, "succeeded", 1500, "acct_1");
        JsonPath conflict = get("/operations/p/payment/" + key);
        String adopt = """
                {"action":"resolve","state":"succeeded","adopt":"%s","reason":"the provider is right"}""".formatted(conflict.getString("events[1].eventId"));

        JsonPath done = act(conflict.getString("id"), adopt)
                .then()
                .statusCode(200)
                .extract()
                .jsonPath();

        assertThat(done.getString("state")).isEqualTo("succeeded");
        assertThat(done.<Map<String, String>>get("fingerprint")).containsEntry("amount", "1500");
        assertThat(done.getList("attention")).isEmpty();
        assertThat(event("p", key, "succeeded", 1500, "acct_1")).containsExactly("duplicate");
        act(conflict.getString("id"), adopt.replace(conflict.getString("events[1].eventId"), "evt-nobody-sent"))
                .then()
                .statusCode(400)
                .body("detail", containsString("adopt"));
    }

    @Test
    void changeInBetweenIsAConflict() {
        String id = pending();

        act(id, RESOLVE.replace("}", ",\"seq\":7}"))
                .then()
                .statusCode(409)
                .body("type", equalTo("urn:pawl:problem:seq-changed"));
        act(id, RESOLVE.replace("}", ",\"seq\":1}")).then().statusCode(200);
    }

    @Test
    void unknownOperationIsNotFound() {
        act("00000000-0000-8000-8000-000000000000", RESOLVE).then().statusCode(404);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'action':'resolve','state':'succeeded'} | reason",
                "{'action':'resolve','state':'succeeded','reason':' '} | reason",
                "{'action':'resolve','state':'succeeded','reason':7} | reason",
                "{'action':'resolve','reason':'x'} | state",
                "{'action':'resolve','state':'nowhere','reason':'x'} | state",
                "{'action':'resolve','state':'succeeded','seq':'1','reason':'x'} | seq",
                "{'action':'resolve','state':'succeeded','seq':1.5,'reason':'x'} | seq",
                "{'action':'resolve','state':'succeeded','seq':99999999999,'reason':'x'} | seq",
                "{'action':'acknowledge','state':'succeeded','reason':'x'} | state",
                "{'action':'erase','reason':'x'} | not available",
                "{'action':'explode','reason':'x'} | action",
                "{'reason':'x'} | action",
                "{'action':'resolve','state':'succeeded','reason':'x','force':true} | force",
                "{'action':'resolve','action':'resolve','state':'succeeded','reason':'x'} | JSON",
                "{'action':'resolve','state':'succeeded','reason':'x'} {} | JSON",
                "[] | JSON",
                "null | JSON",
                "{ | JSON",
                "'' | JSON"
            })
    void badActionSaysWhatIsWrong(String json, String expected) {
        act(pending(), json.replace('\'', '"'))
                .then()
                .statusCode(400)
                .contentType("application/problem+json")
                .body("type", equalTo("urn:pawl:problem:invalid-body"))
                .body("detail", containsString(expected))
                .body("detail", not(containsString("fasterxml")));
    }

    @Test
    void emptyBodyAndOtherMediaTypesAreRefused() {
        String id = pending();

        act(id, "").then().statusCode(400);
        operator()
                .contentType("text/plain")
                .body(RESOLVE)
                .post("/admin/operations/" + id + "/actions")
                .then()
                .statusCode(415)
                .contentType("application/problem+json");
    }

    @Test
    void sameKeyGetsTheSameAnswerAndActsOnce() {
        String id = pending();
        String key = fresh("key");
        String first = keyed(id, key, RESOLVE).statusCode(200).extract().asString();
        act(id, "{\"action\":\"resolve\",\"state\":\"refunded\",\"reason\":\"x\"}")
                .then()
                .statusCode(200);

        ValidatableResponse again = keyed(id, '"' + key + '"', RESOLVE).statusCode(200);

        again.header("Idempotency-Replayed", "true");
        assertThat(again.extract().asString()).isEqualTo(first);
        assertThat(get("/operations/" + id).getString("state")).isEqualTo("refunded");
    }

    @Test
    void sameKeyForAnotherRequestIsRefused() {
        String id = pending();
        String key = fresh("key");
        keyed(id, key, RESOLVE).statusCode(200);

        keyed(id, key, RESOLVE.replace("phone", "mail"))
                .statusCode(422)
                .body("type", equalTo("urn:pawl:problem:key-reused"));
        keyed(pending(), key, RESOLVE).statusCode(422);
    }

    @Test
    void refusalIsAnAnswerToo() {
        String id = pending();
        String key = fresh("key");
        String stale = RESOLVE.replace("}", ",\"seq\":7}");
        keyed(id, key, stale).statusCode(409);

        keyed(id, key, stale)
                .statusCode(409)
                .contentType("application/problem+json")
                .header("Idempotency-Replayed", "true");
    }

    @Test
    void manyAtOnceWithOneKeyActOnce() {
        String id = pending();
        String key = fresh("key");

        List<Integer> statuses = IntStream.range(0, 8)
                .parallel()
                .mapToObj(n -> keyed(id, key, RESOLVE).extract().statusCode())
                .toList();

        assertThat(statuses).contains(200).isSubsetOf(200, 409);
        assertThat(get("/operations/" + id).getInt("seq")).isEqualTo(2);
    }
}
