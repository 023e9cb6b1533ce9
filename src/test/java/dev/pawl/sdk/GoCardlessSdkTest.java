package dev.pawl.sdk;

import com.gocardless.Webhook;
import java.time.Instant;

/** The library only verifies. */
final class GoCardlessSdkTest extends SdkContract {

    private static final String SIGNATURE = "Webhook-Signature";

    GoCardlessSdkTest() {
        super(preset("gocardless"), Difference.contradiction(SIGNATURE), Difference.hexCase(SIGNATURE, ""));
    }

    @Override
    Message signed(String body, String secret, Instant at) throws Exception {
        return Message.of(body).with(SIGNATURE, Hmac.sha256Hex(secret, body));
    }

    @Override
    boolean accepts(Message message, String secret, Instant now) {
        return Webhook.isValidSignature(message.text(), message.header(SIGNATURE), secret);
    }
}
