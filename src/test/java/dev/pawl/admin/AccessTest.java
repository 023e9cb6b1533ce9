package dev.pawl.admin;

import static dev.pawl.admin.Admin.as;
import static dev.pawl.admin.Admin.body;
import static dev.pawl.admin.Admin.fresh;
import static dev.pawl.admin.Admin.operator;
import static dev.pawl.admin.Admin.signature;
import static dev.pawl.admin.Admin.viewer;
import static io.restassured.RestAssured.given;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.nullValue;

import dev.pawl.ledger.DatabaseState;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.RestAssured;
import jakarta.inject.Inject;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusTest
@TestProfile(AdminProfile.class)
class AccessTest {

    private static final List<String> METHODS = List.of("GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT", "DELETE");

    @Inject
    DatabaseState database;

    @BeforeEach
    void databaseIsUpToDate() {
        await().until(database::ready);
    }

    static Stream<String> spellings() {
        return Stream.of(
                "/admin/status",
                "/admin/status/",
                "/admin;x=1/status",
                "/admin/;/status",
                "/admin/;x/status",
                "/admin/status;x=1",
                "/;/admin/status",
                "/;x=1/admin/status",
                "//admin/status",
                "/admin//status",
                "///admin///status",
                "/admin/../admin/status",
                "/webhooks/../admin/status",
                "/webhooks/p/../../admin/status",
                "/admin/x;/../status",
                "/./admin/./status",
                "/%61dmin/status",
                "/%61%64%6d%69%6e/status",
                "/admin%2fstatus",
                "/admin/%73tatus",
                "/%2e/admin/status",
                "/webhooks/%2e%2e/admin/status",
                "/webhooks/..%2fadmin/status",
                "/webhooks/..;/admin/status",
                "/ADMIN/status",
                "/Admin/Status",
                "/admin\\status",
                "/admin/status%00",
                "/admin/status%20",
                "/admin/status?x=/webhooks/p",
                "http://localhost/admin/status",
                "/admin/operations",
                "/admin/deliveries",
                "/admin/sources/p",
                "/admin",
                "/admin/",
                "/console",
                "/console/",
                "/%63onsole",
                "/console/index.html");
    }

    @ParameterizedTest
    @MethodSource("spellings")
    void noSpellingOfAPathLeadsInWithoutAToken(String target) {
        for (String method : METHODS) {
            RawHttp answer = RawHttp.send(RestAssured.port, method, target);

            assertThat(answer.status()).as("%s %s", method, target).isIn(400, 401, 403, 404, 405);
            assertThat(answer.text()).doesNotContain("processing", "items", "webhook\"");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Bearer wrong-token-wrong-token",
                "Bearer",
                "Bearer ",
                "Basic YWRtaW46YWRtaW4=",
                AdminProfile.OPERATOR,
                "Bearer " + AdminProfile.OPERATOR + "x",
                "Token " + AdminProfile.OPERATOR
            })
    void wrongCredentialsAreAskedForBetterOnes(String credentials) {
        given().header("Authorization", credentials)
                .get("/admin/status")
                .then()
                .statusCode(401)
                .contentType("application/problem+json")
                .header("WWW-Authenticate", "Bearer")
                .body("type", equalTo("urn:pawl:problem:unauthenticated"))
                .body("detail", nullValue());
    }

    @Test
    void noCredentialsAreAskedForSome() {
        given().get("/admin/status")
                .then()
                .statusCode(401)
                .contentType("application/problem+json")
                .header("WWW-Authenticate", "Bearer");
    }

    @Test
    void twoAuthorizationHeadersAreRefused() {
        String both = "Authorization: Bearer " + AdminProfile.OPERATOR;

        assertThat(RawHttp.send(RestAssured.port, "GET", "/admin/status", both).status())
                .isEqualTo(200);
        assertThat(RawHttp.send(RestAssured.port, "GET", "/admin/status", both, both)
                        .status())
                .isEqualTo(401);
    }

    @Test
    void viewerMayLookButNotAct() {
        viewer().get("/admin/status").then().statusCode(200).header("Cache-Control", "no-store");
        viewer().contentType("application/json")
                .body("{\"action\":\"acknowledge\",\"reason\":\"seen\"}")
                .post("/admin/operations/00000000-0000-8000-8000-000000000000/actions")
                .then()
                .statusCode(403)
                .contentType("application/problem+json")
                .body("type", equalTo("urn:pawl:problem:forbidden"))
                .body("detail", nullValue());
        viewer().get("/admin/deliveries/00000000-0000-7000-8000-000000000000/body")
                .then()
                .statusCode(403);
    }

    @Test
    void namedTokenIsItsActors() {
        as(AdminProfile.ALICE).get("/admin/status").then().statusCode(200);
    }

    @Test
    void providersAuthorizationHeaderIsNoneOfOurBusiness() {
        String body = body(fresh("op"), "pending", 1, "acct_1");
        given().header("Authorization", "Bearer the-provider's-own")
                .header("X-P-Signature", signature(body))
                .body(body.getBytes(UTF_8))
                .post("/webhooks/p")
                .then()
                .statusCode(200);
    }

    @Test
    void refusalDoesNotWaitForTheBody() {
        RawHttp answer = RawHttp.send(
                RestAssured.port,
                "POST",
                "/admin/operations/00000000-0000-8000-8000-000000000000/actions",
                "Content-Type: application/json",
                "Content-Length: 30000000");

        assertThat(answer.status()).isEqualTo(401);
    }

    @Test
    void bodyOverTheLimitIsRefused() {
        operator()
                .contentType("application/json")
                .body("{\"reason\":\"" + "x".repeat(PeoplesRequests.LIMIT) + "\"}")
                .post("/admin/operations/00000000-0000-8000-8000-000000000000/actions")
                .then()
                .statusCode(413)
                .contentType("application/problem+json");
    }

    @Test
    void wrongMethodSaysWhichIsRight() {
        operator().delete("/admin/status").then().statusCode(405).header("Allow", "GET, HEAD, OPTIONS");
        operator()
                .get("/admin/operations/00000000-0000-8000-8000-000000000000/actions")
                .then()
                .statusCode(405)
                .contentType("application/problem+json")
                .header("Allow", "POST, OPTIONS");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/admin/nothing", "/admin/operations/not-a-uuid", "/admin/deliveries/1-1-1-1-1", "/admin"})
    void unknownPathIsAProblemWithoutDetail(String path) {
        operator()
                .get(path)
                .then()
                .statusCode(404)
                .contentType("application/problem+json")
                .body("type", equalTo("urn:pawl:problem:not-found"))
                .body("detail", nullValue());
    }
}
