package dev.pawl.admin;

import static dev.pawl.admin.Admin.fresh;
import static dev.pawl.admin.Admin.post;
import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.pawl.ledger.DatabaseState;
import dev.pawl.support.PostgresResource;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.config.EncoderConfig;
import io.restassured.config.RestAssuredConfig;
import io.restassured.path.json.JsonPath;
import io.restassured.response.Response;
import io.restassured.specification.RequestSpecification;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.eclipse.microprofile.config.ConfigProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusTest
@TestProfile(DryRunProfile.class)
class DryRunResourceTest {

    private static final List<String> TABLES = List.of(
            "delivery",
            "event",
            "operation",
            "transition",
            "effect",
            "attempt",
            "audit",
            "claim",
            "parked",
            "response",
            "signed_once",
            "source_secret",
            "source_state",
            "admin_response");

    @Inject
    DatabaseState database;

    @Inject
    MeterRegistry registry;

    @BeforeEach
    void databaseIsUpToDate() {
        Awaitility.await().until(database::ready);
    }

    private static ObjectNode request(String body) {
        ObjectNode request =
                JsonNodeFactory.instance.objectNode().put("source", "p").put("body", body);
        request.putObject("headers").put("X-P-Signature", Admin.signature(body));
        return request;
    }

    private static JsonPath tried(ObjectNode request) {
        return post("/dry-run", request.toString())
                .then()
                .statusCode(200)
                .extract()
                .jsonPath();
    }

    /** Everything a request could leave behind, and the count of refusals that is yet to be written. */
    private String footprint() throws SQLException {
        String schema = ConfigProvider.getConfig().getValue("pawl.db.schema", String.class);
        StringBuilder all = new StringBuilder();
        try (Connection connection = PostgresResource.connection();
                Statement statement = connection.createStatement()) {
            for (String table : TABLES) {
                try (ResultSet row = statement.executeQuery("select count(*) from " + schema + "." + table)) {
                    row.next();
                    all.append(row.getString(1)).append(' ');
                }
            }
        }
        double counted = registry.find("pawl.intake.refused").counters().stream()
                .mapToDouble(Counter::count)
                .sum();
        double greeted = registry.find("pawl.intake.handshakes").counters().stream()
                .mapToDouble(Counter::count)
                .sum();
        return all.append(counted).append(' ').append(greeted).toString();
    }

    /** Tries it out, which leaves nothing; then sends it, which has the answer that was foretold. */
    private JsonPath foretold(ObjectNode request, int status) throws SQLException {
        String before = footprint();
        JsonPath answer = tried(request);
        assertThat(footprint()).isEqualTo(before);
        assertThat(answer.getInt("status")).isEqualTo(status);
        Response sent = sent(request);
        assertThat(sent.statusCode()).isEqualTo(status);
        String body = answer.getString("handshake.body");
        if (body != null) {
            assertThat(sent.asString()).isEqualTo(body);
        }
        return answer;
    }

    private static Response sent(ObjectNode request) {
        RequestSpecification sender = given().urlEncodingEnabled(false)
                .config(RestAssuredConfig.config()
                        .encoderConfig(EncoderConfig.encoderConfig()
                                .appendDefaultContentCharsetToContentTypeIfUndefined(false)))
                .contentType("application/json");
        request.path("headers")
                .properties()
                .forEach(header ->
                        sender.header(header.getKey(), header.getValue().asText()));
        if (!request.path("method").asText("POST").equals("GET")) {
            sender.body(request.path("body").asText().getBytes(StandardCharsets.UTF_8));
        }
        String query = request.has("query") ? "?" + request.path("query").asText() : "";
        return sender.request(
                request.path("method").asText("POST"),
                "/webhooks/" + request.path("source").asText() + query);
    }

    private static ObjectNode to(String source, String body) {
        return request(body).put("source", source);
    }

    private static String paid(String operation) {
        return "{\"id\":\"e\",\"type\":\"payment.done\",\"op\":\"" + operation + "\",\"status\":\"paid\"}";
    }

    /** docs.slack.dev/authentication/verifying-requests-from-slack. */
    private static ObjectNode slack(String body) {
        long now = Instant.now().getEpochSecond();
        ObjectNode request = to("slack", body);
        request.withObjectProperty("headers")
                .removeAll()
                .put("X-Slack-Request-Timestamp", Long.toString(now))
                .put("X-Slack-Signature", "v0=" + Admin.hmac("v0:" + now + ":" + body));
        return request;
    }

    @Test
    void aSignedHandshakeIsAnsweredAndNoEvent() throws SQLException {
        JsonPath answer =
                foretold(slack("{\"token\":\"t\",\"challenge\":\"3eZbrw1aBm2r\",\"type\":\"url_verification\"}"), 200);
        assertThat(answer.getString("handshake.body")).isEqualTo("3eZbrw1aBm2r");
        assertThat(answer.getBoolean("verified")).isTrue();
        assertThat(answer.getList("verdicts")).isEmpty();
    }

    @Test
    void aHandshakeThatNobodySignedIsRefused() throws SQLException {
        ObjectNode unsigned = slack("{\"challenge\":\"3eZbrw1aBm2r\",\"type\":\"url_verification\"}");
        unsigned.withObjectProperty("headers").put("X-Slack-Signature", "v0=00");
        assertThat(foretold(unsigned, 401).getString("handshake")).isNull();
    }

    @Test
    void aProbeIsAnsweredUnsigned() throws SQLException {
        JsonPath answer = foretold(to("probe", "").put("method", "GET").put("query", "challenge=abc%20d"), 200);
        assertThat(answer.getString("handshake.body")).isEqualTo("abc d");
        assertThat(answer.getBoolean("verified")).isFalse();
        assertThat(answer.getString("refused")).isNull();
    }

    @Test
    void aMethodOfHandshakesWithoutOneIsForbidden() throws SQLException {
        assertThat(foretold(to("probe", "").put("method", "GET"), 403).getString("refused"))
                .isEqualTo("handshake");
    }

    @Test
    void anotherMethodIsNotAllowed() throws SQLException {
        assertThat(foretold(to("p", "").put("method", "PUT"), 405).getString("refused"))
                .isEqualTo("method");
    }

    @Test
    void aBodyOverTheLimitIsTooLarge() throws SQLException {
        assertThat(foretold(to("small", paid("x".repeat(1024))), 413).getString("refused"))
                .isEqualTo("too-large");
        assertThat(foretold(to("small", paid(fresh("op"))), 200).getString("verdicts[0].verdict"))
                .isEqualTo("applied");
    }

    @Test
    void aBodyAtTheLimitCanBeTried() throws SQLException {
        String event = paid(fresh("op"));
        String padded = event + " ".repeat((1 << 20) - event.length());
        assertThat(foretold(to("broken", padded), 200).getString("verdicts[0].verdict"))
                .isEqualTo("applied");
        assertThat(foretold(to("broken", padded + " "), 413).getString("refused"))
                .isEqualTo("too-large");
    }

    @Test
    void aContentCodingTheSourceDoesNotTakeIsUnsupported() throws SQLException {
        ObjectNode request = to("p", paid("op"));
        request.withObjectProperty("headers").put("Content-Encoding", "gzip");
        assertThat(foretold(request, 415).getString("refused")).isEqualTo("content-coding");
    }

    @Test
    void aTokenThatVouchesForAnotherBodyIsRefused() throws SQLException {
        String token = fresh("token");
        ObjectNode request = to("token", paid(fresh("op")));
        request.withObjectProperty("headers").put("X-P-Token", token).put("X-P-Signature", Admin.signature(token));
        assertThat(foretold(request, 200).getString("verdicts[0].verdict")).isEqualTo("applied");
        assertThat(foretold(request, 200).getString("verdicts[0].verdict")).isEqualTo("duplicate");
        JsonPath other = foretold(request.put("body", paid(fresh("op"))), 401);
        assertThat(other.getString("refused")).isEqualTo("signature-reused");
        assertThat(other.getList("verdicts")).isEmpty();
    }

    @Test
    void aSourceThatWaitsForItsSecretTakesNoEventAndTheFirstSecretOnly() throws SQLException {
        assertThat(foretold(to("waiting", paid(fresh("op"))), 503).getString("refused"))
                .isEqualTo("pending");
        JsonPath first = foretold(brings("the-first-secret-long-enough"), 200);
        assertThat(first.getBoolean("handshake.bringsSecret")).isTrue();
        assertThat(foretold(brings("the-first-secret-long-enough"), 200).getString("refused"))
                .isNull();
        assertThat(foretold(brings("another-secret-long-enough"), 401).getString("refused"))
                .isEqualTo("handshake");
    }

    private static ObjectNode brings(String secret) {
        ObjectNode request = to("waiting", "");
        request.withObjectProperty("headers").removeAll().put("X-Hook-Secret", secret);
        return request;
    }

    @Test
    void nothingIsFetchedToConfirmASubscription() throws SQLException {
        String url = "https://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription";
        String before = footprint();
        JsonPath answer =
                tried(to("subscribed", "{\"Type\":\"SubscriptionConfirmation\",\"SubscribeURL\":\"" + url + "\"}"));
        assertThat(answer.getInt("status")).isEqualTo(200);
        assertThat(answer.getString("handshake.confirms")).isEqualTo(url);
        assertThat(footprint()).isEqualTo(before);
    }

    @Test
    void aProvidersOwnWordsHaveTheirStatus() throws SQLException {
        assertThat(foretold(to("words", paid(fresh("op"))), 202).getString("verdicts[0].verdict"))
                .isEqualTo("applied");
    }

    @Test
    void aNewOperationIsForetoldAndNothingIsWritten() throws SQLException {
        String key = fresh("op");
        String before = footprint();
        JsonPath answer = tried(request(Admin.body(key, "succeeded", 1000, "acct_1")));
        assertThat(answer.getBoolean("verified")).isTrue();
        assertThat(answer.getString("secret")).isEqualTo("secrets[0]");
        assertThat(answer.getString("verdicts[0].verdict")).isEqualTo("applied");
        assertThat(answer.getString("verdicts[0].asserted.key")).isEqualTo(key);
        assertThat(answer.getString("verdicts[0].asserted.state")).isEqualTo("succeeded");
        assertThat(answer.getString("verdicts[0].asserted.invariant.amount")).isEqualTo("1000");
        assertThat(footprint()).isEqualTo(before);
    }

    @Test
    void whatIsThereCounts() {
        String key = fresh("op");
        assertThat(Admin.event(key, "succeeded")).containsExactly("applied");
        assertThat(tried(request(Admin.body(key, "succeeded", 1000, "acct_1"))).getString("verdicts[0].verdict"))
                .isEqualTo("duplicate");
        assertThat(tried(request(Admin.body(key, "succeeded", 1500, "acct_1"))).getString("verdicts[0].verdict"))
                .isEqualTo("conflict");
        assertThat(tried(request(Admin.body(key, "pending", 1000, "acct_1"))).getString("verdicts[0].verdict"))
                .isEqualTo("stale");
    }

    @Test
    void aPersonLearnsWhyItIsRefused() {
        String body = Admin.body(fresh("op"), "succeeded", 1000, "acct_1");
        ObjectNode other = request(body);
        other.put("body", body + " ");
        assertThat(tried(other).getString("refused")).isEqualTo("signature-wrong");
        ObjectNode unsigned = request(body);
        unsigned.remove("headers");
        assertThat(tried(unsigned).getString("refused")).isEqualTo("signature-missing");
    }

    @Test
    void anOldRequestCanBeTriedAsOfItsTime() {
        ObjectNode request = request(Admin.body(fresh("op"), "succeeded", 1000, "acct_1"));
        assertThat(tried(request.put("at", "2036-01-01T00:00:00Z")).getString("refused"))
                .isEqualTo("timestamp-too-old");
    }

    @Test
    void bytesThatAreNoTextComeInBase64() {
        String body = Admin.body(fresh("op"), "succeeded", 1000, "acct_1");
        ObjectNode request = request(body);
        request.remove("body");
        request.put("bodyBase64", Base64.getEncoder().encodeToString(body.getBytes(StandardCharsets.UTF_8)));
        assertThat(tried(request).getString("verdicts[0].verdict")).isEqualTo("applied");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"source\":\"nowhere\"}",
                "{\"source\":\"p\",\"headers\":[]}",
                "{\"source\":\"p\",\"headers\":{\"a\":1}}",
                "{\"source\":\"p\",\"body\":\"\",\"bodyBase64\":\"\"}",
                "{\"source\":\"p\",\"bodyBase64\":\"!\"}",
                "{\"source\":\"p\",\"at\":\"yesterday\"}",
                "{\"source\":\"p\",\"body\":7}",
                "{\"source\":\"p\",\"rollBack\":\"yes\"}",
                "{\"source\":\"p\",\"rollBack\":true,\"at\":\"2036-01-01T00:00:00Z\"}",
                "{\"source\":\"p\",\"colour\":\"red\"}"
            })
    void badInputIsSaid(String json) {
        post("/dry-run", json).then().statusCode(400).contentType("application/problem+json");
    }

    /** With the effects of dry-run.yaml, of which one finds no row of the application's and one no table. */
    @Test
    void rolledBackItIsWrittenAndItsStatementsRun() throws SQLException {
        String key = fresh("op");
        shop("create schema if not exists dry_run");
        shop("drop table if exists dry_run.grants, dry_run.orders");
        shop("create table dry_run.grants (ref text primary key, amount int not null check (amount < 5000))");
        shop("create table dry_run.orders (ref text primary key)");
        String before = footprint();

        JsonPath answer = tried(granting(key, 1000));
        assertThat(answer.getString("verdicts[0].verdict")).isEqualTo("applied");
        assertThat(answer.getList("verdicts[0].effects")).containsExactly("grant", "order", "nowhere", "tell");
        Map<String, String> ran = answer.getMap("verdicts[0].ran");
        assertThat(ran).containsOnlyKeys("grant", "order", "nowhere").containsEntry("grant", "done");
        assertThat(ran.get("order")).isEqualTo("it touched 0 rows");
        assertThat(ran.get("nowhere")).startsWith("cannot run: ").contains("42P01", "dry_run.nowhere");
        assertThat(tried(granting(key, 6000)).getString("verdicts[0].ran.grant"))
                .contains("23514", "grants_amount_check");
        assertThat(footprint()).isEqualTo(before);
        assertThat(shop("select count(*) from dry_run.grants")).isEqualTo("0");

        assertThat(tried(granting(key, 1000).put("rollBack", false)).getMap("verdicts[0].ran"))
                .isEmpty();
    }

    private static ObjectNode granting(String key, int amount) {
        return to("granting", Admin.body(key, "succeeded", amount, "acct_1")).put("rollBack", true);
    }

    @Test
    void rolledBackWhatIsThereCountsAndStays() throws SQLException {
        String key = fresh("op");
        String body = Admin.body(key, "pending", 1000, "acct_1");
        Admin.send("granting", body);
        String before = footprint();
        assertThat(tried(to("granting", body).put("rollBack", true)).getString("verdicts[0].verdict"))
                .isEqualTo("duplicate");
        assertThat(tried(granting(key, 1000)).getString("verdicts[0].verdict")).isEqualTo("applied");

        shop("create schema if not exists dry_run");
        shop("drop table if exists dry_run.notices");
        shop("create table dry_run.notices (ref text)");
        JsonPath doubt = tried(granting(key, 7000));
        assertThat(doubt.getString("verdicts[0].verdict")).isEqualTo("conflict");
        assertThat(doubt.getMap("verdicts[0].ran")).isEqualTo(Map.of("notice", "done"));
        assertThat(shop("select count(*) from dry_run.notices")).isEqualTo("0");
        assertThat(footprint()).isEqualTo(before);
    }

    /** The first of the result, if there is one. */
    private static String shop(String sql) throws SQLException {
        try (Connection connection = PostgresResource.connection();
                Statement statement = connection.createStatement()) {
            boolean rows = statement.execute(sql);
            if (!rows) {
                return "";
            }
            statement.getResultSet().next();
            return statement.getResultSet().getString(1);
        }
    }

    @Test
    void viewersMayNot() {
        Admin.viewer()
                .contentType("application/json")
                .body("{\"source\":\"p\"}")
                .post("/admin/dry-run")
                .then()
                .statusCode(403);
    }
}
