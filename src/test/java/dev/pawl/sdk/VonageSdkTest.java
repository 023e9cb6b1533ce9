package dev.pawl.sdk;

import static java.time.temporal.ChronoUnit.SECONDS;

import com.auth0.jwt.JWT;
import com.auth0.jwt.algorithms.Algorithm;
import com.auth0.jwt.exceptions.JWTVerificationException;
import com.auth0.jwt.interfaces.DecodedJWT;
import com.vonage.jwt.Jwt;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A token that names the body's hash; the library looks at the token only, and its users at the hash. */
final class VonageSdkTest extends SdkContract {

    private static final String AUTHORIZATION = "Authorization";
    private static final String BEARER = "Bearer ";
    private static final String HASH = "payload_hash";
    private static final String SECRET = "a secret for tests, long enough";
    private static final Duration TOLERANCE = Duration.ofMinutes(5);

    VonageSdkTest() {
        super(
                preset("vonage"),
                Difference.contradiction(AUTHORIZATION),
                new Difference(
                        "the library does not look at how old a token is",
                        message -> age(message).compareTo(TOLERANCE) > 0 ? message.without(AUTHORIZATION) : message),
                new Difference(
                        "a clock that is ahead: the library refuses by a second, Pawl by five minutes",
                        message -> message.mapped(AUTHORIZATION, VonageSdkTest::issuedByNow)));
    }

    private static Duration age(Message message) {
        DecodedJWT token = genuine(String.valueOf(message.header(AUTHORIZATION)));
        return token == null ? Duration.ZERO : Duration.between(token.getIssuedAtAsInstant(), Instant.now());
    }

    /** The same as of now, if it is not too far ahead. */
    private static String issuedByNow(String header) {
        Instant now = Instant.now();
        DecodedJWT token = genuine(header);
        if (token == null) {
            return header;
        }
        Instant issued = token.getIssuedAtAsInstant();
        boolean ahead = issued.isAfter(now) && issued.isBefore(now.plus(TOLERANCE));
        return ahead ? header(now, token.getClaim(HASH).asString(), SECRET) : header;
    }

    /** Null for a token that this test's secret did not sign. */
    private static @Nullable DecodedJWT genuine(String header) {
        try {
            DecodedJWT token = JWT.decode(header.replace(BEARER, ""));
            Algorithm.HMAC256(SECRET).verify(token);
            return token;
        } catch (JWTVerificationException e) {
            return null;
        }
    }

    private static String header(Instant issued, String hash, String secret) {
        return BEARER
                + JWT.create()
                        .withIssuer("Vonage")
                        .withIssuedAt(issued)
                        .withClaim(HASH, hash)
                        .sign(Algorithm.HMAC256(secret));
    }

    @Override
    List<String> secrets() {
        return List.of(SECRET, "another secret, as long as that");
    }

    /** The library looks at the clock itself, in seconds. */
    @Override
    Instant now() {
        return Instant.now().truncatedTo(SECONDS);
    }

    @Override
    Message signed(String body, String secret, Instant at) throws Exception {
        Message message = Message.of(body);
        return message.with(AUTHORIZATION, header(at, hash(message), secret));
    }

    /** As the provider's document tells users to: the token, then the hash. */
    @Override
    boolean accepts(Message message, String secret, Instant now) throws Exception {
        String header = message.header(AUTHORIZATION);
        if (header == null || !header.startsWith(BEARER)) {
            return false;
        }
        String token = header.substring(BEARER.length());
        return Jwt.verifySignature(token, secret)
                && hash(message).equals(JWT.decode(token).getClaim(HASH).asString());
    }

    private static String hash(Message message) throws Exception {
        return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(message.body()));
    }
}
