package dev.pawl.sdk;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.cloudinary.SignatureAlgorithm;
import com.cloudinary.api.signing.NotificationRequestSignatureVerifier;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HexFormat;
import java.util.List;

/** A plain hash with the secret behind body and time; the library only verifies. */
final class CloudinarySdkTest extends SdkContract {

    private static final String SIGNATURE = "X-Cld-Signature";
    private static final String TIMESTAMP = "X-Cld-Timestamp";
    private static final Duration VALID = Duration.ofHours(2);

    CloudinarySdkTest() {
        super(
                preset("cloudinary"),
                Difference.contradiction(SIGNATURE),
                Difference.contradiction(TIMESTAMP),
                Difference.hexCase(SIGNATURE, ""),
                new Difference(
                        "the library looks at the past only",
                        message -> isAhead(String.valueOf(message.header(TIMESTAMP)))
                                ? message.without(SIGNATURE)
                                : message));
    }

    private static boolean isAhead(String seconds) {
        try {
            return Long.parseLong(seconds) > Instant.now().plus(VALID).getEpochSecond();
        } catch (NumberFormatException e) {
            // No time at all: the library refuses it, too.
            return false;
        }
    }

    /** The library looks at the clock itself. */
    @Override
    Instant now() {
        return Instant.now().truncatedTo(ChronoUnit.SECONDS);
    }

    @Override
    Message signed(String body, String secret, Instant at) throws Exception {
        String time = String.valueOf(at.getEpochSecond());
        byte[] hash = MessageDigest.getInstance("SHA-1").digest((body + time + secret).getBytes(UTF_8));
        return Message.of(body)
                .with(TIMESTAMP, time)
                .with(SIGNATURE, HexFormat.of().formatHex(hash));
    }

    @Override
    boolean accepts(Message message, String secret, Instant now) {
        return List.of(SignatureAlgorithm.SHA1, SignatureAlgorithm.SHA256).stream()
                .map(algorithm -> new NotificationRequestSignatureVerifier(secret, algorithm))
                .anyMatch(library -> library.verifySignature(
                        message.text(), message.header(TIMESTAMP), message.header(SIGNATURE), VALID.toSeconds()));
    }
}
