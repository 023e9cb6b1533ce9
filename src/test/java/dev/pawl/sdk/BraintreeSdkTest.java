package dev.pawl.sdk;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.braintreegateway.BraintreeGateway;
import com.braintreegateway.Environment;
import com.braintreegateway.WebhookNotification;
import com.braintreegateway.exceptions.InvalidSignatureException;
import com.braintreegateway.util.Sha1Hasher;
import dev.pawl.config.PresetScheme;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.time.Instant;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/** A form of two fields: XML in base64, and what signs it. */
final class BraintreeSdkTest extends SdkContract {

    private static final String PUBLIC_KEY = "integration_public_key";

    BraintreeSdkTest() {
        super(
                PresetScheme.of("braintree", ADDRESS, Map.of("public_key", PUBLIC_KEY)),
                new Difference(
                        "hex in upper case: Pawl compares bytes, the library compares text",
                        message -> message.bodyMapped(body -> Pattern.compile("(?<=%7C)[0-9a-fA-F]{40}(?=&)")
                                .matcher(body)
                                .replaceAll(hex -> hex.group().toLowerCase(Locale.ROOT)))));
    }

    @Override
    List<String> bodies() {
        return List.of(notification("x"), notification("Größe"));
    }

    /** Nothing but the signature and what it covers is sent, and no time: upper case in it is all that does no harm. */
    @Override
    int leastAccepted() {
        return 1;
    }

    private static String notification(String comment) {
        return "<notification><!-- " + comment + " --><timestamp type=\"datetime\">2026-01-01T00:00:00Z</timestamp>"
                + "<kind>check</kind><subject><check type=\"boolean\">true</check></subject></notification>";
    }

    @Override
    Message signed(String body, String secret, Instant at) {
        String payload = Base64.getMimeEncoder(60, new byte[] {'\n'}).encodeToString(body.getBytes(UTF_8)) + "\n";
        String signature = PUBLIC_KEY + "|" + new Sha1Hasher().hmacHash(secret, payload);
        return Message.of("bt_signature=" + URLEncoder.encode(signature, UTF_8) + "&bt_payload="
                + URLEncoder.encode(payload, UTF_8));
    }

    @Override
    boolean accepts(Message message, String secret, Instant now) {
        Map<String, String> form = fields(message.text());
        BraintreeGateway library = new BraintreeGateway(Environment.SANDBOX, "merchant", PUBLIC_KEY, secret);
        try {
            WebhookNotification notification =
                    library.webhookNotification().parse(form.get("bt_signature"), form.get("bt_payload"));
            return notification != null;
        } catch (InvalidSignatureException e) {
            return false;
        }
    }

    private static Map<String, String> fields(String form) {
        Map<String, String> fields = new HashMap<>();
        for (String field : form.split("&", -1)) {
            String[] parts = field.split("=", 2);
            fields.putIfAbsent(
                    URLDecoder.decode(parts[0], UTF_8), URLDecoder.decode(parts.length == 2 ? parts[1] : "", UTF_8));
        }
        return fields;
    }
}
