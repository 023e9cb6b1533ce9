package dev.pawl.support;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.pawl.core.verify.InboundRequest;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A request as a provider with the header {@code <name>: t=<seconds>,v1=<hex>} signs it (HMAC-SHA256 over time, dot and
 * body). Negative tests are "valid, minus one thing". Immutable.
 */
public final class WebhookScenario {

    public static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    public static final String SECRET = "a secret for tests, long enough";
    public static final String BODY = "{\"id\":\"evt_1\",\"op\":\"op_1\",\"kind\":\"capture\",\"status\":\"succeeded\","
            + "\"amount\":1000,\"currency\":\"EUR\",\"created\":1767225600,\"livemode\":true,\"account\":\"acct_1\"}";

    private final String header;
    private final String secret;
    private final String time;
    private final byte[] signedBody;
    private final byte[] sentBody;
    private final @Nullable String signature;
    private final Map<String, List<String>> others;

    private WebhookScenario(
            String header,
            String secret,
            String time,
            byte[] signedBody,
            byte[] sentBody,
            @Nullable String signature,
            Map<String, List<String>> others) {
        this.header = header;
        this.secret = secret;
        this.time = time;
        this.signedBody = signedBody;
        this.sentBody = sentBody;
        this.signature = signature;
        this.others = Map.copyOf(others);
    }

    /** Signed with {@link #SECRET} at {@link #NOW}, in the header {@code X-P-Signature}. */
    public static WebhookScenario valid() {
        byte[] body = BODY.getBytes(UTF_8);
        String now = Long.toString(NOW.getEpochSecond());
        return new WebhookScenario("X-P-Signature", SECRET, now, body, body, null, Map.of());
    }

    public WebhookScenario inHeader(String name) {
        return new WebhookScenario(name, secret, time, signedBody, sentBody, signature, others);
    }

    public WebhookScenario withSecret(String other) {
        return new WebhookScenario(header, other, time, signedBody, sentBody, signature, others);
    }

    public WebhookScenario withTimestamp(Instant other) {
        return withTimestamp(Long.toString(other.getEpochSecond()));
    }

    /** Signed over this text, whether it is a time or not. */
    public WebhookScenario withTimestamp(String other) {
        return new WebhookScenario(header, secret, other, signedBody, sentBody, signature, others);
    }

    public WebhookScenario withBody(String other) {
        return withBody(other.getBytes(UTF_8));
    }

    public WebhookScenario withBody(byte[] other) {
        return new WebhookScenario(header, secret, time, other, other, signature, others);
    }

    /** The body changes after it was signed. */
    public WebhookScenario withTamperedBody(byte[] other) {
        return new WebhookScenario(header, secret, time, signedBody, other, signature, others);
    }

    /** The whole value of the signature header, instead of the right one. */
    public WebhookScenario withSignature(String value) {
        return new WebhookScenario(header, secret, time, signedBody, sentBody, value, others);
    }

    /** A further header. */
    public WebhookScenario withHeader(String name, String... values) {
        Map<String, List<String>> more = new LinkedHashMap<>(others);
        more.put(name, List.of(values));
        return new WebhookScenario(header, secret, time, signedBody, sentBody, signature, more);
    }

    /** {@code v1}'s value: lower-case hex. */
    public String hex() {
        byte[] hmac = HandMadeHmac.sha256(secret.getBytes(UTF_8), (time + ".").getBytes(UTF_8), signedBody);
        return HexFormat.of().formatHex(hmac);
    }

    /** The value of the signature header. */
    public String signature() {
        return signature == null ? "t=" + time + ",v1=" + hex() : signature;
    }

    public byte[] body() {
        return Arrays.copyOf(sentBody, sentBody.length);
    }

    /** All headers; names as given. */
    public Map<String, List<String>> headers() {
        Map<String, List<String>> all = new LinkedHashMap<>(others);
        all.putIfAbsent(header, List.of(signature()));
        return all;
    }

    public InboundRequest request() {
        return new InboundRequest("POST", "/webhooks/p", headers(), body());
    }
}
