package dev.pawl.sdk;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.twilio.security.RequestValidator;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.HexFormat;

/** JSON: the address is signed and names the body's hash. */
final class TwilioJsonSdkTest extends SdkContract {

    private static final String SIGNATURE = "X-Twilio-Signature";

    TwilioJsonSdkTest() {
        super(preset("twilio-json"), Difference.contradiction(SIGNATURE), Difference.padding(SIGNATURE));
    }

    @Override
    Message signed(String body, String secret, Instant at) throws Exception {
        byte[] hash = MessageDigest.getInstance("SHA-256").digest(body.getBytes(UTF_8));
        String target = "/webhooks/s?tenant=7&bodySHA256=" + HexFormat.of().formatHex(hash);
        return Message.of(body).to(target).with(SIGNATURE, Hmac.base64("HmacSHA1", secret, ADDRESS + target));
    }

    @Override
    boolean accepts(Message message, String secret, Instant now) throws Exception {
        String url = ADDRESS + message.target();
        return new RequestValidator(secret).validate(url, message.text(), message.header(SIGNATURE));
    }
}
