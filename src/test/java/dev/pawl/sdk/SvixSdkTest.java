package dev.pawl.sdk;

import static java.time.temporal.ChronoUnit.SECONDS;

import com.svix.Webhook;
import com.svix.exceptions.WebhookVerificationException;
import java.time.Instant;
import java.util.List;

final class SvixSdkTest extends SdkContract {

    SvixSdkTest() {
        super(
                preset("svix"),
                Difference.contradiction("svix-id"),
                Difference.contradiction("svix-timestamp"),
                Difference.contradiction("svix-signature"),
                Difference.padding("svix-signature"));
    }

    @Override
    List<String> secrets() {
        return List.of("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "whsec_bm90IGEgc2VjcmV0LCBidXQgbG9uZyBlbm91Z2g=");
    }

    /** The library looks at the clock itself, in seconds. */
    @Override
    Instant now() {
        return Instant.now().truncatedTo(SECONDS);
    }

    @Override
    Message signed(String body, String secret, Instant at) throws Exception {
        String signature = new Webhook(secret).sign("msg_1", at.getEpochSecond(), body);
        return Message.of(body)
                .with("svix-id", "msg_1")
                .with("svix-timestamp", Long.toString(at.getEpochSecond()))
                .with("svix-signature", signature);
    }

    @Override
    boolean accepts(Message message, String secret, Instant now) throws Exception {
        try {
            new Webhook(secret).verify(message.text(), message.all());
            return true;
        } catch (WebhookVerificationException e) {
            return false;
        }
    }
}
