package dev.pawl.intake;

import static dev.pawl.intake.Provider.exchange;
import static dev.pawl.intake.Provider.footprint;
import static dev.pawl.intake.Provider.fresh;
import static dev.pawl.intake.Provider.hex;
import static dev.pawl.intake.Provider.one;
import static dev.pawl.intake.Provider.request;
import static dev.pawl.intake.Provider.send;
import static dev.pawl.intake.Provider.signed;
import static dev.pawl.intake.Provider.storedBody;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.intake.Provider.Answer;
import dev.pawl.support.WebhookScenario;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URLEncoder;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;
import org.eclipse.microprofile.config.ConfigProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every way a body may be written: what is signed, stored and understood. */
@QuarkusTest
@TestProfile(IntakeProfile.class)
class BodiesTest extends FaultlessIntake {

    @Inject
    MeterRegistry registry;

    private static String event(String operation) {
        return "{\"id\":\"" + fresh("evt") + "\",\"type\":\"payment.done\",\"op\":\"" + operation
                + "\",\"status\":\"paid\",\"amount\":10.00,\"name\":\"Zoë + co\"}";
    }

    private static Answer to(String source, WebhookScenario scenario) {
        return send("POST", "/webhooks/" + source, scenario);
    }

    /** State and fields of an operation. */
    private static String stored(String operation) {
        return one(
                "select state || ' ' || (fields->>'amount') || ' ' || (fields->>'name') from ~.operation where key = ?",
                operation);
    }

    private static String reason(Answer answer) {
        return one("select verdict || ': ' || reason from ~.event where delivery_id = ?", answer.delivery());
    }

    private static byte[] gzip(byte[] plain) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
            out.write(plain);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    private static WebhookScenario gzipped(byte[] plain) {
        return signed("").withBody(gzip(plain)).withHeader("Content-Encoding", "gzip");
    }

    @ParameterizedTest
    @ValueSource(strings = {"application/x-www-form-urlencoded", "text/plain", "application/json; foo=bar", ""})
    void aFormIsVerifiedOverItsRawBytesWhateverTheContentType(String contentType) {
        String operation = fresh("op");
        String body =
                "type=payment.done&op=" + operation + "&status=paid&amount=10.00&name=Zo%C3%AB+%2B%20co&id=1&x=%0D%0A";
        WebhookScenario plain = signed(body);
        WebhookScenario webhook = contentType.isEmpty() ? plain : plain.withHeader("Content-Type", contentType);

        Answer answer = to("form", webhook);

        assertThat(answer.verdicts()).containsExactly("applied");
        assertThat(storedBody(answer.delivery())).isEqualTo(hex(webhook.body()));
        assertThat(stored(operation)).isEqualTo("succeeded 10.00 Zoë + co");
        assertThat(to("form", webhook.withTamperedBody(body.replace("%20", "+").getBytes(UTF_8)))
                        .status())
                .isEqualTo(401);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "op=%zz&type=payment.done",
                "op=%FF&type=payment.done",
                "type=payment.done&status=paid",
                "type=payment.done&status=paid&op=a&op=b",
                "{\"op\":\"op_1\"}",
                "--b\r\nContent-Disposition: form-data; name=\"op\"\r\n\r\nop_1\r\n--b--\r\n"
            })
    void aFormThatCannotBeReadIsKeptAsInvalid(String body) {
        WebhookScenario webhook = signed(body);
        Answer answer = to("form", webhook);
        assertThat(answer.verdicts()).containsExactly("invalid");
        assertThat(storedBody(answer.delivery())).isEqualTo(hex(webhook.body()));
    }

    @Test
    void latin1IsNeverTakenForUtf8() {
        WebhookScenario webhook = signed("").withBody("type=payment.done&op=ë&status=paid".getBytes(ISO_8859_1));
        Answer answer = to("form", webhook);
        assertThat(reason(answer)).isEqualTo("invalid: not a form in UTF-8, or one with too many fields");
        assertThat(storedBody(answer.delivery())).isEqualTo(hex(webhook.body()));
    }

    @Test
    void jsonInAFormFieldIsUnwrapped() {
        String operation = fresh("op");
        String inner = URLEncoder.encode(event(operation), UTF_8);
        assertThat(to("payload", signed("payload=" + inner)).verdicts()).containsExactly("applied");
        assertThat(to("payload", signed("a=b&payload=" + inner.replace("+", "%20")))
                        .verdicts())
                .containsExactly("duplicate");
        assertThat(stored(operation)).isEqualTo("succeeded 10.00 Zoë + co");
        assertThat(reason(to("payload", signed(event(operation)))))
                .isEqualTo("invalid: no text where the document should be");
    }

    @Test
    void jsonInBase64InJsonIsUnwrapped() {
        String operation = fresh("op");
        String inner = Base64.getEncoder().encodeToString(event(operation).getBytes(UTF_8));
        assertThat(to("wrapped", signed("{\"message\":{\"data\":\"" + inner + "\"}}"))
                        .verdicts())
                .containsExactly("applied");
        assertThat(stored(operation)).isEqualTo("succeeded 10.00 Zoë + co");
        Answer bad = to("wrapped", signed("{\"message\":{\"data\":\"" + inner + "!\"}}"));
        assertThat(reason(bad)).isEqualTo("invalid: not base64");
    }

    @Test
    void aCompressedBodyIsVerifiedAsSentAndKeptAsSent() {
        String operation = fresh("op");
        WebhookScenario webhook = gzipped(event(operation).getBytes(UTF_8));

        Answer answer = to("zip", webhook);

        assertThat(answer.verdicts()).containsExactly("applied");
        assertThat(storedBody(answer.delivery())).isEqualTo(hex(webhook.body()));
        assertThat(one("select headers->>'content-encoding' from ~.delivery where id = ?", answer.delivery()))
                .isEqualTo("gzip");
        assertThat(to("zip", webhook.withTamperedBody(event(operation).getBytes(UTF_8)))
                        .status())
                .isEqualTo(401);
        assertThat(to("zip", signed(event(operation))).verdicts()).containsExactly("duplicate");
    }

    @Test
    void aBombIsKeptAsItCameAndNeverGoesOff() {
        WebhookScenario bomb = gzipped(new byte[64 << 20]);
        assertThat(bomb.body().length).isLessThan(100 << 10);
        Answer answer = to("zip", bomb);
        assertThat(reason(answer)).isEqualTo("invalid: too large when inflated");
        assertThat(storedBody(answer.delivery())).isEqualTo(hex(bomb.body()));
        Answer broken = to("zip", signed("{}").withHeader("Content-Encoding", "gzip"));
        assertThat(reason(broken)).isEqualTo("invalid: not gzip");
    }

    @Test
    void theLimitHoldsForWhatIsSentAndForWhatItBecomes() {
        byte[] fits = new byte[100 << 10];
        Arrays.fill(fits, (byte) ' ');
        fits[0] = '7';
        assertThat(reason(to("zip", gzipped(fits))))
                .isEqualTo("invalid: neither an object nor an array where the events should be");
        assertThat(reason(to("zip", gzipped(Arrays.copyOf(fits, fits.length + 1)))))
                .isEqualTo("invalid: too large when inflated");
        byte[] noise = new byte[(100 << 10) + 1];
        new Random(5).nextBytes(noise);
        assertThat(to("zip", gzipped(noise)).status()).isEqualTo(413);
    }

    private double refused(String source, String cause) {
        return registry.counter("pawl.intake.refused", "source", source, "cause", cause)
                .count();
    }

    @Test
    void otherCodingsAre415AndLeaveNothing() {
        String before = footprint();
        for (String coding : List.of("br", "deflate", "gzip, gzip", "gzip, identity", "compress")) {
            assertThat(to("zip", signed("{}").withHeader("Content-Encoding", coding))
                            .status())
                    .as(coding)
                    .isEqualTo(415);
        }
        double counted = refused("json", "content-coding");
        assertThat(to("json", gzipped(new byte[1])).status()).isEqualTo(415);
        assertThat(refused("json", "content-coding")).isEqualTo(counted + 1);
        assertThat(footprint()).isEqualTo(before);
    }

    @Test
    void everyDigitOfANumberSurvives() {
        String digits = "123456789012345678901234567890";
        String body = "{\"type\":\"payment.done\",\"op\":" + digits + "1,\"status\":\"paid\",\"amount\":0." + digits
                + "10,\"name\":-0.10}";
        assertThat(to("json", signed(body)).verdicts()).containsExactly("applied");
        assertThat(stored(digits + "1")).isEqualTo("succeeded 0." + digits + "10 -0.10");
        assertThat(one("select fingerprint->>'amount' from ~.operation where key = ?", digits + "1"))
                .isEqualTo("0." + digits + "1");
        assertThat(to("json", signed(body.replace("10,\"name", "11,\"name"))).verdicts())
                .containsExactly("conflict");
        assertThat(to("json", signed(body.replace("10,\"name", "100,\"name"))).verdicts())
                .containsExactly("duplicate");
    }

    @Test
    void aPersonalKeyIsNowhereInTheDatabase() {
        String person = fresh("ann") + "@shop.example";
        Answer answer = to("hashed", signed(event(person)));
        assertThat(answer.verdicts()).containsExactly("applied");
        assertThat(to("hashed", signed(event(person))).verdicts()).containsExactly("duplicate");
        assertThat(one("select count(*) from ~.operation where key = ?", person))
                .isEqualTo("0");
        assertThat(one(
                        "select length(o.key) from ~.operation o join ~.event e on e.operation_id = o.id"
                                + " where e.delivery_id = ?",
                        answer.delivery()))
                .isEqualTo("64");
        assertThat(one("select count(*) from ~.operation o where o::text like '%' || ? || '%'", person))
                .isEqualTo("0");
    }

    @Test
    void anEventMayComeWithGetAndIsKeptWithItsQuery() {
        String operation = fresh("op");
        String query = "type=payment.done&op=" + operation + "&status=paid&amount=5&name=a+b%20c";
        WebhookScenario get = signed("/webhooks/get?" + query + ".");

        Answer answer = send("GET", "/webhooks/get?" + query, get.withTamperedBody(new byte[0]));

        assertThat(answer.verdicts()).containsExactly("applied");
        assertThat(stored(operation)).isEqualTo("succeeded 5 a b c");
        assertThat(storedBody(answer.delivery())).isEqualTo(hex(query.getBytes(UTF_8)));
        assertThat(send("GET", "/webhooks/get?" + query + "&x=1", get.withTamperedBody(new byte[0]))
                        .status())
                .isEqualTo(401);
        String put = "type=payment.done&op=" + operation + "&status=paid&amount=5&name=n";
        assertThat(send("PUT", "/webhooks/get", signed("/webhooks/get." + put).withTamperedBody(put.getBytes(UTF_8)))
                        .verdicts())
                .containsExactly("duplicate");
    }

    /** A client that writes its bytes into the address as they are. */
    private static String rawGet(String target, WebhookScenario signed) {
        int port = ConfigProvider.getConfig().getValue("quarkus.http.test-port", Integer.class);
        StringBuilder head = new StringBuilder("GET " + target + " HTTP/1.1\r\nHost: hooks.example\r\n");
        signed.headers()
                .forEach((name, values) -> values.forEach(
                        value -> head.append(name).append(": ").append(value).append("\r\n")));
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(20_000);
            socket.getOutputStream().write((head + "Connection: close\r\n\r\n").getBytes(UTF_8));
            return new String(socket.getInputStream().readAllBytes(), UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static UUID deliveryIn(String answer) {
        Matcher found = Pattern.compile("\"delivery\":\"([0-9a-f-]{36})\"").matcher(answer);
        assertThat(found.find()).as(answer).isTrue();
        return UUID.fromString(found.group(1));
    }

    private static String replayed(UUID delivery) {
        return exchange(request("/admin/deliveries/" + delivery + "/replay")
                        .header("Authorization", "Bearer " + IntakeProfile.OPERATOR)
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofString("{\"reason\":\"a test\"}")))
                .body();
    }

    @Test
    void bytesThatStandInAQueryAsTheyAreNameOneOperationWheneverTheyAreRead() {
        String operation = fresh("zoë");
        String query = "type=payment.done&op=" + operation + "&status=paid&amount=5&name=é";

        String answer = rawGet("/webhooks/get?" + query, signed("/webhooks/get?" + query + "."));

        assertThat(answer).startsWith("HTTP/1.1 200").contains("[\"applied\"]");
        UUID delivery = deliveryIn(answer);
        assertThat(storedBody(delivery)).isEqualTo(hex(query.getBytes(UTF_8)));
        assertThat(stored(operation)).isEqualTo("succeeded 5 é");
        assertThat(replayed(delivery)).contains("[\"duplicate\"]");
    }

    @Test
    void theSecretInAQueryIsNowhereInTheDatabase() {
        String operation = fresh("op");
        String secret = "secret-for-tests-long-enough";
        String query = "type=payment.done&%74oken=" + secret + "&op=" + operation + "&status=paid&token=" + secret;

        Answer answer = send("GET", "/webhooks/get-token?" + query, signed("").withTamperedBody(new byte[0]));

        assertThat(answer.verdicts()).containsExactly("applied");
        assertThat(storedBody(answer.delivery()))
                .isEqualTo(hex(("type=payment.done&op=" + operation + "&status=paid").getBytes(UTF_8)));
        assertThat(replayed(answer.delivery())).contains("[\"duplicate\"]");
        assertThat(send(
                                "GET",
                                "/webhooks/get-token?" + query.replace("-enough", ""),
                                signed("").withTamperedBody(new byte[0]))
                        .status())
                .isEqualTo(401);
    }

    @Test
    void otherMethodsAre405WithTheRightList() {
        String before = footprint();
        for (String method : List.of("POST", "DELETE", "PATCH", "HEAD", "OPTIONS")) {
            Answer answer = send(method, "/webhooks/get", signed("{}"));
            assertThat(answer.status()).as(method).isEqualTo(405);
            assertThat(answer.response().headers().firstValue("Allow")).hasValue("GET, PUT");
        }
        double counted = refused("probes", "method");
        Answer answer = send("PUT", "/webhooks/probes", signed("{}"));
        assertThat(answer.status()).isEqualTo(405);
        assertThat(refused("probes", "method")).isEqualTo(counted + 1);
        assertThat(answer.response().headers().firstValue("Allow")).hasValue("GET, HEAD, OPTIONS, POST");
        assertThat(footprint()).isEqualTo(before);
    }
}
