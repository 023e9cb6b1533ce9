package dev.pawl.sdk;

import com.razorpay.Utils;
import java.time.Instant;

/** The library only verifies. */
final class RazorpaySdkTest extends SdkContract {

    private static final String SIGNATURE = "X-Razorpay-Signature";

    RazorpaySdkTest() {
        super(preset("razorpay"), Difference.contradiction(SIGNATURE), Difference.hexCase(SIGNATURE, ""));
    }

    @Override
    Message signed(String body, String secret, Instant at) throws Exception {
        return Message.of(body).with(SIGNATURE, Hmac.sha256Hex(secret, body));
    }

    @Override
    boolean accepts(Message message, String secret, Instant now) throws Exception {
        return Utils.verifyWebhookSignature(message.text(), message.header(SIGNATURE), secret);
    }
}
