package dev.pawl.core.verify;

import static dev.pawl.core.verify.Recipes.right;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.json.Pointer;
import dev.pawl.core.verify.SignatureLayout.Whole;
import dev.pawl.core.verify.Verification.KeyNeeded;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KeyFetchTest {

    private static final Instant NOW = Instant.parse("2026-12-01T00:00:00Z");
    private static final byte[] BODY = "{}".getBytes(UTF_8);
    private static final TrustedKey.Kind KIND = TrustedKey.Kind.ED25519;
    private static final String SIGNATURE = HexFormat.of()
            .formatHex(java.util.Objects.requireNonNull(
                    ProviderKeys.get().sign(PublicKeyAlgorithm.ED25519, List.of(BODY))));
    private static final KeyRequest.Listed LISTED = new KeyRequest.Listed(
            right(Pointer.parse("/public_keys")), right(Pointer.parse("/id")), right(Pointer.parse("/key")));

    private static RequestText text(String text) {
        return right(RequestText.parse(text, List.of(KeyFetch.KID, "config:token")));
    }

    private static KeyFetch fetch(String url, KeyFormat format, KeyRequest.@Nullable Listed listed) {
        return new KeyFetch(
                text(url),
                List.of(right(HostPattern.parse("*.keys.example")), right(HostPattern.parse("sns.*.cloud.example"))),
                Pattern.compile("/[a-z0-9/%A-Z_-]*(\\.pem)?"),
                "GET",
                Map.of("Authorization", text("Bearer {config:token}")),
                null,
                text("{header:X-Kid}"),
                listed,
                format,
                List.of(),
                Duration.ofHours(1));
    }

    private static RecipeVerifier verifier(KeyFetch fetch) {
        Proof.Signed proof = new Proof.Signed(
                PublicKeyAlgorithm.ED25519,
                SignaturePlace.header("X-S", new Whole()),
                SignatureEncoding.HEX,
                text("{body}"));
        VerificationRecipe recipe = new VerificationRecipe(
                proof, new KeyRule.AtProvider(fetch), List.of(), null, null, Coverage.BODY, null);
        return new RecipeVerifier(List.of(recipe), null, Map.of("config:token", "t1"));
    }

    private static InboundRequest request(String address, String kid) {
        Map<String, List<String>> headers =
                Map.of("X-S", List.of(SIGNATURE), "X-Url", List.of(address), "X-Kid", List.of(kid));
        return new InboundRequest("POST", "/", headers, BODY);
    }

    private static String outcome(Verification verification) {
        return verification.fold(
                verified -> "verified by " + verified.key(),
                refused -> refused.reason().word(),
                needed -> needed.request().url());
    }

    private static String outcome(String address, String kid) {
        RecipeVerifier verifier = verifier(fetch("{header:X-Url}", KeyFormat.PEM, null));
        return outcome(verifier.verify(request(address, kid), List.of(), NOW));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://a.keys.example/k.pem",
                "https://A.B.KEYS.example:443/k.pem",
                "https://sns.eu-1.cloud.example/",
            })
    void addressesWithinTheBoundsAreAskedFor(String address) {
        assertThat(outcome(address, "key-1")).isEqualTo(address);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://a.keys.example/k.pem",
                "https://keys.example/k.pem",
                "https://a.keys.example.evil.example/k.pem",
                "https://evil.example/a.keys.example/k.pem",
                "https://akeys.example/k.pem",
                "https://a.keys.example:8443/k.pem",
                "https://a.keys.example@evil.example/k.pem",
                "https://evil.example#.keys.example/k.pem",
                "https://evil.example\\.keys.example/k.pem",
                "https://evil.example/?.keys.example",
                "https://sns.cloud.example/k.pem",
                "https://.keys.example/k.pem",
                "https://..keys.example/k.pem",
                "https://a.keys.example/k.pem#x",
                "https://a.keys.example/../k.pem",
                "https://a.keys.example",
                "https:a.keys.example/k.pem",
                "https://[::1]/k.pem",
                "https://a.keys.example /k.pem",
                "ftp://a.keys.example/k.pem",
                "file:///etc/passwd",
                "https://",
                "//",
                "\u0000",
            })
    void nobodyIsAskedOutsideTheBounds(String address) {
        assertThat(outcome(address, "key-1")).isEqualTo("condition-unmet");
    }

    @Test
    void longAddressesAreNotAsked() {
        assertThat(outcome("https://a.keys.example/" + "a".repeat(5_000), "key-1"))
                .isEqualTo("condition-unmet");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "key-1      | https://a.keys.example/list/key-1",
                "../x       | https://a.keys.example/list/%2E%2E%2Fx",
                "a\"b       | condition-unmet",
                "a b        | condition-unmet",
                "a%2f       | condition-unmet",
            })
    void theNameOfAKeyIsOneSegmentOfAnAddress(String kid, String outcome) {
        RecipeVerifier verifier = verifier(fetch("https://a.keys.example/list/{kid}", KeyFormat.PEM, null));

        assertThat(outcome(verifier.verify(request("", kid), List.of(), NOW))).isEqualTo(outcome);
    }

    @Test
    void whatIsAskedHoldsTheSecretsButDoesNotPrintThem() {
        RecipeVerifier verifier = verifier(fetch("https://a.keys.example/k", KeyFormat.PEM, null));
        KeyNeeded needed = (KeyNeeded) verifier.verify(request("", "key-1"), List.of(), NOW);

        assertThat(needed.request().headers()).containsEntry("Authorization", "Bearer t1");
        assertThat(needed.request().toString()).isEqualTo("KeyRequest[GET https://a.keys.example/k]");
        assertThat(needed.request().document().id()).isNull();
    }

    @Test
    void theAnswerIsUsedWhenItIsHandedIn() {
        for (KeyFormat format : KeyFormat.values()) {
            boolean listed = format != KeyFormat.JWKS;
            RecipeVerifier verifier = verifier(fetch("https://a.keys.example/k", format, listed ? LISTED : null));
            Verification verification = new ProviderSigner(verifier).verify(request("", "key-1"), List.of(), KIND, NOW);

            assertThat(outcome(verification)).as(format.word()).isEqualTo("verified by -1");
        }
    }

    @Test
    void aCertificateCountsOnlyForTheNameItWasIssuedTo() {
        assertThat(certified(List.of())).isEqualTo("usable");
        assertThat(certified(List.of("else", "certs.example"))).isEqualTo("usable");
        assertThat(certified(List.of("else"))).isEqualTo("a certificate that is not for else");
        assertThat(certified(List.of("certs"))).isEqualTo("a certificate that is not for certs");
    }

    private static String certified(List<String> subjects) {
        KeyRequest request = new KeyRequest(
                "GET",
                "https://a.keys.example/k",
                Map.of(),
                null,
                null,
                KeyFormat.CERTIFICATE,
                null,
                subjects,
                Duration.ZERO);
        return request.keysIn(
                        ProviderKeys.get().certificate(KIND, "certs.example").getBytes(UTF_8))
                .fold(keys -> "usable", problem -> problem);
    }

    @Test
    void aKeyOfAnotherNameIsAnotherKey() {
        RecipeVerifier verifier = verifier(fetch("https://a.keys.example/k", KeyFormat.JWKS, null));

        assertThat(outcome(new ProviderSigner(verifier).verify(request("", "key-2"), List.of(), KIND, NOW)))
                .isEqualTo("condition-unmet");
    }

    @Test
    void nobodyIsAskedForARequestThatIsRefusedAnyway() {
        RecipeVerifier verifier = verifier(fetch("https://a.keys.example/k", KeyFormat.PEM, null));
        InboundRequest unsigned = new InboundRequest("POST", "/", Map.of("X-Kid", List.of("key-1")), BODY);

        assertThat(outcome(verifier.verify(unsigned, List.of(), NOW))).isEqualTo("signature-missing");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "{}", "[]", "{\"keys\":[]}", "{\"keys\":[{\"kty\":\"oct\"}]}", "no", "{\"public_keys\":[{}]}"
            })
    void anAnswerWithoutAKeyIsToldAsSuch(String answer) {
        for (KeyFormat format : KeyFormat.values()) {
            for (Optional<KeyRequest.Listed> where :
                    List.of(Optional.<KeyRequest.Listed>empty(), Optional.of(LISTED))) {
                KeyRequest.Listed listed = where.orElse(null);
                KeyRequest request = new KeyRequest(
                        "GET", "https://a", Map.of(), null, null, format, listed, List.of(), Duration.ZERO);

                assertThat(request.keysIn(answer.getBytes(UTF_8)).<Boolean>fold(keys -> true, problem -> false))
                        .as("%s %s", format, listed)
                        .isFalse();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "*",
                "*.com",
                "a.*",
                "a*.example.com",
                "*.*.example.com",
                "a..example.com",
                "https://a.example.com",
                "",
                "localhost"
            })
    void patternsThatMeanAnybodysHostAreNone(String pattern) {
        assertThat(HostPattern.parse(pattern).<Boolean>fold(host -> true, problem -> false))
                .isFalse();
    }
}
