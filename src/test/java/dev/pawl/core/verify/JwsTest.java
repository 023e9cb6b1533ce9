package dev.pawl.core.verify;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.verify.SignatureLayout.Whole;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class JwsTest {

    private static final Instant NOW = Instant.parse("2026-12-01T00:00:00Z");
    private static final String SECRET = "a secret for tests, long enough";
    private static final byte[] BODY = "{\"id\":1}".getBytes(UTF_8);
    private static final JwsRule.BodyHash HASH = new JwsRule.BodyHash("h", SignatureEncoding.HEX);

    private static JwsRule rule(JwsAlgorithm algorithm) {
        return new JwsRule(List.of(algorithm), false, null, Map.of(), HASH, Duration.ofMinutes(5));
    }

    private static ProviderSigner signer(JwsRule rule, KeyEncoding encoding) {
        Proof proof = new Proof.Jws(SignaturePlace.header("X-Jws", new Whole()), rule);
        return new ProviderSigner(new RecipeVerifier(List.of(new VerificationRecipe(
                proof, new KeyRule.Configured(encoding), List.of(), null, null, Coverage.BODY, null))));
    }

    private static InboundRequest plain() {
        return new InboundRequest("POST", "/", Map.of(), BODY);
    }

    private static InboundRequest carrying(String token) {
        return new InboundRequest("POST", "/", Map.of("X-Jws", List.of(token)), BODY);
    }

    private static String outcome(ProviderSigner signer, InboundRequest request, Secret secret, Instant now) {
        return signer.verify(request, List.of(secret), TrustedKey.Kind.RSA, now)
                .fold(verified -> "verified", refused -> refused.reason().word(), needed -> "key needed");
    }

    private static KeyEncoding encoding(JwsAlgorithm algorithm) {
        return algorithm.isShared() ? KeyEncoding.UTF8 : KeyEncoding.JWK;
    }

    private static Secret secret(JwsAlgorithm algorithm) {
        String text = algorithm.algorithm() instanceof PublicKeyAlgorithm asymmetric
                ? ProviderKeys.get().text(KeyEncoding.JWK, asymmetric.kind())
                : SECRET;
        return AnySecret.of("secret", text, EnumSet.of(encoding(algorithm)));
    }

    private static String token(InboundRequest request) {
        return Objects.requireNonNull(request.header("X-Jws").get(0));
    }

    private static String base64(String text) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(UTF_8));
    }

    @ParameterizedTest
    @EnumSource(JwsAlgorithm.class)
    void everyAlgorithmVerifiesItsOwnAndNothingElse(JwsAlgorithm algorithm) {
        ProviderSigner signer = signer(rule(algorithm), encoding(algorithm));
        Secret secret = secret(algorithm);
        InboundRequest signed = signer.sign(0, plain(), secret, NOW);
        String token = token(signed);

        assertThat(outcome(signer, signed, secret, NOW)).isEqualTo("verified");
        String[] parts = token.split("\\.", -1);
        String other = parts[0] + "." + base64("{\"iat\":1}") + "." + parts[2];
        assertThat(outcome(signer, carrying(other), secret, NOW)).isEqualTo("signature-wrong");
        assertThat(outcome(signer, carrying(parts[0] + "." + parts[1] + "."), secret, NOW))
                .isEqualTo("signature-wrong");
    }

    @Test
    void anotherBodyIsAWrongSignature() {
        ProviderSigner signer = signer(rule(JwsAlgorithm.ES256), KeyEncoding.JWK);
        Secret secret = secret(JwsAlgorithm.ES256);
        InboundRequest signed = signer.sign(0, plain(), secret, NOW);
        InboundRequest other = new InboundRequest("POST", "/", signed.headers(), "{}".getBytes(UTF_8));

        assertThat(outcome(signer, other, secret, NOW)).isEqualTo("signature-wrong");
    }

    @ParameterizedTest
    @CsvSource({"none, ''", "None, ''", "HS256, sig", "RS512, sig", "'', sig"})
    void onlyAllowedAlgorithmsAreLookedAt(String algorithm, String signature) {
        ProviderSigner signer = signer(rule(JwsAlgorithm.RS256), KeyEncoding.JWK);
        String header = "{\"alg\":\"" + algorithm + "\"}";
        String token = base64(header) + "." + base64("{}") + "." + base64(signature);

        assertThat(outcome(signer, carrying(token), secret(JwsAlgorithm.RS256), NOW))
                .isEqualTo("condition-unmet");
    }

    @Test
    void aPublicKeyIsNoSharedSecret() {
        // The classic confusion: HS256 keyed with the text of the public key, which everybody knows.
        String pem = ProviderKeys.get().text(KeyEncoding.PEM, TrustedKey.Kind.RSA);
        Secret asText = AnySecret.of("secret", pem, EnumSet.of(KeyEncoding.UTF8));
        Secret asKey = AnySecret.of("secret", pem, EnumSet.of(KeyEncoding.PEM));
        JwsRule careless =
                new JwsRule(List.of(JwsAlgorithm.HS256, JwsAlgorithm.RS256), false, null, Map.of(), HASH, null);
        InboundRequest forged = signer(careless, KeyEncoding.UTF8).sign(0, plain(), asText, NOW);

        assertThat(outcome(signer(careless, KeyEncoding.PEM), forged, asKey, NOW))
                .isEqualTo("signature-wrong");
    }

    @ParameterizedTest
    @ValueSource(strings = {"crit", "b64"})
    void extensionsNobodyUnderstandsAreRefused(String member) {
        ProviderSigner signer = signer(rule(JwsAlgorithm.HS256), KeyEncoding.UTF8);
        String header = "{\"alg\":\"HS256\",\"" + member + "\":[\"x\"]}";

        assertThat(outcome(signer, carrying(base64(header) + ".e30.AA"), secret(JwsAlgorithm.HS256), NOW))
                .isEqualTo("condition-unmet");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a",
                "a.b",
                "a.b.c",
                "...",
                "e30.e30.=",
                "e30=.e30.AA",
                "W10.e30.AA",
                ".e30.AA",
                "e30.e30.AA.AA",
                "é.é.é"
            })
    void whatIsNoneIsMalformed(String token) {
        ProviderSigner signer = signer(rule(JwsAlgorithm.HS256), KeyEncoding.UTF8);

        assertThat(outcome(signer, carrying(token), secret(JwsAlgorithm.HS256), NOW))
                .isEqualTo("signature-malformed");
    }

    @ParameterizedTest
    @CsvSource({
        "300, verified",
        "301, timestamp-too-old",
        "-300, verified",
        "-301, timestamp-in-future",
    })
    void ageIsCountedFromIssue(long seconds, String outcome) {
        ProviderSigner signer = signer(rule(JwsAlgorithm.HS256), KeyEncoding.UTF8);
        Secret secret = secret(JwsAlgorithm.HS256);

        assertThat(outcome(signer, signer.sign(0, plain(), secret, NOW), secret, NOW.plusSeconds(seconds)))
                .isEqualTo(outcome);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"exp\":1796083200}                    | verified",
                "{\"exp\":1796083199}                    | timestamp-too-old",
                "{\"exp\":\"soon\"}                      | signature-malformed",
                "{\"nbf\":1796083261}                    | timestamp-in-future",
                "{\"nbf\":1796083260}                    | verified",
                "{\"iss\":\"b\"}                         | verified",
                "{\"iss\":[\"c\",\"a\"]}                 | verified",
                "{\"iss\":\"c\"}                         | condition-unmet",
                "{}                                      | condition-unmet",
                "[]                                      | signature-malformed",
                "{\"iss\":\"a\",\"iss\":\"a\"}           | signature-malformed",
            })
    void claimsAreHeldAgainstTheRule(String payload, String outcome) {
        boolean issuer = payload.contains("iss") || payload.equals("{}");
        Map<String, List<RequestText>> claims =
                issuer ? Map.of("iss", List.of(Recipes.text("a"), Recipes.text("b"))) : Map.of();
        JwsRule rule = new JwsRule(List.of(JwsAlgorithm.HS256), false, null, claims, null, null);
        String content = base64("{\"alg\":\"HS256\"}") + "." + base64(payload);
        byte[] mac = new SharedKey(SECRET.getBytes(UTF_8)).mac(HmacAlgorithm.SHA256, List.of(content.getBytes(UTF_8)));
        String token = content + "." + SignatureEncoding.BASE64URL.encode(mac);

        assertThat(outcome(
                        signer(rule, KeyEncoding.UTF8),
                        carrying(token),
                        secret(JwsAlgorithm.HS256),
                        Instant.ofEpochSecond(1796083200)))
                .isEqualTo(outcome);
    }

    private static JwsRule chained(@Nullable String leaf, @Nullable String intermediate) {
        JwsRule.Chain chain = new JwsRule.Chain(leaf, intermediate);
        return new JwsRule(List.of(JwsAlgorithm.ES256), false, chain, Map.of(), HASH, null);
    }

    @Test
    void certificatesMustLeadToThePinnedRootAndBeMadeForThis() {
        Secret root = AnySecret.of("root", ProviderKeys.get().rootPem(), EnumSet.of(KeyEncoding.CERTIFICATE));
        Secret other = AnySecret.of(
                "other",
                ProviderKeys.get().text(KeyEncoding.CERTIFICATE, TrustedKey.Kind.EC_P256),
                EnumSet.of(KeyEncoding.CERTIFICATE));
        ProviderSigner any = signer(chained(null, null), KeyEncoding.CERTIFICATE);
        ProviderSigner exact =
                signer(chained(ProviderKeys.LEAF_OID, ProviderKeys.INTERMEDIATE_OID), KeyEncoding.CERTIFICATE);
        ProviderSigner wrong = signer(chained(ProviderKeys.INTERMEDIATE_OID, null), KeyEncoding.CERTIFICATE);
        InboundRequest signed = any.sign(0, plain(), root, NOW);

        assertThat(outcome(any, signed, root, NOW)).isEqualTo("verified");
        assertThat(outcome(exact, signed, root, NOW)).isEqualTo("verified");
        assertThat(outcome(wrong, signed, root, NOW)).isEqualTo("condition-unmet");
        assertThat(outcome(any, signed, other, NOW)).isEqualTo("condition-unmet");
        assertThat(outcome(any, signed, root, Instant.parse("2051-01-01T00:00:00Z")))
                .isEqualTo("condition-unmet");
    }

    @Test
    void detachedOnesAreOverTheBody() {
        JwsRule rule = new JwsRule(List.of(JwsAlgorithm.RS256), true, null, Map.of(), null, null);
        ProviderSigner signer = signer(rule, KeyEncoding.JWK);
        Secret secret = secret(JwsAlgorithm.RS256);
        InboundRequest signed = signer.sign(0, plain(), secret, NOW);
        String token = token(signed);

        assertThat(token).contains("..");
        assertThat(outcome(signer, signed, secret, NOW)).isEqualTo("verified");
        assertThat(outcome(signer, carrying(token.replace("..", "." + base64("{\"id\":1}") + ".")), secret, NOW))
                .isEqualTo("signature-malformed");
    }
}
