package dev.pawl.sdk;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.linecorp.bot.parser.LineSignatureValidator;
import java.time.Instant;
import java.util.Base64;

final class LineSdkTest extends SdkContract {

    private static final String SIGNATURE = "x-line-signature";

    LineSdkTest() {
        super(preset("line"), Difference.contradiction(SIGNATURE));
    }

    @Override
    Message signed(String body, String secret, Instant at) {
        byte[] signature = library(secret).generateSignature(body.getBytes(UTF_8));
        return Message.of(body).with(SIGNATURE, Base64.getEncoder().encodeToString(signature));
    }

    @Override
    boolean accepts(Message message, String secret, Instant now) {
        return library(secret).validateSignature(message.body(), message.header(SIGNATURE));
    }

    private static LineSignatureValidator library(String secret) {
        return new LineSignatureValidator(secret.getBytes(UTF_8));
    }
}
