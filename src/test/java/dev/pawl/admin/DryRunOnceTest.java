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
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a dry run says about effects of which an operation has one only. */
@QuarkusTest
@TestProfile(DryRunProfile.class)
class DryRunOnceTest {

    private static final String SOURCE = "greeting";

    @Inject
    DatabaseState database;

    private final String key = fresh("op");

    @BeforeEach
    void theApplicationHasItsTable() throws SQLException {
        Awaitility.await().until(database::ready);
        try (Connection connection = PostgresResource.connection();
                Statement statement = connection.createStatement()) {
            statement.execute("create schema if not exists dry_run");
            statement.execute("drop table if exists dry_run.firsts");
            statement.execute("create table dry_run.firsts (ref text)");
        }
    }

    private static JsonPath tried(String body, boolean rollBack) {
        ObjectNode request = JsonNodeFactory.instance
                .objectNode()
                .put("source", SOURCE)
                .put("body", body)
                .put("rollBack", rollBack);
        request.putObject("headers").put("X-P-Signature", Admin.signature(body));
        return post("/dry-run", request.toString())
                .then()
                .statusCode(200)
                .extract()
                .jsonPath();
    }

    private String body(String status) {
        return Admin.body(key, status, 1000, "acct_1");
    }

    @Test
    void beforeTheFirstMoveAllAreForetold() {
        assertThat(effects(tried(body("pending"), false))).containsExactly("welcome", "first", "each");
        assertThat(ran(tried(body("pending"), true))).isEqualTo(Map.of("first", "done", "each", "done"));
        assertThat(effects(tried(body("pending"), true)))
                .as("nothing of it stayed")
                .hasSize(3);
    }

    @Test
    void whatTheOperationHasHadIsNotForetoldAgain() {
        Admin.send(SOURCE, body("pending"));

        for (boolean rollBack : List.of(false, true)) {
            JsonPath second = tried(body("succeeded"), rollBack);
            assertThat(second.getString("verdicts[0].verdict")).isEqualTo("applied");
            assertThat(effects(second)).containsExactly("each");
            assertThat(ran(second)).isEqualTo(rollBack ? Map.of("each", "done") : Map.of());
        }

        Admin.send(SOURCE, body("succeeded"));
        String id = Admin.get("/operations/" + SOURCE + "/payment/" + key + "?account=acct_1")
                .getString("id");
        assertThat(Admin.get("/operations/" + id).<String>getList("effects.name"))
                .as("as foretold")
                .containsExactlyInAnyOrder("welcome", "first", "each", "each");
    }

    private static List<String> effects(JsonPath answer) {
        return answer.getList("verdicts[0].effects");
    }

    private static Map<String, String> ran(JsonPath answer) {
        return answer.getMap("verdicts[0].ran");
    }
}
