package dev.pawl.core.verify;

import static dev.pawl.support.WebhookScenario.NOW;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.json.Pointer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Secrets beyond ASCII: headers and targets come as bytes, the members of a body as text. */
class PasswordsTest {

    private static final SignatureLayout WHOLE = new SignatureLayout.Whole();

    static List<String> secrets() {
        return List.of("plain-ascii-secret", "schlüssel-für-graph", "ключ-для-проверки", "密钥密钥密钥");
    }

    private static boolean isGenuine(SignaturePlace place, InboundRequest request, String secret) {
        VerificationRecipe recipe = new VerificationRecipe(
                new Proof.Token(place),
                new KeyRule.Configured(KeyEncoding.UTF8),
                List.of(),
                null,
                null,
                Coverage.NONE,
                null);
        return new RecipeVerifier(List.of(recipe))
                .verify(request, List.of(new Secret("secrets[0]", secret.getBytes(UTF_8))), NOW)
                .fold(verified -> true, refused -> false, needed -> false);
    }

    private static InboundRequest request(String target, Map<String, List<String>> headers, String body) {
        return new InboundRequest("POST", target, headers, body.getBytes(UTF_8));
    }

    @ParameterizedTest
    @MethodSource("secrets")
    void aMemberOfTheBodyIsText(String secret) {
        SignaturePlace place = SignaturePlace.json(Recipes.right(Pointer.parse("/token")), WHOLE);

        assertThat(isGenuine(place, request("/", Map.of(), "{\"token\":\"" + secret + "\"}"), secret))
                .isTrue();
        assertThat(isGenuine(place, request("/", Map.of(), "{\"token\":\"" + secret + "x\"}"), secret))
                .isFalse();
    }

    @ParameterizedTest
    @MethodSource("secrets")
    void aParameterIsTextOnceItIsDecoded(String secret) {
        String encoded = java.net.URLEncoder.encode(secret, UTF_8);

        assertThat(isGenuine(SignaturePlace.query("token", WHOLE), request("/?token=" + encoded, Map.of(), ""), secret))
                .isTrue();
        assertThat(isGenuine(
                        SignaturePlace.form("token", WHOLE),
                        request(
                                "/",
                                Map.of("Content-Type", List.of("application/x-www-form-urlencoded")),
                                "token=" + encoded),
                        secret))
                .isTrue();
    }

    @ParameterizedTest
    @MethodSource("secrets")
    void aHeaderIsBytes(String secret) {
        String onTheWire = new String(secret.getBytes(UTF_8), ISO_8859_1);

        assertThat(isGenuine(
                        SignaturePlace.header("X-Token", WHOLE),
                        request("/", Map.of("X-Token", List.of(onTheWire)), ""),
                        secret))
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Plain-ascii-secret", "plain-ascii-secre", "plain-ascii-secrets"})
    void nothingElseWillDo(String offered) {
        assertThat(isGenuine(
                        SignaturePlace.header("X-Token", WHOLE),
                        request("/", Map.of("X-Token", List.of(offered)), ""),
                        "plain-ascii-secret"))
                .isFalse();
    }
}
