package dev.pawl.sdk;

import static java.time.temporal.ChronoUnit.SECONDS;

import com.auth0.jwt.JWT;
import com.auth0.jwt.algorithms.Algorithm;
import com.vonage.jwt.Jwt;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.HexFormat;

/** A token that names the body's hash; the library looks at the token only, and its users at the hash. */
final class VonageSdkTest extends SdkContract {

    private static final String AUTHORIZATION = "Authorization";
    private static final String HASH = "payload_hash";

    VonageSdkTest() {
        super(preset("vonage"), Difference.contradiction(AUTHORIZATION));
    }

    /** The library looks at the clock itself, in seconds. */
    @Override
    Instant now() {
        return Instant.now().truncatedTo(SECONDS);
    }

    @Override
    Message signed(String body, String secret, Instant at) throws Exception {
        Message message = Message.of(body);
        String token = JWT.create()
                .withIssuer("Vonage")
                .withIssuedAt(at)
                .withClaim(HASH, hash(message))
                .sign(Algorithm.HMAC256(secret));
        return message.with(AUTHORIZATION, "Bearer " + token);
    }

    /** As the provider's document tells users to: the token, then the hash. */
    @Override
    boolean accepts(Message message, String secret, Instant now) throws Exception {
        String header = message.header(AUTHORIZATION);
        if (header == null || !header.startsWith("Bearer ")) {
            return false;
        }
        String token = header.substring("Bearer ".length());
        return Jwt.verifySignature(token, secret)
                && hash(message).equals(JWT.decode(token).getClaim(HASH).asString());
    }

    private static String hash(Message message) throws Exception {
        return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(message.body()));
    }
}
