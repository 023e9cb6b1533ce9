package dev.pawl.sdk;

import com.stripe.net.Webhook;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;

final class StripeSdkTest extends SdkContract {

    private static final String SIGNATURE = "Stripe-Signature";

    StripeSdkTest() {
        super(preset("stripe"), Difference.contradiction(SIGNATURE));
    }

    @Override
    Message signed(String body, String secret, Instant at) throws Exception {
        String value = Webhook.Signature.generateSignatureHeader(body, secret, at.getEpochSecond());
        return Message.of(body).with(SIGNATURE, value);
    }

    @Override
    boolean accepts(Message message, String secret, Instant now) throws Exception {
        return Webhook.Signature.verifyHeader(
                message.text(),
                message.header(SIGNATURE),
                secret,
                Webhook.DEFAULT_TOLERANCE,
                Clock.fixed(now, ZoneOffset.UTC));
    }
}
