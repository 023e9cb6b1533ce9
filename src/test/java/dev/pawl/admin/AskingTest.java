package dev.pawl.admin;

import static dev.pawl.admin.Admin.event;
import static dev.pawl.admin.Admin.fresh;
import static dev.pawl.admin.Admin.get;
import static dev.pawl.admin.Admin.post;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.equalTo;

import dev.pawl.ledger.DatabaseState;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.path.json.JsonPath;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What an operator may do about time: ask the provider now, and give up waiting. */
@QuarkusTest
@TestProfile(AdminProfile.class)
class AskingTest {

    @Inject
    DatabaseState database;

    @BeforeEach
    void databaseIsUpToDate() {
        await().until(database::ready);
    }

    private static String pending(String source) {
        String key = fresh("op");
        event(source, key, "pending", 1000, "acct_1");
        return get("/operations/" + source + "/payment/" + key).getString("id");
    }

    private static Response act(String id, String action) {
        return post("/operations/" + id + "/actions", "{\"action\":\"" + action + "\",\"reason\":\"asked\"}");
    }

    @Test
    void theProviderIsAskedAtOnceAndTheQuestionIsShown() {
        String id = pending("asked");
        assertThat(get("/operations/" + id).<String>getList("actions"))
                .containsExactly("resolve", "reconcile", "expire");

        act(id, "reconcile").then().statusCode(202).body("id", equalTo(id));

        await().until(() -> !get("/operations/" + id).getList("lookups").isEmpty());
        JsonPath operation = get("/operations/" + id);
        assertThat(operation.getString("lookups[0].source")).isEqualTo("asked");
        assertThat(operation.getString("lookups[0].outcome")).isEqualTo("unknown");
        assertThat(operation.getString("lookups[0].error")).isEqualTo("no connection");
        assertThat(operation.getInt("attempts")).isEqualTo(1);
        assertThat(operation.getString("lastFailure.point")).isEqualTo("lookup:asked");
        assertThat(operation.getString("lastFailure.error")).isEqualTo("no connection");
        assertThat(operation.getString("nextCheckAt")).isNotNull();
        assertThat(operation.getString("status")).isEqualTo("processing");
    }

    @Test
    void whereNobodyCanBeAskedThatIsSaid() {
        act(pending("p"), "reconcile").then().statusCode(409).body("type", equalTo("urn:pawl:problem:nobody-to-ask"));
    }

    @Test
    void whatHasEndedIsNeitherAskedAboutNorExpires() {
        String key = fresh("op");
        event("asked", key, "succeeded", 1000, "acct_1");
        String id = get("/operations/asked/payment/" + key).getString("id");

        for (String action : new String[] {"reconcile", "expire"}) {
            act(id, action).then().statusCode(409).body("type", equalTo("urn:pawl:problem:not-open"));
        }
        assertThat(get("/operations/" + id).<String>getList("actions")).containsExactly("resolve");
    }

    @Test
    void whatNobodyWaitsForAnyMoreExpires() {
        String id = pending("p");

        JsonPath expired = act(id, "expire").then().statusCode(200).extract().jsonPath();

        assertThat(expired.getString("status")).isEqualTo("expired");
        assertThat(expired.getString("state")).isEqualTo("pending");
        assertThat(expired.<String>getList("attention.reason")).containsExactly("expired");
        assertThat(expired.getString("transitions[1].actor")).isEqualTo("admin");
        assertThat(expired.getString("expiresAt")).isNull();
    }

    @Test
    void theStatusTellsOfTheCircuitWhereAProviderIsAsked() {
        JsonPath status = get("/status");
        assertThat(status.getString("sources.asked.circuit")).isIn("closed", "open", "half-open");
        assertThat(status.getString("sources.p.circuit")).isNull();
    }
}
