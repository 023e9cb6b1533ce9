package dev.pawl.core.verify;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.pawl.core.verify.Verification.Reason;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Requests signed by somebody else: by other programs, other libraries, the providers themselves. */
class VectorsTest {

    @TestFactory
    Stream<DynamicTest> ownVectorsGetTheirVerdict() throws IOException {
        try (InputStream vectors = VectorsTest.class.getResourceAsStream("/vectors/hmac.json")) {
            return tests(new ObjectMapper().readTree(vectors)).stream();
        }
    }

    private static List<DynamicTest> tests(JsonNode vectors) {
        return StreamSupport.stream(vectors.spliterator(), false)
                .map(vector -> DynamicTest.dynamicTest(vector.path("id").asText(), () -> check(vector)))
                .toList();
    }

    private static void check(JsonNode vector) {
        Instant now = vector.path("at").isNumber()
                ? Instant.ofEpochSecond(vector.path("at").asLong())
                : Instant.EPOCH;
        VerificationRecipe recipe = Recipes.get(vector.path("recipe").asText());
        Verification verification = new RecipeVerifier(List.of(recipe)).verify(request(vector), secrets(vector), now);
        String outcome = verification.fold(
                verified -> "verified", refused -> refused.reason().name(), needed -> "key needed");
        // Where a provider's library compares hex as text, upper case fails there; here it is the same signature.
        boolean lenient = vector.path("policy").asText().equals("hex-case");
        boolean valid = lenient || vector.path("valid").asBoolean();
        assertThat(outcome)
                .as(vector.path("note").asText())
                .isEqualTo(valid ? "verified" : reason(vector).name());
    }

    private static Reason reason(JsonNode vector) {
        String reason = vector.path("reason").asText();
        return switch (reason) {
            case "missing" -> Reason.SIGNATURE_MISSING;
            case "malformed" -> Reason.SIGNATURE_MALFORMED;
            case "mismatch" -> Reason.SIGNATURE_WRONG;
            case "expired" -> Reason.TIMESTAMP_TOO_OLD;
            case "future" -> Reason.TIMESTAMP_IN_FUTURE;
            default -> throw new AssertionError("unknown reason " + reason);
        };
    }

    private static InboundRequest request(JsonNode vector) {
        Map<String, List<String>> headers = new HashMap<>();
        vector.path("headers")
                .properties()
                .forEach(header ->
                        headers.put(header.getKey(), List.of(header.getValue().asText())));
        byte[] body = vector.has("body_base64")
                ? Base64.getDecoder().decode(vector.path("body_base64").asText())
                : vector.path("body").asText().getBytes(UTF_8);
        return new InboundRequest("POST", "/webhooks/p", headers, body);
    }

    private static List<Secret> secrets(JsonNode vector) {
        List<String> texts = new ArrayList<>();
        vector.path("secrets").forEach(secret -> texts.add(secret.asText()));
        if (texts.isEmpty()) {
            texts.add(vector.path("secret").asText());
        }
        String recipe = vector.path("recipe").asText();
        boolean base64 = recipe.equals("standard-webhooks") || recipe.equals("svix");
        return texts.stream()
                .map(text -> new Secret("secret", base64 ? whsec(text) : text.getBytes(UTF_8)))
                .toList();
    }

    private static byte[] whsec(String text) {
        return Objects.requireNonNull(Recipes.right(SecretDecoder.decode(KeyEncoding.WHSEC, text)));
    }
}
