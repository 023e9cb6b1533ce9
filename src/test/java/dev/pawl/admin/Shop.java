package dev.pawl.admin;

import static dev.pawl.admin.Admin.get;
import static dev.pawl.admin.Admin.operator;
import static dev.pawl.admin.Admin.post;
import static dev.pawl.admin.Admin.viewer;
import static io.restassured.RestAssured.given;

import dev.pawl.support.PostgresResource;
import io.restassured.path.json.JsonPath;
import io.restassured.response.Response;
import io.restassured.specification.RequestSpecification;
import java.sql.SQLException;
import org.eclipse.microprofile.config.ConfigProvider;

/** An application that commands, and what its operations look like to people. */
final class Shop {

    private Shop() {}

    private static RequestSpecification caller() {
        return given().urlEncodingEnabled(false).header("Authorization", "Bearer shop-token-0123456789abcdef");
    }

    static Response command(String type, String key, String body) {
        return caller().header("Idempotency-Key", key).body(body).post("/operations/shop/" + type);
    }

    static Response read(String path) {
        return caller().get(path);
    }

    /** As a viewer sees it, by the idempotency key. */
    static JsonPath seen(String type, String key) {
        return get("/operations/shop/" + type + "/" + key);
    }

    static String id(String type, String key) {
        return seen(type, key).getString("id");
    }

    /** Single quotes stand for double ones. */
    static Response act(String id, String json) {
        return post("/operations/" + id + "/actions", json.replace('\'', '"'));
    }

    static void resolve(String id, String state) {
        act(id, "{'action':'resolve','state':'" + state + "','reason':'by phone'}")
                .then()
                .statusCode(200);
    }

    static Response retry(String id) {
        return act(id, "{'action':'retry','reason':'the bank is back'}");
    }

    static Response runAsNew(String id, String confirm, String key) {
        return act(
                id,
                "{'action':'run-as-new','key':'" + key + "','confirm':'" + confirm + "','reason':'the shop asked'}");
    }

    /** As somebody who may only look. */
    static Response actAsViewer(String id, String json) {
        return viewer().contentType("application/json").body(json).post("/admin/operations/" + id + "/actions");
    }

    static String body(String delivery) {
        return operator().get("/admin/deliveries/" + delivery + "/body").asString();
    }

    /** The first column of the first row, as text; in the application's schema. */
    static String sql(String sql) {
        try {
            String schema = ConfigProvider.getConfig().getValue("pawl.db.schema", String.class);
            var rows = PostgresResource.inSchema(schema, sql);
            return rows.isEmpty() ? "nothing" : String.valueOf(rows.get(0));
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
