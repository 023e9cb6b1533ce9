package dev.pawl.admin;

import static io.restassured.RestAssured.given;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.restassured.path.json.JsonPath;
import io.restassured.response.Response;
import io.restassured.specification.RequestSpecification;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** A provider on one side and a person on the other, both over HTTP. */
final class Admin {

    private static final String SECRET = "secret-for-tests-long-enough";
    private static final AtomicInteger NAMES = new AtomicInteger();

    private Admin() {}

    /** A name no other test uses. */
    static String fresh(String prefix) {
        return prefix + "-" + NAMES.incrementAndGet();
    }

    static RequestSpecification operator() {
        return as(AdminProfile.OPERATOR);
    }

    static RequestSpecification viewer() {
        return as(AdminProfile.VIEWER);
    }

    static RequestSpecification as(String token) {
        return given().urlEncodingEnabled(false).header("Authorization", "Bearer " + token);
    }

    static JsonPath get(String path) {
        return viewer().get("/admin" + path).then().statusCode(200).extract().jsonPath();
    }

    static Response post(String path, String json) {
        return operator().contentType("application/json").body(json).post("/admin" + path);
    }

    /** Sends a payment's event, signed; the verdicts. */
    static List<String> event(String source, String key, String status, int amount, String account) {
        return send(source, body(key, status, amount, account)).getList("verdicts");
    }

    static List<String> event(String key, String status) {
        return event("p", key, status, 1000, "acct_1");
    }

    static String body(String key, String status, int amount, String account) {
        return """
                {"id":"%s","type":"payment.updated","op":"%s","status":"%s","amount":%d,"currency":"EUR",
                 "created":%d,"livemode":true,"account":"%s","order":"order of %s"}""".formatted(fresh("evt"), key, status, amount, Instant.now().getEpochSecond(), account, key);
    }

    /** @param headers names and values, in turn */
    static JsonPath send(String source, String body, String... headers) {
        RequestSpecification request = given();
        for (int i = 0; i < headers.length; i += 2) {
            request.header(headers[i], headers[i + 1]);
        }
        return request.header("X-P-Signature", signature(body))
                .contentType("application/json")
                .body(body.getBytes(UTF_8))
                .post("/webhooks/" + source)
                .then()
                .statusCode(200)
                .extract()
                .jsonPath();
    }

    static String signature(String body) {
        long now = Instant.now().getEpochSecond();
        return "t=" + now + ",v1=" + hmac(now + "." + body);
    }

    static String hmac(String text) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(SECRET.getBytes(UTF_8), "HmacSHA256"));
            return HexFormat.of().formatHex(mac.doFinal(text.getBytes(UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}
