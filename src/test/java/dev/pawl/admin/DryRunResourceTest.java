package dev.pawl.admin;

import static dev.pawl.admin.Admin.fresh;
import static dev.pawl.admin.Admin.post;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.pawl.ledger.DatabaseState;
import dev.pawl.support.PostgresResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.path.json.JsonPath;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Base64;
import org.awaitility.Awaitility;
import org.eclipse.microprofile.config.ConfigProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusTest
@TestProfile(AdminProfile.class)
class DryRunResourceTest {

    @Inject
    DatabaseState database;

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

    /** Everything a request could leave behind. */
    private static String footprint() throws SQLException {
        String schema = ConfigProvider.getConfig().getValue("pawl.db.schema", String.class);
        try (Connection connection = PostgresResource.connection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("""
                        select (select count(*) from ~.delivery), (select count(*) from ~.event),
                          (select count(*) from ~.operation), (select count(*) from ~.transition),
                          (select coalesce(sum(n), 0) from ~.counter where kind <> 'refused'), (select count(*) from ~.audit)
                        """.replace("~", schema))) {
            row.next();
            StringBuilder all = new StringBuilder();
            for (int i = 1; i <= 6; i++) {
                all.append(row.getString(i)).append(' ');
            }
            return all.toString();
        }
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
                "{\"source\":\"p\",\"colour\":\"red\"}"
            })
    void badInputIsSaid(String json) {
        post("/dry-run", json).then().statusCode(400).contentType("application/problem+json");
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
