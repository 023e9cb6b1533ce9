package dev.pawl.sdk;

import com.squareup.square.utilities.WebhooksHelper;
import dev.pawl.config.PresetScheme;
import java.time.Instant;
import java.util.Map;

/** The library only verifies. */
final class SquareSdkTest extends SdkContract {

    private static final String SIGNATURE = "x-square-hmacsha256-signature";
    private static final String URL = ADDRESS + "/webhooks/square";

    SquareSdkTest() {
        super(
                PresetScheme.of("square", ADDRESS, Map.of("notification_url", URL)),
                Difference.contradiction(SIGNATURE),
                Difference.padding(SIGNATURE));
    }

    @Override
    Message signed(String body, String secret, Instant at) throws Exception {
        return Message.of(body).with(SIGNATURE, Hmac.base64("HmacSHA256", secret, URL + body));
    }

    @Override
    boolean accepts(Message message, String secret, Instant now) {
        return WebhooksHelper.verifySignature(message.text(), message.header(SIGNATURE), secret, URL);
    }
}
