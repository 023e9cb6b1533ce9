package dev.pawl.intake;

import static dev.pawl.intake.Provider.event;
import static dev.pawl.intake.Provider.footprint;
import static dev.pawl.intake.Provider.fresh;
import static dev.pawl.intake.Provider.hex;
import static dev.pawl.intake.Provider.one;
import static dev.pawl.intake.Provider.request;
import static dev.pawl.intake.Provider.send;
import static dev.pawl.intake.Provider.sendChunked;
import static dev.pawl.intake.Provider.signed;
import static dev.pawl.intake.Provider.storedBody;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.admin.AdminProfile;
import dev.pawl.intake.Provider.Answer;
import dev.pawl.support.LoggedLines;
import dev.pawl.support.Parallel;
import dev.pawl.support.WebhookScenario;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every row of the table of answers, and what is stored or not stored with it. */
@QuarkusTest
@TestProfile(AdminProfile.class)
class WebhookResourceTest extends FaultlessIntake {

    @Test
    void authenticAndCommittedIs200WithVerdictsAndOneRowEach() {
        String operation = fresh("op");
        WebhookScenario webhook = signed(event(operation, "succeeded", ""));

        Answer first = send(webhook);
        Answer again = send(webhook);

        assertThat(first.verdicts()).containsExactly("applied");
        assertThat(again.verdicts()).containsExactly("duplicate");
        assertThat(first.response().headers().firstValue("Content-Type")).hasValue("application/json");
        assertThat(storedBody(first.delivery())).isEqualTo(hex(webhook.body()));
        assertThat(one(
                        "select state || ' ' || deliveries || ' ' || duplicates from ~.operation where key = ?",
                        operation))
                .isEqualTo("succeeded 2 1");
        assertThat(one(
                        "select count(*) from ~.transition t join ~.operation o on o.id = t.operation_id where o.key = ?",
                        operation))
                .isEqualTo("1");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"a\":\"\\u001B \\/ \\u0026\",\"n\":1.0,\"z\":1,\"a2\":1e2 }  \n",
                "{ \"z\":1,\r\n  \"n\" : 1.0}\r\n",
                "\n{\"x\":\"é €\"}  ",
                "{}\r\n\r\n"
            })
    void bytesAreKeptAsTheyCame(String body) {
        WebhookScenario webhook = signed(body);
        assertThat(storedBody(send(webhook).delivery())).isEqualTo(hex(webhook.body()));
        assertThat(storedBody(sendChunked(webhook).delivery())).isEqualTo(hex(webhook.body()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "application/json; charset=iso-8859-1",
                "text/plain",
                "application/x-www-form-urlencoded",
                "multipart/form-data; boundary=x",
                "nonsense"
            })
    void noContentTypeTouchesTheBytes(String contentType) {
        WebhookScenario webhook =
                signed(event(fresh("op"), "succeeded", ",\"name\":\"Zoë\"")).withHeader("Content-Type", contentType);
        Answer answer = send(webhook);
        assertThat(answer.verdicts()).containsExactly("applied");
        assertThat(storedBody(answer.delivery())).isEqualTo(hex(webhook.body()));
    }

    @Test
    void everyRefusalIsTheSame401AndLeavesNothing() {
        String body = event(fresh("op"), "succeeded", "");
        WebhookScenario good = signed(body);
        String before = footprint();
        Set<String> answers = new LinkedHashSet<>();
        for (WebhookScenario bad : List.of(
                good.withSignature(""),
                good.withSignature("t=,v1="),
                good.withSignature("v1=" + good.hex()),
                good.withSignature(good.signature().replace("v1=", "v0=")),
                good.withSignature(good.signature().substring(0, 40)),
                good.withSignature(good.signature() + "0"),
                good.withSignature("t=NaN,v1=" + good.hex()),
                good.withSignature("t=99999999999999999999,v1=" + good.hex()),
                good.withSignature(good.signature() + ",v1=00".repeat(1_000)),
                good.withSignature("sha256=sha256=" + good.hex()),
                good.withSignature("x".repeat(7_000)),
                good.withSecret("another secret, long enough"),
                good.withTamperedBody("{}".getBytes(UTF_8)),
                good.withTamperedBody((body + "\n").getBytes(UTF_8)),
                good.withTimestamp(Instant.now().minusSeconds(600)),
                good.withTimestamp(Instant.now().plusSeconds(600)),
                good.withTimestamp(Long.toString(Instant.now().toEpochMilli())))) {
            Answer answer = send(bad);
            assertThat(answer.status()).as(bad.signature()).isEqualTo(401);
            answers.add(answer.body());
        }
        answers.add(Provider.exchange(request("/webhooks/p").POST(BodyPublishers.ofString(body)))
                .body());
        for (String query : List.of("?debug=1", "?debug", "?test=true&verify=false", "?skip_verification=1#", "?")) {
            answers.add(Provider.exchange(request("/webhooks/p" + query).POST(BodyPublishers.ofString(body)))
                    .body());
        }
        for (List<String> copies : List.of(
                List.of(good.signature(), "t=1,v1=00"),
                List.of("t=1,v1=00", good.signature()),
                List.of(good.signature() + ", t=1,v1=00"),
                List.of("t=1,v1=00, " + good.signature()))) {
            var copied = request("/webhooks/p").POST(BodyPublishers.ofString(body));
            copies.forEach(copy -> copied.header("X-P-Signature", copy));
            answers.add(Provider.exchange(copied).body());
        }

        assertThat(answers).hasSize(1).first().asString().contains("401").doesNotContainIgnoringCase("signature");
        assertThat(footprint()).isEqualTo(before);
    }

    @Test
    void strangersAreNeverParsed() {
        String operation = fresh("op");
        String[] bodies = {"[".repeat(100_000), "{\"n\":" + "9".repeat(100_000) + "}", event(operation, "succeeded", "")
        };
        for (String body : bodies) {
            String before = footprint();
            LoggedLines lines = LoggedLines.listening();
            try {
                WebhookScenario webhook = signed(body).withHeader("X-Stranger", operation);
                assertThat(send(webhook.withSecret("another secret, long enough"))
                                .status())
                        .isEqualTo(401);
                assertThat(footprint()).isEqualTo(before);
                assertThat(lines.all())
                        .noneMatch(line -> line.contains(operation) || line.contains(body.substring(0, 6)));

                // With the right key the same bytes leave rows: what is counted here can change.
                assertThat(send(webhook).status()).isEqualTo(200);
                assertThat(footprint()).isNotEqualTo(before);
            } finally {
                lines.close();
            }
        }
        assertThat(one("select deliveries from ~.operation where key = ?", operation))
                .isEqualTo("1");
    }

    @Test
    void upperCaseHexHeaderCaseAndTrailingSlashAreTheSame() {
        WebhookScenario good = signed(event(fresh("op"), "succeeded", ""));
        String upper = good.signature().substring(0, good.signature().indexOf("v1=") + 3)
                + good.hex().toUpperCase(java.util.Locale.ROOT);
        assertThat(send(good.withSignature(upper)).verdicts()).containsExactly("applied");
        assertThat(send(good.inHeader("x-p-SIGNATURE")).verdicts()).containsExactly("duplicate");
        assertThat(send("POST", "/webhooks/p/", good).verdicts()).containsExactly("duplicate");
        assertThat(send("POST", "/webhooks/p?debug=1", good).verdicts()).containsExactly("duplicate");
    }

    @Test
    void unknownSourceIs404BeforeAnythingElse() {
        String before = footprint();
        for (String method : List.of("POST", "GET", "PUT")) {
            Answer answer = send(method, "/webhooks/nobody", signed("{}"));
            assertThat(answer.status()).isEqualTo(404);
            assertThat(answer.response().headers().firstValue("Content-Type")).hasValue("application/problem+json");
        }
        assertThat(send("POST", "/webhooks/P", signed("{}")).status()).isEqualTo(404);
        assertThat(footprint()).isEqualTo(before);
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET", "PUT", "PATCH", "DELETE", "OPTIONS", "HEAD"})
    void otherMethodsAre405WithAllow(String method) {
        String before = footprint();
        Answer answer = send(method, "/webhooks/p", signed("{}"));
        assertThat(answer.status()).isEqualTo(405);
        assertThat(answer.response().headers().firstValue("Allow")).hasValue("POST");
        assertThat(footprint()).isEqualTo(before);
    }

    @Test
    void theLimitIsExactAndOverItIs413BeforeTheSignature() {
        String before = footprint();
        WebhookScenario fits = signed("{\"x\":\"" + "a".repeat(Provider.LIMIT - 8) + "\"}");
        assertThat(fits.body()).hasSize(Provider.LIMIT);
        assertThat(send(fits).status()).isEqualTo(200);
        assertThat(sendChunked(fits).status()).isEqualTo(200);
        String after = footprint();
        assertThat(after).isNotEqualTo(before);

        WebhookScenario over = signed("{\"x\":\"" + "a".repeat(Provider.LIMIT - 7) + "\"}");
        assertThat(send(over).status()).isEqualTo(413);
        assertThat(sendChunked(over).status()).isEqualTo(413);
        assertThat(send(over.withSecret("another secret, long enough")).status())
                .isEqualTo(413);
        assertThat(send(signed("x".repeat(4 * Provider.LIMIT))).status()).isEqualTo(413);
        assertThat(footprint()).isEqualTo(after);
    }

    @Test
    void anEncodingTheSourceDoesNotUseIs415() {
        String before = footprint();
        assertThat(send(signed("{}").withHeader("Content-Encoding", "gzip")).status())
                .isEqualTo(415);
        assertThat(send(signed(event(fresh("op"), "succeeded", "")).withHeader("Content-Encoding", "identity"))
                        .status())
                .isEqualTo(200);
        assertThat(footprint()).isNotEqualTo(before);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "   ",
                "null",
                "true",
                "\"x\"",
                "{",
                "{}",
                "{\"op\":123}",
                "{\"a\":1,\"a\":2}",
                "{} trailing",
                "{}{}",
                "{\"a\":[{\"b\":1,\"b\":2}]}",
                "{\"id\":\"e\",\"type\":\"payment.x\",\"op\":\"a\",\"op\":\"b\",\"status\":\"succeeded\"}",
                "{\"id\":\"e\",\"type\":\"payment.x\",\"op\":{},\"status\":\"succeeded\"}",
                "{\"id\":\"e\",\"type\":\"payment.x\",\"op\":[1],\"status\":\"succeeded\"}",
                "{\"id\":\"e\",\"type\":\"payment.x\",\"op\":\" \",\"status\":\"succeeded\"}",
                "{\"note\":\"a\0b\"}",
                "{\"id\":\"e\",\"type\":\"payment.x\",\"op\":null,\"status\":\"succeeded\"}",
                "{\"id\":\"e\",\"type\":\"payment.x\",\"op\":\"\",\"status\":\"succeeded\"}",
                "{\"id\":\"e\",\"type\":\"payment.x\",\"op\":\"x\\ud800\",\"status\":\"succeeded\"}",
                "{\"id\":\"e\",\"type\":\"payment.x\",\"op\":\"x\\u0000\",\"status\":\"succeeded\"}"
            })
    void whatIsAuthenticButCannotBeReadIsKeptByteForByte(String body) {
        Answer answer = send(signed(body));
        assertThat(answer.verdicts()).containsExactly("invalid");
        assertThat(storedBody(answer.delivery())).isEqualTo(hex(body.getBytes(UTF_8)));
        assertThat(one("select verdict from ~.event where delivery_id = ? and reason is not null", answer.delivery()))
                .isEqualTo("invalid");
    }

    @Test
    void giantsAreKeptWithoutBeingRead() {
        for (String body : List.of(
                "[".repeat(100_000),
                "{\"n\":" + "9".repeat(100_000) + "}",
                "{\"s\":\"" + "a".repeat(1_000_000) + "\"}")) {
            assertThat(send(signed(body)).verdicts()).allMatch(Set.of("invalid", "ignored")::contains);
        }
    }

    @Test
    void aStateThatIsNotListedIsNeverGuessed() {
        String operation = fresh("op");
        for (String status : List.of("settling", "Succeeded", "succeeded ", "")) {
            assertThat(send(signed(event(operation, status, ""))).verdicts()).containsExactly("invalid");
        }
        assertThat(one("select count(*) from ~.operation where key = ?", operation))
                .isEqualTo("0");
    }

    @Test
    void keysAreComparedExactly() {
        String operation = fresh("op");
        for (String key :
                List.of(operation, operation.toUpperCase(java.util.Locale.ROOT), " " + operation, operation + " ")) {
            assertThat(send(signed(event(key, "succeeded", ""))).verdicts()).containsExactly("applied");
        }
        assertThat(send(signed(event("x".repeat(512), "succeeded", ""))).verdicts())
                .containsExactly("applied");
        assertThat(send(signed(event("x".repeat(513), "succeeded", ""))).verdicts())
                .containsExactly("invalid");
        assertThat(send(signed(event("😀".repeat(512), "succeeded", ""))).verdicts())
                .containsExactly("applied");
    }

    @Test
    void onlyHarmlessHeadersAreStored() {
        WebhookScenario webhook = signed(event(fresh("op"), "succeeded", ""))
                .withHeader("Authorization", "Bearer provider-credential")
                .withHeader("Cookie", "session=1")
                .withHeader("X-Github-Encoded-Secret", "leak");
        Answer answer = send(webhook);
        assertThat(answer.verdicts()).containsExactly("applied");
        assertThat(one("select headers::text from ~.delivery where id = ?", answer.delivery()))
                .doesNotContain("credential", "session", "leak", webhook.hex());
    }

    @Test
    void manyAtOnceAreOneEffect() {
        String operation = fresh("op");
        List<String> verdicts = Parallel.map(50, i -> send(signed(event(operation, "succeeded", "")))).stream()
                .flatMap(answer -> answer.verdicts().stream())
                .toList();
        assertThat(verdicts).filteredOn("applied"::equals).hasSize(1);
        assertThat(verdicts).filteredOn("duplicate"::equals).hasSize(49);
    }

    @Test
    void everyKindInEveryStateIsAnswered200() {
        List<String> states = List.of("pending", "succeeded", "canceled", "refunded");
        for (String from : states) {
            for (String to : states) {
                String operation = fresh("op");
                assertThat(send(signed(event(operation, from, ""))).status()).isEqualTo(200);
                assertThat(send(signed(event(operation, to, ""))).status()).isEqualTo(200);
                assertThat(send(signed(event(operation, from, ""))).status()).isEqualTo(200);
            }
        }
    }
}
