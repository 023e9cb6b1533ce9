package dev.pawl.config;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.pawl.core.interpret.Interpretation;
import dev.pawl.core.verify.InboundRequest;
import dev.pawl.core.verify.KeyEncoding;
import dev.pawl.core.verify.ProviderKeys;
import dev.pawl.core.verify.ProviderSigner;
import dev.pawl.core.verify.Secret;
import dev.pawl.core.verify.TrustedKey;
import dev.pawl.core.verify.Verification;
import dev.pawl.core.verify.VerifiedRequest;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A source based on a preset, with everything the preset asks for; and its provider, who signs the sample. */
record PresetSource(
        Source source, TrustedKey.Kind kind, @Nullable String secret) {

    /** What {@code PAWL_PUBLIC_URL} says. */
    static final String PUBLIC_URL = "https://hooks.example";

    private static final Map<String, KeyEncoding> ENCODINGS =
            Arrays.stream(KeyEncoding.values()).collect(Collectors.toMap(KeyEncoding::word, Function.identity()));

    /** The source is named like the preset. */
    static PresetSource of(String name) {
        return of(name, "any");
    }

    /** @param mode whose events are taken, where the preset's carry a mode */
    static PresetSource of(String name, String mode) {
        JsonNode preset = PresetLibrary.preset(name);
        TrustedKey.Kind kind = kind(firstRecipe(preset));
        String secret = needsSecret(preset) ? secret(firstRecipe(preset), kind) : null;
        ObjectNode own = entry(name, preset, secret);
        if (own.has("mode")) {
            own.put("mode", mode);
        }
        ObjectNode file = JsonNodeFactory.instance.objectNode();
        file.putObject("sources").set(name, own);
        Source source = ConfigFile.of(text(file))
                .env("PAWL_PUBLIC_URL", PUBLIC_URL)
                .env("PAWL_KEY", "MDAxMTIyMzM0NDU1NjY3Nzg4OTlhYWJiY2NkZGVlZmY=")
                .catalog()
                .source(name);
        return new PresetSource(Objects.requireNonNull(source, name), kind, secret);
    }

    /** What {@code pawl.yaml} says of a source based on the preset. */
    static ObjectNode entry(String name) {
        JsonNode preset = PresetLibrary.preset(name);
        JsonNode first = firstRecipe(preset);
        return entry(name, preset, needsSecret(preset) ? secret(first, kind(first)) : null);
    }

    private static ObjectNode entry(String name, JsonNode preset, @Nullable String secret) {
        ObjectNode own = JsonNodeFactory.instance.objectNode().put("preset", name);
        if (secret != null) {
            own.putArray("secrets").add(secret);
        }
        if (preset.path("event").has("mode")) {
            own.put("mode", "any");
        }
        preset.path("configNeeds")
                .fieldNames()
                .forEachRemaining(need -> own.withObjectProperty("config").put(need, sampleOf(need)));
        return own;
    }

    static JsonNode firstRecipe(JsonNode preset) {
        JsonNode verify = preset.path("verify");
        return verify.isArray() ? verify.path(0) : verify;
    }

    /** Whether something stands under {@code secrets}: where nothing is verified or keys are fetched, nothing does. */
    static boolean needsSecret(JsonNode preset) {
        JsonNode first = firstRecipe(preset);
        return !first.path("algorithm").asText().equals("none")
                && !first.path("key").has("fetch");
    }

    /** What {@code config} gives for a name. */
    static String sampleOf(String need) {
        return "sample-" + need.replace('_', '-');
    }

    private static String text(JsonNode json) {
        try {
            return new ObjectMapper().writeValueAsString(json);
        } catch (JsonProcessingException e) {
            throw new AssertionError(e);
        }
    }

    private static TrustedKey.Kind kind(JsonNode recipe) {
        String algorithm = recipe.path("algorithm").asText();
        boolean rsa = algorithm.startsWith("rsa")
                || recipe.path("jws").path("algorithms").path(0).asText().equals("RS256");
        return rsa
                ? TrustedKey.Kind.RSA
                : algorithm.equals("ed25519") ? TrustedKey.Kind.ED25519 : TrustedKey.Kind.EC_P256;
    }

    private static String secret(JsonNode recipe, TrustedKey.Kind kind) {
        if (recipe.path("jws").has("x5c")) {
            return ProviderKeys.get().rootPem();
        }
        KeyEncoding encoding =
                ENCODINGS.getOrDefault(recipe.path("key").path("encoding").asText("utf8"), KeyEncoding.UTF8);
        return switch (encoding) {
            case HEX -> "00112233445566778899aabbccddeeff";
            case BASE64 -> "MDAxMTIyMzM0NDU1NjY3Nzg4OTlhYWJi";
            case WHSEC -> "whsec_MDAxMTIyMzM0NDU1NjY3Nzg4OTlhYWJi";
            case UTF8, WHSEC_OR_UTF8, SHA1_DIGEST ->
                recipe.path("algorithm").asText().equals("basic")
                        ? "user:sample-password-01"
                        : "sample-secret-0123456789";
            case PEM, CERTIFICATE, SPKI_BASE64, ED25519_HEX, ED25519_BASE64, WHPK, JWK ->
                ProviderKeys.get().text(encoding, kind);
        };
    }

    Provider.Sample sample() {
        return Objects.requireNonNull(source.provider().sample(), "no sample");
    }

    /** The sample as it is, without what proves it. */
    InboundRequest plain() {
        return SampleRequest.plain(source).fold(request -> request, problem -> {
            throw new AssertionError(problem);
        });
    }

    /** The sample, signed; as it is where nothing is verified. */
    InboundRequest signed(Instant now) {
        return source.verified() ? new ProviderSigner(source.verifier()).sign(0, plain(), anySecret(), now) : plain();
    }

    /** What the first event of an authentic request comes to. */
    String outcome(Map<String, List<String>> headers, String body) {
        InboundRequest request =
                new InboundRequest("POST", "/webhooks/s", headers, body.getBytes(StandardCharsets.UTF_8));
        return source.interpreter()
                .interpret(VerifiedRequest.vouchedFor(request))
                .fold(Interpretation.Interpreted::readings, not -> List.<Interpretation.Reading>of())
                .get(0)
                .outcome()
                .fold(
                        asserted -> "asserted",
                        ignored -> "ignored/" + ignored.reason(),
                        invalid -> "invalid/" + invalid.reason());
    }

    private Secret anySecret() {
        return source.secrets().isEmpty()
                ? Secret.of("none", "no-secret-is-needed")
                : Objects.requireNonNull(source.secrets().get(0));
    }

    Verification verify(InboundRequest request, Instant now) {
        return source.verified()
                ? new ProviderSigner(source.verifier()).verify(request, source.secrets(), kind, now)
                : source.verifier().verify(request, source.secrets(), now);
    }
}
