package dev.pawl.sdk;

import static dev.pawl.support.WebhookScenario.NOW;

import com.box.sdk.BoxWebHookSignatureVerifier;
import com.box.sdk.BoxWebHookSignatureVerifier.BoxSignatureAlgorithm;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;

/** Two signatures, one for each key. */
final class BoxSdkTest extends SdkContract {

    private static final String TIME = "Box-Delivery-Timestamp";
    private static final String PRIMARY = "Box-Signature-Primary";
    private static final String SECONDARY = "Box-Signature-Secondary";
    private static final String VERSION = "Box-Signature-Version";
    private static final String ALGORITHM = "Box-Signature-Algorithm";

    BoxSdkTest() {
        super(
                preset("box"),
                Difference.contradiction(TIME),
                Difference.contradiction(VERSION),
                Difference.contradiction(ALGORITHM),
                Difference.noClock(TIME, time -> OffsetDateTime.parse(time).toInstant(), Duration.ofMinutes(10), NOW));
    }

    @Override
    List<String> configured(String secret) {
        return List.of(secret, second(secret));
    }

    private static String second(String secret) {
        return secret + ", the second";
    }

    @Override
    Message signed(String body, String secret, Instant at) {
        String time = at.toString();
        return Message.of(body)
                .with(TIME, time)
                .with(VERSION, "1")
                .with(ALGORITHM, "HmacSHA256")
                .with(PRIMARY, library(secret).sign(BoxSignatureAlgorithm.HMAC_SHA256, secret, body, time))
                .with(SECONDARY, library(secret).sign(BoxSignatureAlgorithm.HMAC_SHA256, second(secret), body, time));
    }

    @Override
    boolean accepts(Message message, String secret, Instant now) {
        return library(secret)
                .verify(
                        message.header(VERSION),
                        message.header(ALGORITHM),
                        message.header(PRIMARY),
                        message.header(SECONDARY),
                        message.text(),
                        message.header(TIME));
    }

    private static BoxWebHookSignatureVerifier library(String secret) {
        return new BoxWebHookSignatureVerifier(secret, second(secret));
    }
}
