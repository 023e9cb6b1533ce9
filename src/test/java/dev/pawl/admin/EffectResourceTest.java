package dev.pawl.admin;

import static dev.pawl.admin.Admin.event;
import static dev.pawl.admin.Admin.fresh;
import static dev.pawl.admin.Admin.get;
import static dev.pawl.admin.Admin.operator;
import static dev.pawl.admin.Admin.post;
import static dev.pawl.admin.Admin.viewer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.equalTo;

import dev.pawl.ledger.DatabaseState;
import dev.pawl.support.PostgresResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.path.json.JsonPath;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.UUID;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@QuarkusTest
@TestProfile(AdminProfile.class)
class EffectResourceTest {

    private static final String RETRY = "{\"action\":\"retry\",\"reason\":\"the shop is back\"}";
    private static final String CANCEL = "{\"action\":\"cancel\",\"reason\":\"done by hand\"}";

    @Inject
    DatabaseState database;

    @ConfigProperty(name = "pawl.db.schema")
    String schema;

    @BeforeEach
    void databaseIsUpToDate() {
        await().until(database::ready);
    }

    private static String operation() {
        String key = fresh("op");
        event(key, "pending");
        return get("/operations/p/payment/" + key).getString("id");
    }

    /** An effect as a dispatcher would have left it; the test's configuration has none. */
    private void effect(String operation, String state) {
        execute("insert into " + schema
                + ".effect (operation_id, seq, name, source, webhook_id, state, payload, attempts,"
                + " due_at, created_at) values ('" + operation + "', 1, 'shop', 'p', 'w', '" + state
                + "', '', 20, now(), now())");
    }

    private static void execute(String sql) {
        try (Connection connection = PostgresResource.connection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String path(String operation) {
        return "/effects/" + operation + "/1/shop/actions";
    }

    @Test
    void aDeadEffectCanBeCancelledOnceAndTheSameKeyGetsTheSameAnswer() {
        String id = operation();
        effect(id, "dead");
        assertThat(get("/operations/" + id).<String>getList("actions")).contains("retry");
        String key = fresh("key");

        for (int i = 0; i < 2; i++) {
            operator()
                    .header("Idempotency-Key", key)
                    .contentType("application/json")
                    .body(CANCEL)
                    .post("/admin" + path(id))
                    .then()
                    .statusCode(200)
                    .body("effects[0].state", equalTo("canceled"));
        }

        post(path(id), CANCEL).then().statusCode(409).body("type", equalTo("urn:pawl:problem:effect-settled"));
    }

    @Test
    void whatNothingWouldSendIsNotTriedAgain() {
        String id = operation();
        effect(id, "rejected");

        post(path(id), RETRY).then().statusCode(409).body("type", equalTo("urn:pawl:problem:effect-not-configured"));
        post("/operations/" + id + "/actions", RETRY)
                .then()
                .statusCode(409)
                .body("type", equalTo("urn:pawl:problem:nothing-to-do"));
    }

    @Test
    void onlyOperatorsAndOnlyWithAReasonAndOnlyWhatExists() {
        String id = operation();
        effect(id, "dead");

        viewer().contentType("application/json")
                .body(CANCEL)
                .post("/admin" + path(id))
                .then()
                .statusCode(403);
        viewer().contentType("application/json")
                .body("{}")
                .post("/admin/effects/resend")
                .then()
                .statusCode(403);
        post(path(id), "{\"action\":\"cancel\"}").then().statusCode(400);
        post(path(id), "{\"action\":\"explode\",\"reason\":\"x\"}").then().statusCode(400);
        post("/effects/" + UUID.randomUUID() + "/1/shop/actions", CANCEL).then().statusCode(404);
        post("/effects/" + id + "/x/shop/actions", CANCEL).then().statusCode(404);
        post("/effects/" + id + "/2/shop/actions", CANCEL).then().statusCode(404);
    }

    @Test
    void whatWasNotCausedIsCountedBeforeItIsCausedAndCausingItAgainChangesNothing() {
        String id = operation();
        execute("update " + schema
                + ".transition set effects_off = true, at = '2020-01-02T00:00:00Z' where operation_id = '" + id + "'");
        String body = "{\"source\":\"p\",\"from\":\"2020-01-01T00:00:00Z\",\"to\":\"2020-01-03T00:00:00Z\","
                + "\"rate\":50,\"reason\":\"back on\"}";

        post("/effects/resend?preview=true", body).then().statusCode(200).body("transitions", equalTo(1));
        JsonPath done =
                post("/effects/resend", body).then().statusCode(200).extract().jsonPath();

        assertThat(done.getInt("transitions")).isEqualTo(1);
        assertThat(done.getInt("effects")).isZero();
        assertThat(done.getString("next")).isNull();
    }

    @Test
    void aWrongRangeSaysWhatIsWrong() {
        String body =
                "{\"source\":\"p\",\"from\":\"2020-01-03T00:00:00Z\",\"to\":\"2020-01-01T00:00:00Z\",\"reason\":\"x\"}";

        post("/effects/resend", body).then().statusCode(400);
        post("/effects/resend", body.replace("2020-01-03T00:00:00Z", "yesterday"))
                .then()
                .statusCode(400);
        post("/effects/resend", body.replace("\"p\"", "\"nobody\"").replace("2020-01-03", "2019-01-03"))
                .then()
                .statusCode(400);
        post("/effects/resend?preview=perhaps", body).then().statusCode(400);
    }

    @Test
    void anOperationTellsWhatItBelongsTo() {
        String id = operation();

        assertThat(get("/operations/" + id).getString("correlationId")).hasSize(36);
        assertThat(get("/operations/" + id).<String>getList("actions")).doesNotContain("retry");
        assertThat(get("/operations?limit=5").<String>getList("items.correlationId"))
                .isNotEmpty();
    }
}
