package dev.pawl.admin;

import static dev.pawl.admin.Admin.event;
import static dev.pawl.admin.Admin.fresh;
import static dev.pawl.admin.Admin.get;
import static dev.pawl.admin.Admin.viewer;
import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.pawl.ledger.DatabaseState;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.path.json.JsonPath;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@QuarkusTest
@TestProfile(AdminProfile.class)
class StatusResourceTest {

    @Inject
    DatabaseState database;

    @BeforeEach
    void databaseIsUpToDate() {
        await().until(database::ready);
    }

    @Test
    void statusFollowsWhatHappens() {
        JsonPath before = get("/status");
        String key = fresh("op");
        event("q", key, "pending", 1, "a");
        event("q", key, "pending", 2, "a");

        JsonPath after = get("/status");

        assertThat(after.getInt("operations.processing")).isEqualTo(before.getInt("operations.processing") + 1);
        assertThat(after.getInt("attention")).isEqualTo(before.getInt("attention") + 1);
        assertThat(after.getInt("attentionBy.conflict")).isEqualTo(before.getInt("attentionBy.conflict") + 1);
        assertThat(after.getInt("sources.q.received")).isEqualTo(before.getInt("sources.q.received") + 2);
        assertThat(after.getInt("sources.q.verdicts.conflict"))
                .isEqualTo(before.getInt("sources.q.verdicts.conflict") + 1);
        assertThat(after.getInt("sources.q.oldestProcessingSeconds")).isBetween(0, 600);
        assertThat(Instant.parse(after.getString("sources.q.lastReceivedAt")))
                .isBetween(Instant.now().minusSeconds(60), Instant.now().plusSeconds(60));
        assertThat(after.<String, Object>getMap("sources")).containsKeys("p", "q", "silent");
        assertThat(after.getString("configuration.hash")).isNotBlank();
        assertThat(after.<Object>get("configuration.error")).isNull();
        assertThat(after.getString("version")).isNotBlank();
        assertThat(after.<String, Object>getMap("effects")).containsKeys("pending", "dead", "oldestPendingSeconds");
    }

    @Test
    void jobsTellOfTheirLatestRuns() {
        await().untilAsserted(() -> {
            JsonPath status = get("/status");
            assertThat(status.<String, Object>getMap("jobs"))
                    .containsKeys("dispatch", "expire", "reconcile", "reread", "secrets");
            assertThat(Instant.parse(status.getString("jobs.secrets.lastSuccessAt")))
                    .isEqualTo(Instant.parse(status.getString("jobs.secrets.lastRunAt")));
            assertThat(status.<Object>get("jobs.secrets.lastError")).isNull();
        });
    }

    @Test
    void refusalsAreCountedByCause() {
        JsonPath before = get("/status");
        given().header("X-P-Signature", "t=1,v1=00")
                .body("{}")
                .post("/webhooks/q")
                .then()
                .statusCode(401);
        given().body("{}").post("/webhooks/q").then().statusCode(401);

        await().untilAsserted(() -> {
            JsonPath after = get("/status");
            Map<String, Integer> was = before.getMap("sources.q.refused");
            Map<String, Integer> is = after.getMap("sources.q.refused");
            assertThat(is.values().stream().mapToInt(n -> n).sum())
                    .isEqualTo(was.values().stream().mapToInt(n -> n).sum() + 2);
            assertThat(is.getOrDefault("signature-missing", 0)).isEqualTo(was.getOrDefault("signature-missing", 0) + 1);
            assertThat(after.getString("sources.q.lastRefusedAt")).isNotNull();
        });
    }

    @Test
    void sourceSaysWhatToEnterAtTheProvider() {
        event(fresh("op"), "pending");

        JsonPath source = get("/sources/p");

        assertThat(source.getString("webhook")).isEqualTo("https://hooks.example/webhooks/p");
        assertThat(source.<String>getList("secrets")).containsExactly("secrets[0]");
        assertThat(source.getBoolean("verified")).isTrue();
        assertThat(source.getString("covers")).isEqualTo("body");
        assertThat(source.<Object>get("confirm")).isNull();
        assertThat(source.<Map<String, Object>>getList("operations"))
                .hasSize(3)
                .contains(Map.of(
                        "type",
                        "payment",
                        "machine",
                        "test-payment",
                        "when",
                        List.of("payment.*"),
                        "unless",
                        List.of(),
                        "about",
                        Map.of("effect", "money moves")));
        assertThat(source.<Map<String, Object>>getList("typesSeen.types"))
                .anySatisfy(type -> assertThat(type)
                        .containsEntry("type", "payment.updated")
                        .containsEntry("mapped", true));
        assertThat(source.prettify()).doesNotContain("secret-for-tests");
        viewer().get("/admin/sources/nobody").then().statusCode(404);
    }
}
