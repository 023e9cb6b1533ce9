package dev.pawl.admin;

import static dev.pawl.admin.Admin.body;
import static dev.pawl.admin.Admin.event;
import static dev.pawl.admin.Admin.fresh;
import static dev.pawl.admin.Admin.get;
import static dev.pawl.admin.Admin.send;
import static dev.pawl.admin.Admin.viewer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;

import dev.pawl.ledger.DatabaseState;
import dev.pawl.support.PostgresResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.path.json.JsonPath;
import jakarta.inject.Inject;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusTest
@TestProfile(AdminProfile.class)
class OperationResourceTest {

    @Inject
    DatabaseState database;

    @ConfigProperty(name = "pawl.db.schema")
    String schema;

    @BeforeEach
    void databaseIsUpToDate() {
        await().until(database::ready);
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private void sql(String statement) throws SQLException {
        try (Connection connection = PostgresResource.connection();
                Statement sql = connection.createStatement()) {
            sql.execute("set search_path to " + schema);
            sql.execute(statement);
        }
    }

    @Test
    void operationIsShownWithItsHistory() {
        String key = fresh("op");
        Instant before = Instant.now().minusSeconds(5);
        assertThat(event(key, "pending")).containsExactly("applied");
        String again = body(key, "succeeded", 1000, "acct_1");
        assertThat(send("p", again).<String>getList("verdicts")).containsExactly("applied");
        assertThat(send("p", again).<String>getList("verdicts")).containsExactly("duplicate");
        assertThat(event(key, "succeeded")).containsExactly("duplicate");

        JsonPath operation = get("/operations/p/payment/" + key);

        Map<String, Object> shown = operation.getMap("");
        assertThat(shown)
                .containsEntry("scope", "p")
                .containsEntry("source", "p")
                .containsEntry("account", "acct_1")
                .containsEntry("type", "payment")
                .containsEntry("key", key)
                .containsEntry("reference", "order of " + key)
                .containsEntry("machine", "test-payment")
                .containsEntry("state", "succeeded")
                .containsEntry("status", "completed")
                .containsEntry("attention", List.of())
                .containsEntry("seq", 2)
                .containsEntry("fields", Map.of("amount", "1000"))
                .containsEntry("fingerprint", Map.of("amount", "1000", "currency", "\"EUR\""))
                .containsEntry("deliveries", 4)
                .containsEntry("duplicates", 2)
                .containsEntry("conflicts", 0)
                .containsEntry("attempts", 0)
                .containsEntry("tombstone", false)
                .containsEntry("lookups", List.of())
                .containsEntry("actions", List.of("resolve"))
                .containsKeys("result", "correlationId", "version", "nextCheckAt", "lastFailure");
        assertThat(Instant.parse(operation.getString("createdAt")))
                .isBetween(before, Instant.now().plusSeconds(5));
        assertThat(operation.<String>getList("transitions.from")).containsExactly(null, "pending");
        assertThat(operation.<String>getList("transitions.to")).containsExactly("pending", "succeeded");
        assertThat(operation.<String>getList("transitions.cause")).containsOnly("delivery");
        assertThat(operation.<String>getList("events.verdict"))
                .containsExactly("applied", "applied", "duplicate", "duplicate");
        assertThat(operation.<Boolean>getList("events.identicalBytes")).containsExactly(null, null, true, false);
        assertThat(operation.getString("events[0].delivery")).isEqualTo(operation.getString("transitions[0].delivery"));
        assertThat(get("/operations/" + operation.getString("id")).getMap("")).isEqualTo(shown);
    }

    @Test
    void contradictionIsShownAndFound() {
        String key = fresh("op");
        event(key, "canceled");
        assertThat(event(key, "succeeded")).containsExactly("contradicted");

        JsonPath operation = get("/operations/p/payment/" + key);

        assertThat(operation.getString("state")).isEqualTo("canceled");
        assertThat(operation.<String>getList("attention.reason")).containsExactly("contradicted");
        assertThat(operation.<String>getList("actions")).containsExactly("resolve", "acknowledge");
        assertThat(get("/operations?attention=true&key=" + key).<String>getList("items.key"))
                .containsExactly(key);
        assertThat(get("/operations?attention=false&key=" + key).getList("items"))
                .isEmpty();
    }

    @Test
    void conflictShowsBothValues() {
        String key = fresh("op");
        event("p", key, "pending", 1000, "acct_1");
        assertThat(event("p", key, "succeeded", 1500, "acct_1")).containsExactly("conflict");

        JsonPath operation = get("/operations/p/payment/" + key);

        assertThat(operation.<Map<String, Object>>get("events[1].fields"))
                .isEqualTo(Map.of("amount", Map.of("stored", "1000", "asserted", "1500")));
    }

    @Test
    void sameKeyElsewhereIsAnotherOperation() {
        String key = fresh("op");
        event("p", key, "succeeded", 1, "a");
        event("p", key, "succeeded", 1, "b");
        event("q", key, "succeeded", 1, "a");

        viewer().get("/admin/operations/p/payment/" + key)
                .then()
                .statusCode(300)
                .body("items.account", equalTo(List.of("a", "b")));
        assertThat(get("/operations/p/payment/" + key + "?account=b").getString("account"))
                .isEqualTo("b");
        assertThat(get("/operations/q/payment/" + key).getString("source")).isEqualTo("q");
        assertThat(get("/operations?key=" + key).getList("items")).hasSize(3);
        assertThat(get("/operations?key=" + key + "&source=q").getList("items")).hasSize(1);
        assertThat(get("/operations?key=" + key + "&account=a&scope=p").getList("items"))
                .hasSize(1);
        viewer().get("/admin/operations/p/payment/" + key + "?account=c").then().statusCode(404);
        viewer().get("/admin/operations/p/refund/" + key).then().statusCode(404);
        viewer().get("/admin/operations/nobody/payment/" + key).then().statusCode(404);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "op/1?x",
                "a%2Fb",
                "100%",
                "a+b c",
                "ünïcödé-€-𝄞",
                "x;y=1",
                "a#b",
                "/lead",
                "a//b",
                "{x}",
                "q\\\"r"
            })
    void keyIsDecodedOnce(String wish) {
        String key = fresh(wish);
        assertThat(event(key, "pending")).containsExactly("applied");
        String stored = key.replace("\\\"", "\"");

        assertThat(get("/operations/p/payment/" + encoded(stored)).getString("key"))
                .isEqualTo(stored);
        assertThat(get("/operations?key=" + encoded(stored)).<String>getList("items.key"))
                .containsExactly(stored);
    }

    @Test
    void pagesAreNewestFirstAndMissNothing() throws SQLException {
        String state = fresh("state");
        // Seven rows in three instants, so that pages end between rows of the same time.
        sql("""
                insert into operation (id, scope, source, account, type, key, generation, machine, state, status, seq, fields,
                    fingerprint, deliveries, duplicates, conflicts, tombstone, created_at, updated_at)
                select gen_random_uuid(), 'p', 'p', '', 'payment', 'page-' || n, 0, 'test-payment', '%s', 'completed', 1, '{}',
                    '{}', 1, 0, 0, false, timestamptz '2026-01-01 00:00:00.000001Z' + n / 3 * interval '1 microsecond', now()
                from generate_series(0, 6) n
                """.formatted(state));
        List<String> keys = new ArrayList<>();
        List<Instant> times = new ArrayList<>();
        String cursor = "";
        for (int page = 0; page < 4; page++) {
            JsonPath answer = get("/operations?limit=2&state=" + state + cursor);
            keys.addAll(answer.getList("items.key"));
            answer.<String>getList("items.createdAt").forEach(time -> times.add(Instant.parse(time)));
            assertThat(answer.getString("next") == null).isEqualTo(page == 3);
            cursor = "&cursor=" + answer.getString("next");
        }

        assertThat(keys).hasSize(7).doesNotHaveDuplicates();
        assertThat(times).isSortedAccordingTo((a, b) -> b.compareTo(a));
        assertThat(get("/operations?state=" + state + "&since=2026-01-01T00:00:00.000003Z")
                        .<String>getList("items.key"))
                .containsExactly("page-6");
        assertThat(get("/operations?state=" + state + "&since=2025-12-31T20:30:00.000003-03:30")
                        .<String>getList("items.key"))
                .containsExactly("page-6");
    }

    @Test
    void effectsAreAddedUpAndTheLatestFailureIsShown() throws SQLException {
        String key = fresh("op");
        event(key, "succeeded");
        String id = get("/operations/p/payment/" + key).getString("id");
        sql("""
                insert into effect (operation_id, seq, name, source, webhook_id, state, payload, attempts, due_at, last_error,
                    last_attempt_at, created_at)
                values
                    ('%1$s', 1, 'shop', 'p', 'w1', 'done', '', 3, 'infinity', 'status 502', '2026-01-01T00:00:01Z', now()),
                    ('%1$s', 1, 'mail', 'p', 'w2', 'dead', '', 4, 'infinity', 'status 500', '2026-01-01T00:00:02Z', now())
                """.formatted(id));

        JsonPath operation = get("/operations/" + id);
        JsonPath listed = get("/operations?key=" + key);

        assertThat(operation.getInt("attempts")).isEqualTo(7);
        assertThat(operation.<Map<String, Object>>get("lastFailure"))
                .isEqualTo(Map.of("at", "2026-01-01T00:00:02Z", "point", "effect:mail", "error", "status 500"));
        assertThat(operation.<String>getList("effects.webhookId")).containsExactlyInAnyOrder("w1", "w2");
        assertThat(operation.<String>getList("effects.nextAttemptAt")).containsOnlyNulls();
        assertThat(listed.<Map<String, Object>>get("items[0].lastFailure")).isEqualTo(operation.get("lastFailure"));
        assertThat(listed.getInt("items[0].attempts")).isEqualTo(7);
    }

    @Test
    void longHistoryIsCutToTheNewest() throws SQLException {
        String key = fresh("op");
        event(key, "succeeded");
        JsonPath operation = get("/operations/p/payment/" + key);
        sql("""
                insert into event (received_on, delivery_id, n, run, source, operation_id, state, verdict, at)
                select received_on, delivery_id, n.n, 0, source, operation_id, state, 'stale', at
                from event, generate_series(1, 500) as n (n)
                where operation_id = '%s'
                """.formatted(operation.getString("id")));

        JsonPath cut = get("/operations/" + operation.getString("id"));

        assertThat(cut.getList("events")).hasSize(500);
        assertThat(cut.<Integer>getList("events.n")).startsWith(1).endsWith(500);
        assertThat(cut.getBoolean("eventsTruncated")).isTrue();
        assertThat(operation.getBoolean("eventsTruncated")).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "limit=0, limit",
        "limit=501, limit",
        "limit=x, limit",
        "limit=, limit",
        "limit=1&limit=2, limit",
        "since=yesterday, since",
        "since=2026-01-01, since",
        "since=9999-01-01T00:00:00Z, since",
        "status=paid, status",
        "attention=yes, attention",
        "cursor=abc, cursor",
        "stauts=failed, stauts",
        "key=%00, key",
        "colour=red%0d%0aX-Evil:1, colour",
        "%3Cscript%3E=1, ?script?"
    })
    void badFilterIsNamed(String query, String name) {
        viewer().get("/admin/operations?" + query)
                .then()
                .statusCode(400)
                .contentType("application/problem+json")
                .body("type", equalTo("urn:pawl:problem:invalid-parameter"))
                .body("detail", containsString(name));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"/admin/operations?key=%zz", "/admin/operations/p/payment/%zz", "/admin/operations?key=%ff"})
    void brokenPercentEncodingIsTheClientsFault(String path) {
        int status = RawHttp.send(
                        io.restassured.RestAssured.port, "GET", path, "Authorization: Bearer " + AdminProfile.VIEWER)
                .status();

        assertThat(status).isIn(200, 400, 404);
    }
}
