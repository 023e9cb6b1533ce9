package dev.pawl.admin;

import static dev.pawl.admin.Admin.body;
import static dev.pawl.admin.Admin.fresh;
import static dev.pawl.admin.Admin.get;
import static dev.pawl.admin.Admin.operator;
import static dev.pawl.admin.Admin.viewer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.equalTo;

import dev.pawl.ledger.DatabaseState;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.path.json.JsonPath;
import io.restassured.response.Response;
import io.restassured.specification.RequestSpecification;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@QuarkusTest
@TestProfile(AdminProfile.class)
class ImportResourceTest {

    @Inject
    DatabaseState database;

    @BeforeEach
    void databaseIsUpToDate() {
        await().until(database::ready);
    }

    private static Response post(RequestSpecification as, String query, String lines) {
        return as.contentType("application/x-ndjson")
                .body(lines.getBytes(StandardCharsets.UTF_8))
                .post("/admin/import?" + query);
    }

    private static JsonPath imported(String query, String lines) {
        return post(operator(), query, lines).then().statusCode(200).extract().jsonPath();
    }

    private static String line(String key, String status) {
        return body(key, status, 1000, "acct_1").replace("\n", "");
    }

    private static JsonPath operation(String key) {
        String id = get("/operations?key=" + key).getString("items[0].id");
        return get("/operations/" + id);
    }

    @Test
    void bareEventsOfASourceAreTakenInWithoutEffects() {
        String key = fresh("op");

        JsonPath answer = imported(
                "source=p&effects=off&reason=history", line(key, "pending") + "\r\n\n" + line(key, "succeeded") + "\n");

        assertThat(answer.getInt("lines")).isEqualTo(2);
        assertThat(answer.<String, Integer>getMap("verdicts")).isEqualTo(Map.of("applied", 2));
        assertThat(answer.getList("invalid")).isEmpty();
        JsonPath operation = operation(key);
        assertThat(operation.getString("state")).isEqualTo("succeeded");
        assertThat(operation.getList("transitions.cause")).containsExactly("import", "import");
        assertThat(operation.getList("transitions.effects")).containsExactly("off", "off");
        assertThat(operation.getList("transitions.actor")).containsExactly("admin", "admin");
        String delivery = operation.getString("transitions[0].delivery");
        assertThat(get("/deliveries/" + delivery).getString("cause")).isEqualTo("import");
    }

    @Test
    void importingTwiceIsDuplicate() {
        String lines = line(fresh("op"), "pending") + "\n" + line(fresh("op"), "succeeded");

        imported("source=p&reason=history", lines);
        JsonPath again = imported("source=p&reason=history", lines);

        assertThat(again.<String, Integer>getMap("verdicts")).isEqualTo(Map.of("duplicate", 2));
    }

    @Test
    void linesMayNameTheirSourceAndKeepTheirBytes() {
        String key = fresh("op");
        // Spaces and the number's form must survive: they are part of the bytes that are kept.
        String event = line(key, "succeeded").replace("\"amount\":1000", "\"amount\": 1000.00");
        String text = event.replace("\"", "\\\"");

        JsonPath answer = imported(
                "reason=history",
                "{\"source\":\"p\",\"headers\":{\"X-Any\":\"1\"},\"body\":" + event + "}\n"
                        + "{\"source\":\"p\",\"body\":\"" + text + "\"}");

        assertThat(answer.<String, Integer>getMap("verdicts")).isEqualTo(Map.of("applied", 1, "duplicate", 1));
        List<String> deliveries = operation(key).getList("events.delivery");
        assertThat(deliveries).hasSize(2);
        for (String delivery : deliveries) {
            assertThat(operator().get("/admin/deliveries/" + delivery + "/body").asString())
                    .isEqualTo(event);
        }
    }

    @Test
    void invalidLinesAreNamedAndDoNotStopTheOthers() {
        String good = "{\"source\":\"p\",\"body\":" + line(fresh("op"), "pending") + "}";
        String unread = "{\"source\":\"p\",\"body\":" + line(fresh("op"), "no-such-status") + "}";

        JsonPath answer = imported(
                "reason=history&line=11",
                "{\n" + good + "\n{\"source\":\"nobody\",\"body\":{}}\n{\"source\":\"p\"}\n" + unread + "\n");

        assertThat(answer.<String, Integer>getMap("verdicts")).isEqualTo(Map.of("applied", 1, "invalid", 1));
        assertThat(answer.getList("invalid.line")).containsExactly(11, 13, 14, 15);
        assertThat(answer.getString("invalid[1].why")).isEqualTo("source is not configured");
        assertThat(answer.getString("invalid[3].why")).isEqualTo("state");
        // What could be read as a delivery is kept, to be replayed when the mapping knows it.
        assertThat(answer.<String>get("invalid[0].delivery")).isNull();
        String kept = answer.getString("invalid[3].delivery");
        assertThat(get("/deliveries/" + kept).<String, Integer>getMap("verdicts"))
                .isEqualTo(Map.of("invalid", 1));
    }

    @Test
    void chunkSentAgainUnderItsKeyGetsTheSameAnswer() {
        String lines = line(fresh("op"), "pending");
        String key = fresh("import");

        for (int i = 0; i < 2; i++) {
            post(operator().header("Idempotency-Key", key), "source=p&reason=history", lines)
                    .then()
                    .statusCode(200)
                    .body("verdicts.applied", equalTo(1));
        }
    }

    @Test
    void needsAnOperatorAReasonAndAKnownSource() {
        String lines = line(fresh("op"), "pending");

        post(viewer(), "source=p&reason=x", lines).then().statusCode(403);
        post(operator(), "source=p", lines).then().statusCode(400);
        post(operator(), "source=nobody&reason=x", lines).then().statusCode(400);
        post(operator(), "source=p&reason=x&effects=none", lines).then().statusCode(400);
        post(operator(), "source=p&reason=x&line=0", lines).then().statusCode(400);
        operator()
                .contentType("application/json")
                .body("{}")
                .post("/admin/import?source=p&reason=x")
                .then()
                .statusCode(415);
    }
}
