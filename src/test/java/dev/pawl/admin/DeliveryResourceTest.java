package dev.pawl.admin;

import static dev.pawl.admin.Admin.body;
import static dev.pawl.admin.Admin.fresh;
import static dev.pawl.admin.Admin.get;
import static dev.pawl.admin.Admin.operator;
import static dev.pawl.admin.Admin.post;
import static dev.pawl.admin.Admin.send;
import static dev.pawl.admin.Admin.viewer;
import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.equalTo;

import dev.pawl.ledger.DatabaseState;
import dev.pawl.support.PostgresResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.path.json.JsonPath;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@QuarkusTest
@TestProfile(AdminProfile.class)
class DeliveryResourceTest {

    private static final String REASON = "{\"reason\":\"mapping added\"}";

    @Inject
    DatabaseState database;

    @ConfigProperty(name = "pawl.db.schema")
    String schema;

    @BeforeEach
    void databaseIsUpToDate() {
        await().until(database::ready);
    }

    private List<String> sql(String statement) throws SQLException {
        return PostgresResource.inSchema(schema, statement);
    }

    @Test
    void deliveryIsShownWithItsEventsAndWithoutItsBody() {
        String body = body(fresh("op"), "pending", 1000, "acct_1");
        String id = send("p", body).getString("delivery");

        JsonPath delivery = get("/deliveries/" + id);

        assertThat(delivery.getMap(""))
                .containsEntry("id", id)
                .containsEntry("source", "p")
                .containsEntry("secret", "secrets[0]")
                .containsEntry("size", body.getBytes(StandardCharsets.UTF_8).length)
                .containsEntry("verdicts", Map.of("applied", 1))
                .containsEntry("eventsTruncated", false)
                .doesNotContainKey("body");
        assertThat(delivery.<String>getList("events.verdict")).containsExactly("applied");
        assertThat(delivery.getMap("headers"))
                .containsKey("content-type")
                .doesNotContainKeys("x-p-signature", "authorization");
    }

    @Test
    void uninterpretableDeliveriesAreFound() {
        String broken = send("p", "{").getString("delivery");
        String unmapped = send("p", body(fresh("op"), "pending", 1, "a").replace("payment.updated", "brand.new"))
                .getString("delivery");

        assertThat(get("/deliveries?verdict=invalid&limit=500").<String>getList("items.id"))
                .contains(broken)
                .doesNotContain(unmapped);
        assertThat(get("/deliveries?verdict=ignored&limit=500").<String>getList("items.id"))
                .contains(unmapped)
                .doesNotContain(broken);
        assertThat(get("/deliveries?verdict=ignored&source=q").<String>getList("items.id"))
                .doesNotContain(unmapped);
    }

    @Test
    void pagesAreNewestFirstAndMissNothing() {
        List<String> sent = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            sent.add(0, send("silent", "not even JSON " + i).getString("delivery"));
        }
        List<String> met = new ArrayList<>();
        String cursor = "";
        for (int page = 0; page < 3; page++) {
            JsonPath answer = get("/deliveries?source=silent&limit=2" + cursor);
            met.addAll(answer.getList("items.id"));
            assertThat(answer.getString("next") == null).isEqualTo(page == 2);
            cursor = "&cursor=" + answer.getString("next");
        }

        assertThat(met).containsExactlyInAnyOrderElementsOf(sent);
        assertThat(met).isSortedAccordingTo((a, b) -> b.compareTo(a));
        assertThat(get("/deliveries?source=silent&since=2199-01-01T00:00:00Z").getList("items"))
                .isEmpty();
        assertThat(get("/deliveries?source=silent&since=2026-01-01T00:00:00Z").getList("items"))
                .hasSize(5);
    }

    @Test
    void bodyIsHandedOutByteForByteAndWrittenDown() throws SQLException {
        String body = "{ \"raw\" :\t[1,  2],\r\n \"ü\": \"<script>\" }";
        String id = send("p", body).getString("delivery");

        byte[] bytes = operator()
                .get("/admin/deliveries/" + id + "/body")
                .then()
                .statusCode(200)
                .contentType("application/octet-stream")
                .header("X-Content-Type-Options", "nosniff")
                .header("Content-Disposition", equalTo("attachment; filename=\"" + id + ".bin\""))
                .extract()
                .asByteArray();

        assertThat(new String(bytes, StandardCharsets.UTF_8)).isEqualTo(body);
        assertThat(sql("select actor || ' ' || action from audit where subject = 'delivery/" + id + "'"))
                .containsExactly("admin body");
    }

    @Test
    void goneIsToldFromNeverSeen() throws SQLException {
        String id = send("p", body(fresh("op"), "pending", 1000, "acct_1")).getString("delivery");
        sql("delete from delivery where id = '" + id + "'");

        operator().get("/admin/deliveries/" + id + "/body").then().statusCode(410);
        post("/deliveries/" + id + "/replay", REASON)
                .then()
                .statusCode(410)
                .body("type", equalTo("urn:pawl:problem:gone"));
        String never = id.substring(0, 14) + "7000-8000-000000000000";
        operator().get("/admin/deliveries/" + never + "/body").then().statusCode(404);
        post("/deliveries/" + never + "/replay", REASON).then().statusCode(404);
        viewer().get("/admin/deliveries/" + never).then().statusCode(404);
    }

    @Test
    void replayReadsAgainAsConfiguredNow() throws SQLException {
        String key = fresh("op");
        String id = send("p", body(key, "pending", 1000, "acct_1")).getString("delivery");
        // As if it had not been mapped when it came.
        sql("update event set verdict = 'ignored', reason = 'type', operation_id = null where delivery_id = '" + id
                + "'");
        sql("delete from transition where operation_id = (select id from operation where key = '" + key + "')");
        sql("delete from operation where key = '" + key + "'");

        for (String verdict : List.of("applied", "duplicate")) {
            post("/deliveries/" + id + "/replay", REASON)
                    .then()
                    .statusCode(200)
                    .body("delivery", equalTo(id))
                    .body("verdicts", equalTo(List.of(verdict)));
            assertThat(get("/deliveries/" + id).<Map<String, Integer>>get("verdicts"))
                    .isEqualTo(Map.of(verdict, 1));
        }

        assertThat(get("/deliveries/" + id).<Integer>getList("events.run")).containsExactly(0, 1, 2);
        assertThat(get("/deliveries?verdict=ignored&limit=500").<String>getList("items.id"))
                .doesNotContain(id);
        assertThat(sql("select reason from audit where action = 'replay' and subject = 'delivery/" + id + "'"))
                .containsExactly("mapping added", "mapping added");
    }

    private static JsonPath headed(String body, String shop, String otherShop) {
        return given().header("X-P-Signature", Admin.signature(body))
                .header("X-Event", "payment.updated", "payment.updated")
                .header("X-Shop", shop, otherShop)
                .contentType("application/json")
                .body(body)
                .post("/webhooks/headed")
                .then()
                .statusCode(200)
                .extract()
                .jsonPath();
    }

    @Test
    void headersThatCameTwiceAreReadAgainAsTheyWereReadAtFirst() throws SQLException {
        String key = fresh("op");
        String body = "{\"id\":\"" + fresh("evt") + "\",\"op\":\"" + key + "\",\"status\":\"pending\"}";
        JsonPath doubled = headed(body, "a", "a");
        assertThat(doubled.<String>getList("verdicts")).containsExactly("applied");
        String id = doubled.getString("delivery");
        assertThat(get("/deliveries/" + id).getString("headers.x-event")).isEqualTo("payment.updated, payment.updated");
        post("/deliveries/" + id + "/replay", REASON).then().body("verdicts", equalTo(List.of("duplicate")));

        JsonPath torn = headed(body, "a", "b");
        assertThat(torn.<String>getList("verdicts")).containsExactly("invalid");
        post("/deliveries/" + torn.getString("delivery") + "/replay", REASON)
                .then()
                .body("verdicts", equalTo(List.of("invalid")));
        assertThat(sql("select key from operation where key like '%" + key + "'"))
                .containsExactly("a:" + key);
    }

    @Test
    void replayNeedsTheSource() throws SQLException {
        String id = send("p", body(fresh("op"), "pending", 1000, "acct_1")).getString("delivery");
        sql("update delivery set source = 'retired' where id = '" + id + "'");

        post("/deliveries/" + id + "/replay", REASON)
                .then()
                .statusCode(409)
                .body("type", equalTo("urn:pawl:problem:source-gone"));
    }

    @Test
    void replayNeedsAReason() {
        String id = send("p", body(fresh("op"), "pending", 1000, "acct_1")).getString("delivery");

        post("/deliveries/" + id + "/replay", "{}").then().statusCode(400);
        post("/deliveries/" + id + "/replay", "{\"reason\":\"\"}").then().statusCode(400);
        viewer().contentType("application/json")
                .body(REASON)
                .post("/admin/deliveries/" + id + "/replay")
                .then()
                .statusCode(403);
    }

    @ParameterizedTest
    @CsvSource({"verdict=good", "limit=-1", "cursor=x", "since=x", "status=completed"})
    void badFilterIsRefused(String query) {
        viewer().get("/admin/deliveries?" + query).then().statusCode(400);
    }
}
