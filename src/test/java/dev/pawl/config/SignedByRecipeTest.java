package dev.pawl.config;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.pawl.core.verify.AnySecret;
import dev.pawl.core.verify.InboundRequest;
import dev.pawl.core.verify.JwsAlgorithm;
import dev.pawl.core.verify.KeyRule;
import dev.pawl.core.verify.Proof;
import dev.pawl.core.verify.ProviderKeys;
import dev.pawl.core.verify.ProviderSigner;
import dev.pawl.core.verify.PublicKeyAlgorithm;
import dev.pawl.core.verify.Secret;
import dev.pawl.core.verify.TrustedKey;
import dev.pawl.core.verify.Verification;
import dev.pawl.core.verify.VerificationRecipe;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * For every scheme among the recorded requests: the same request, signed anew, is verified; a changed body is not, where the
 * body is signed; and no damage whatever makes the verifier stumble.
 */
class SignedByRecipeTest {

    private static final Instant NOW = Instant.parse("2026-12-01T00:00:00Z");
    private static final int ROUNDS = 300;
    private static final String ALPHABET = "tv10,=.|& \t%é\u0000\uD800\u20AC+/_-abcdef{}[]\"\\^~:";

    private record Scenario(
            ProviderSigner signer,
            VerificationRecipe recipe,
            Secret secret,
            TrustedKey.Kind kind,
            InboundRequest signed) {

        Verification verify(InboundRequest request) {
            return signer.verify(request, List.of(secret), kind, NOW);
        }
    }

    private static Map<String, JsonNode> bySource() throws IOException {
        Map<String, JsonNode> first = new LinkedHashMap<>();
        try (InputStream vectors = SignedByRecipeTest.class.getResourceAsStream("/vectors/providers.json")) {
            new ObjectMapper().readTree(vectors).forEach(vector -> {
                if (vector.path("valid").asBoolean()) {
                    first.putIfAbsent(vector.path("source").toString(), vector);
                }
            });
        }
        return first;
    }

    private static Stream<DynamicTest> tests(Consumer<Scenario> check) throws IOException {
        List<DynamicTest> tests = new ArrayList<>();
        bySource()
                .values()
                .forEach(vector -> tests.add(
                        DynamicTest.dynamicTest(vector.path("id").asText(), () -> check.accept(scenario(vector)))));
        assertThat(tests).hasSizeGreaterThan(30);
        return tests.stream();
    }

    private static Scenario scenario(JsonNode json) {
        Vector vector = new Vector((ObjectNode) json.path("source"), json);
        Scheme scheme = vector.scheme();
        VerificationRecipe recipe = scheme.recipes().get(0);
        TrustedKey.Kind kind = kind(recipe);
        Secret secret = AnySecret.of("secret", text(recipe, kind, json), scheme.encodings());
        ProviderSigner signer = new ProviderSigner(scheme.verifier());
        return new Scenario(signer, recipe, secret, kind, signer.sign(0, vector.request(), secret, NOW));
    }

    private static TrustedKey.Kind kind(VerificationRecipe recipe) {
        if (recipe.proof() instanceof Proof.Signed signed
                && signed.algorithm() instanceof PublicKeyAlgorithm algorithm) {
            return algorithm.kind();
        }
        boolean rsa = recipe.proof() instanceof Proof.Jws jws
                && jws.rule().algorithms().get(0) == JwsAlgorithm.RS256;
        return rsa ? TrustedKey.Kind.RSA : TrustedKey.Kind.EC_P256;
    }

    private static String text(VerificationRecipe recipe, TrustedKey.Kind kind, JsonNode json) {
        if (!(recipe.key() instanceof KeyRule.Configured configured)
                || !configured.encoding().isPublic()) {
            return json.path("secret").asText("unused");
        }
        boolean chain = recipe.proof() instanceof Proof.Jws jws && jws.rule().chain() != null;
        return chain ? ProviderKeys.get().rootPem() : ProviderKeys.get().text(configured.encoding(), kind);
    }

    private static String outcome(Verification verification) {
        return verification.fold(
                verified -> "verified", refused -> refused.reason().word(), needed -> "key needed");
    }

    @TestFactory
    Stream<DynamicTest> whatWasSignedAnewIsVerified() throws IOException {
        return tests(scenario ->
                assertThat(outcome(scenario.verify(scenario.signed()))).isEqualTo("verified"));
    }

    @TestFactory
    Stream<DynamicTest> noMutatedRequestMakesTheVerifierStumble() throws IOException {
        return tests(scenario -> {
            Random random = new Random(20_261_201L);
            int verified = 0;
            for (int round = 0; round < ROUNDS; round++) {
                Verification verification = scenario.verify(mutated(scenario.signed(), random));
                verified += verification instanceof Verification.Verified ? 1 : 0;
            }
            // What is not signed may change; but most changes must be noticed, or nothing is looked at.
            assertThat(verified).isLessThan(ROUNDS);
        });
    }

    private static InboundRequest mutated(InboundRequest request, Random random) {
        Map<String, List<String>> headers = new LinkedHashMap<>();
        request.headers()
                .forEach((name, values) -> headers.put(
                        name,
                        random.nextInt(3) == 0
                                ? List.of(mutated(Objects.requireNonNull(values.get(0)), random))
                                : values));
        byte[] body = request.body().clone();
        if (body.length > 0 && random.nextBoolean()) {
            body = random.nextBoolean()
                    ? mutated(new String(body, UTF_8), random).getBytes(UTF_8)
                    : flipped(body, random);
        }
        String target = random.nextInt(3) == 0 ? mutated(request.target(), random) : request.target();
        return new InboundRequest(request.method(), target, headers, body);
    }

    private static byte[] flipped(byte[] body, Random random) {
        body[random.nextInt(body.length)] ^= (byte) (1 << random.nextInt(8));
        return body;
    }

    private static String mutated(String text, Random random) {
        StringBuilder changed = new StringBuilder(text);
        for (int i = random.nextInt(4); i >= 0 && changed.length() > 0; i--) {
            int at = random.nextInt(changed.length());
            char c = ALPHABET.charAt(random.nextInt(ALPHABET.length()));
            switch (random.nextInt(4)) {
                case 0 -> changed.setCharAt(at, c);
                case 1 -> changed.insert(at, c);
                case 2 -> changed.deleteCharAt(at);
                default -> changed.append(changed, at, changed.length());
            }
        }
        return changed.toString();
    }
}
