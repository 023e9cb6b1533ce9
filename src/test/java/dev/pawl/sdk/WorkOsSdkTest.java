package dev.pawl.sdk;

import static java.time.temporal.ChronoUnit.MILLIS;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.workos.webhooks.Webhook;
import java.security.SignatureException;
import java.time.Instant;

final class WorkOsSdkTest extends SdkContract {

    private static final String SIGNATURE = "WorkOS-Signature";

    private final Webhook library = new Webhook(new ObjectMapper());

    WorkOsSdkTest() {
        super(preset("workos"), Difference.contradiction(SIGNATURE));
    }

    /** The library looks at the clock itself, in milliseconds. */
    @Override
    Instant now() {
        return Instant.now().truncatedTo(MILLIS);
    }

    @Override
    Message signed(String body, String secret, Instant at) {
        String time = Long.toString(at.toEpochMilli());
        return Message.of(body).with(SIGNATURE, "t=" + time + ", v1=" + library.createSignature(time, body, secret));
    }

    @Override
    boolean accepts(Message message, String secret, Instant now) throws Exception {
        try {
            library.verifyHeader(message.text(), message.header(SIGNATURE), secret, Webhook.DEFAULT_TOLERANCE_MILLIS);
            return true;
        } catch (SignatureException e) {
            return false;
        }
    }
}
