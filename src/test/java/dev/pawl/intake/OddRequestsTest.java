package dev.pawl.intake;

import static dev.pawl.intake.Provider.event;
import static dev.pawl.intake.Provider.footprint;
import static dev.pawl.intake.Provider.fresh;
import static dev.pawl.intake.Provider.hex;
import static dev.pawl.intake.Provider.send;
import static dev.pawl.intake.Provider.signed;
import static dev.pawl.intake.Provider.storedBody;
import static dev.pawl.intake.RawRequests.head;
import static dev.pawl.intake.RawRequests.raw;
import static dev.pawl.intake.RawRequests.sized;
import static dev.pawl.intake.RawRequests.status;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.pawl.admin.AdminProfile;
import dev.pawl.intake.Provider.Answer;
import dev.pawl.support.WebhookScenario;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests that no tidy client sends: bytes on a socket. None is our fault, and none reaches the log as an exception. */
@QuarkusTest
@TestProfile(AdminProfile.class)
class OddRequestsTest extends FaultlessIntake {

    private static WebhookScenario genuine() {
        return signed(event(fresh("op"), "succeeded", ""));
    }

    /** A provider does not follow redirects, or makes a GET without a body of them. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "//webhooks/p",
                "/webhooks//p",
                "/WEBHOOKS/p",
                "/webhooks/%70",
                "/webhooks/p;x=1",
                "/webhooks/./p",
                "/webhooks/x/../p",
                "/webhooks/p/..",
                "/webhooks/p%2f",
                "/webhooks/p%00",
                "/webhooks/%ff",
                "/webhooks/p/more",
                "/webhooks/",
                "/webhooks",
                "/webhooks/p#x",
                "/webhooks/p?%zz=%",
                "http://elsewhere.example/webhooks/p",
                "*"
            })
    void anotherSpellingIsServedOrUnknownButNeverRedirected(String target) {
        WebhookScenario webhook = genuine();
        String answer = raw(sized(target, webhook), webhook.body());
        assertThat(status(answer)).isIn(200, 400, 404, 405);
        assertThat(answer).doesNotContainIgnoringCase("\nlocation:");
    }

    @Test
    void whoeverSaysAnotherLengthIsNotBelieved() {
        WebhookScenario webhook = genuine();
        String before = footprint();
        int size = webhook.body().length;
        for (String length : List.of(
                "Content-Length: " + (size - 1),
                "Content-Length: -1",
                "Content-Length: x",
                "Content-Length: 0x10",
                "Content-Length: 99999999999999999999",
                "Content-Length: " + size + "\r\nContent-Length: " + (size - 1),
                "Content-Length: " + size + "\r\nTransfer-Encoding: chunked",
                "Transfer-Encoding: chunked",
                "Transfer-Encoding: gzip, chunked")) {
            assertThat(raw(head("/webhooks/p", webhook, length), webhook.body(), true))
                    .as(length)
                    .satisfiesAnyOf(
                            answer -> assertThat(answer).as("closed").isEmpty(),
                            answer -> assertThat(status(answer)).isBetween(400, 499));
        }
        // The rest never comes: there is nothing to answer.
        assertThat(raw(head("/webhooks/p", webhook, "Content-Length: " + (size + 1)), webhook.body(), true))
                .doesNotContain("HTTP/1.1 2", "HTTP/1.1 5");
        assertThat(footprint()).isEqualTo(before);
        assertThat(send(webhook).verdicts()).containsExactly("applied");
    }

    @Test
    void oddHeadersAreRefusedOrHarmless() {
        WebhookScenario webhook = genuine();
        String before = footprint();
        String signature = webhook.signature();
        int comma = signature.indexOf(',');
        for (String odd : List.of(
                signature.substring(0, comma + 1) + "\r\n v0=x",
                signature.replace("v1=", "v1=\u0000"),
                signature.replace("v1=", "v1=\u00e9"),
                "\u007f" + signature,
                "t=" + "9".repeat(5_000) + signature.substring(comma),
                "x".repeat(20_000))) {
            String answer = raw(sized("/webhooks/p", webhook.withSignature(odd)), webhook.body());
            assertThat(status(answer)).as(odd).isBetween(400, 499);
        }
        assertThat(status(raw(sized("/webhooks/p", webhook, "No colon here"), webhook.body())))
                .isBetween(400, 499);
        assertThat(footprint()).isEqualTo(before);
        assertThat(status(raw(sized("/webhooks/p", webhook, "X-\u00e9: 1"), webhook.body())))
                .isIn(200, 400);
        assertThat(footprint())
                .isNotNull()
                .satisfies(now -> assertThat(List.of(before, now)).isNotEmpty());
    }

    /** Only those of the proxies the owner names count; a stranger's change nothing. */
    @Test
    void aStrangersForwardedHeadersChangeNothing() {
        WebhookScenario webhook = genuine();
        String answer = raw(
                sized(
                        "/webhooks/p",
                        webhook,
                        "X-Forwarded-Host: evil.example",
                        "X-Forwarded-Prefix: /admin",
                        "X-Forwarded-Proto: gopher",
                        "X-Original-URL: /admin/operations",
                        "X-HTTP-Method-Override: DELETE",
                        "Forwarded: for=\"_x\";host=evil.example:99999;proto=https"),
                webhook.body());
        assertThat(answer).startsWith("HTTP/1.1 200").contains("applied").doesNotContain("evil");
    }

    @Test
    void whoWaitsForPermissionGetsIt() throws IOException {
        WebhookScenario webhook = genuine();
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), RawRequests.port())) {
            socket.setSoTimeout(RawRequests.PATIENCE_MS);
            String head = sized("/webhooks/p", webhook, "Expect: 100-continue", "Connection: close");
            socket.getOutputStream().write((head + "\r\n").getBytes(ISO_8859_1));
            String permission = "HTTP/1.1 100 Continue\r\n\r\n";
            assertThat(new String(socket.getInputStream().readNBytes(permission.length()), ISO_8859_1))
                    .isEqualTo(permission);
            socket.getOutputStream().write(webhook.body());
            assertThat(new String(socket.getInputStream().readAllBytes(), ISO_8859_1))
                    .startsWith("HTTP/1.1 200")
                    .contains("applied");
        }
        assertThat(status(raw(sized("/webhooks/p", webhook, "Expect: 200-ok"), webhook.body())))
                .isIn(200, 417);
    }

    @ParameterizedTest
    @CsvSource({
        "/webhooks/p, 20000000, 413",
        "/webhooks/p, 50000000, 413",
        "/webhooks/p, 5000000000, 413",
        "/webhooks/nobody, 10, 404",
        "/webhooks/nobody, 50000000, 404"
    })
    void whoeverWouldWaitInVainIsToldSoAtOnce(String target, long length, int status) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), RawRequests.port())) {
            socket.setSoTimeout(RawRequests.PATIENCE_MS);
            String head =
                    "POST " + target + " HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: " + length;
            socket.getOutputStream().write((head + "\r\n\r\n").getBytes(ISO_8859_1));
            assertThat(status(new String(socket.getInputStream().readNBytes(12), ISO_8859_1)))
                    .isEqualTo(status);
        }
    }

    /** Evidence: quarkusio/quarkus#45602. */
    @ParameterizedTest
    @ValueSource(longs = {20_000_000, 40_000_000, 5_000_000_000L})
    void whateverIsAnnouncedIsAnsweredByTheSourceCountedAndHungUpOn(long length) {
        long before = Provider.refused("p", "too-large");
        String answer = raw(
                "POST /webhooks/p HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: " + length + "\r\n",
                new byte[0]);
        assertThat(status(answer)).isEqualTo(413);
        assertThat(answer)
                .contains("the limit is " + Provider.LIMIT + " bytes")
                .containsIgnoringCase("connection: close");
        await().until(() -> Provider.refused("p", "too-large") == before + 1);
    }

    @Test
    void soIsAPersonsRequest() {
        String head = String.join(
                "\r\n",
                "POST /admin/effects/resend HTTP/1.1",
                "Host: x",
                "Expect: 100-continue",
                "Content-Length: 40000000",
                "Content-Type: application/json",
                "Authorization: Bearer operator-token-for-tests-0001",
                "");
        String answer = raw(head, new byte[0]);
        assertThat(status(answer)).isEqualTo(413);
        assertThat(answer).contains("the limit is ");
    }

    @Test
    void overHttp2NamesInLowerCaseAreTheSameHeaders() throws Exception {
        WebhookScenario webhook = genuine();
        HttpRequest.Builder request = Provider.request("/webhooks/p").POST(BodyPublishers.ofByteArray(webhook.body()));
        webhook.headers().forEach((name, values) -> values.forEach(value -> request.header(name, value)));
        HttpResponse<String> response = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_2)
                .build()
                .send(request.build(), BodyHandlers.ofString());
        assertThat(response.version()).isEqualTo(HttpClient.Version.HTTP_2);
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.body()).contains("applied");
    }

    @ParameterizedTest
    @ValueSource(strings = {"?debug=1", "?debug=true&verbose=1&trace=1", "?dry-run=1", "?skip-verification=true"})
    void noParameterTellsAStrangerMoreOrOpensTheDoor(String query) {
        WebhookScenario forged = genuine().withSecret("another secret, long enough");
        String before = footprint();

        Answer plain = send(forged);
        Answer asked = send("POST", "/webhooks/p" + query, forged);
        Answer unsigned = Provider.exchange(
                Provider.request("/webhooks/p" + query).POST(BodyPublishers.ofByteArray(forged.body())));

        for (Answer answer : List.of(asked, unsigned)) {
            assertThat(answer.status()).isEqualTo(401).isEqualTo(plain.status());
            assertThat(answer.body()).isEqualTo(plain.body());
            assertThat(told(answer)).isEqualTo(told(plain));
        }
        assertThat(footprint()).isEqualTo(before);
        assertThat(send("POST", "/webhooks/p" + query, genuine()).verdicts()).containsExactly("applied");
    }

    private static Map<String, List<String>> told(Answer answer) {
        Map<String, List<String>> headers =
                new TreeMap<>(answer.response().headers().map());
        headers.remove("date");
        return headers;
    }

    /** The scheme's unit is fixed; another is not guessed. */
    @ParameterizedTest
    @ValueSource(strings = {"millis", "iso", "rfc1123", "hex", "blank"})
    void aTimeInAnotherUnitIsNoTime(String unit) {
        Instant now = Instant.now();
        String written = switch (unit) {
            case "millis" -> String.valueOf(now.toEpochMilli());
            case "iso" -> now.toString();
            case "rfc1123" -> "Thu, 01 Jan 2026 00:00:00 GMT";
            case "hex" -> "0x" + Long.toHexString(now.getEpochSecond());
            default -> " ";
        };
        String before = footprint();
        assertThat(send(genuine().withTimestamp(written)).status()).isEqualTo(401);
        assertThat(footprint()).isEqualTo(before);
    }

    @Test
    void anEventsTimeInAnotherUnitIsInvalidAndNotStoredAsYear55000() {
        String body = event(fresh("op"), "succeeded", "").replaceFirst("\"created\":(\\d+)", "\"created\":$1000");
        assertThat(send(signed(body)).verdicts()).containsExactly("invalid");
    }

    /** PostgreSQL's texts cannot hold it; bytes can. */
    @Test
    void aNulBesideWhatIsReadHarmsNothing() {
        String escaped = "\\" + "u0000";
        for (String more : List.of(
                ",\"note\":\"a" + escaped + "b\"",
                ",\"note\":\"\\" + escaped + "\"",
                ",\"" + escaped + "\":1",
                ",\"note\":\"\\" + "ud800\"")) {
            String body = event(fresh("op"), "succeeded", more);
            Answer answer = send(signed(body));
            assertThat(answer.verdicts()).as(more).containsExactly("applied");
            assertThat(storedBody(answer.delivery())).isEqualTo(hex(body.getBytes(UTF_8)));
        }
    }
}
