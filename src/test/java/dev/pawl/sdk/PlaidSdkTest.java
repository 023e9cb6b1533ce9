package dev.pawl.sdk;

import static java.nio.charset.StandardCharsets.US_ASCII;

import com.auth0.jwt.JWT;
import com.auth0.jwt.algorithms.Algorithm;
import com.auth0.jwt.interfaces.DecodedJWT;
import dev.pawl.config.PresetScheme;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.interfaces.ECPrivateKey;
import java.security.interfaces.ECPublicKey;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/**
 * A token that names the body's hash, under a key that the provider hands out. Its library has no code for that; its
 * document says which steps to take with a JWT library, and so does this.
 */
final class PlaidSdkTest extends SdkContract {

    private static final String TOKEN = "Plaid-Verification";
    private static final String KEY_ID = "bfbd5111-8e33-4643-8ced-b2e642a72f3c";
    private static final String HASH = "request_body_sha256";
    private static final Duration MAX_AGE = Duration.ofMinutes(5);
    private static final KeyPair PLAIDS = pair();
    private static final KeyPair STRANGERS = pair();

    PlaidSdkTest() {
        super(
                PresetScheme.of("plaid", ADDRESS, Map.of("client_id", "client", "secret", "secret"))
                        .withProvidersAnswer(answer().getBytes(US_ASCII)),
                Difference.contradiction(TOKEN));
    }

    private static KeyPair pair() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec("secp256r1"));
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    /** What {@code /webhook_verification_key/get} says. */
    private static String answer() {
        ECPublicKey key = (ECPublicKey) PLAIDS.getPublic();
        return "{\"key\":{\"alg\":\"ES256\",\"crv\":\"P-256\",\"kid\":\"" + KEY_ID
                + "\",\"kty\":\"EC\",\"use\":\"sig\","
                + "\"x\":\"" + coordinate(key.getW().getAffineX()) + "\",\"y\":\""
                + coordinate(key.getW().getAffineY()) + "\",\"created_at\":1560466143,\"expired_at\":null},"
                + "\"request_id\":\"RZ6Omi1bzzwDaLo\"}";
    }

    private static String coordinate(BigInteger value) {
        byte[] bytes = value.toByteArray();
        byte[] fixed = new byte[32];
        int size = Math.min(bytes.length, fixed.length);
        System.arraycopy(bytes, bytes.length - size, fixed, fixed.length - size, size);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(fixed);
    }

    private static Algorithm es256(KeyPair pair) {
        return Algorithm.ECDSA256((ECPublicKey) pair.getPublic(), (ECPrivateKey) pair.getPrivate());
    }

    /** There is none: whose key it is counts. */
    @Override
    List<String> secrets() {
        return List.of("plaid");
    }

    @Override
    String strangersSecret() {
        return "a stranger";
    }

    @Override
    List<String> configured(String secret) {
        return List.of();
    }

    /** The library looks at the clock itself, in seconds. */
    @Override
    Instant now() {
        return Instant.now().truncatedTo(ChronoUnit.SECONDS);
    }

    @Override
    Message signed(String body, String secret, Instant at) throws Exception {
        Message message = Message.of(body);
        return message.with(
                TOKEN,
                JWT.create()
                        .withKeyId(KEY_ID)
                        .withIssuedAt(at)
                        .withClaim(HASH, hash(message))
                        .sign(es256(secret.equals("plaid") ? PLAIDS : STRANGERS)));
    }

    @Override
    boolean accepts(Message message, String secret, Instant now) throws Exception {
        DecodedJWT token = JWT.require(es256(PLAIDS))
                .acceptIssuedAt(MAX_AGE.toSeconds())
                .build()
                .verify(message.header(TOKEN));
        boolean fresh = Duration.between(token.getIssuedAtAsInstant(), now).compareTo(MAX_AGE) <= 0;
        return fresh && hash(message).equals(token.getClaim(HASH).asString());
    }

    private static String hash(Message message) throws GeneralSecurityException {
        return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(message.body()));
    }
}
