package dev.pawl.config;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.pawl.core.verify.AnySecret;
import dev.pawl.core.verify.InboundRequest;
import dev.pawl.core.verify.KeyFormat;
import dev.pawl.core.verify.KeyRequest;
import dev.pawl.core.verify.KeyRing;
import dev.pawl.core.verify.ProviderKeys;
import dev.pawl.core.verify.Secret;
import dev.pawl.core.verify.SecretDecoder;
import dev.pawl.core.verify.Verification;
import dev.pawl.core.verify.Verification.KeyNeeded;
import dev.pawl.core.verify.Verification.Reason;
import dev.pawl.core.verify.Verifier;
import java.net.URI;
import java.security.KeyFactory;
import java.security.NoSuchAlgorithmException;
import java.security.PublicKey;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.X509EncodedKeySpec;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** One recorded request, and the source that has to judge it. */
final class Vector {

    /** For requests that carry no time: within the validity of every certificate among them. */
    private static final Instant ANY_TIME = Instant.parse("2027-06-01T00:00:00Z");

    private final ObjectNode source;
    private final JsonNode vector;
    private final URI url;

    Vector(ObjectNode source, JsonNode vector) {
        this.source = source;
        this.vector = vector;
        this.url = URI.create(vector.path("url").asText());
    }

    void check() {
        Scheme scheme = scheme();
        Verification verification = verification(scheme.verifier(), secrets(scheme));
        String outcome = verification.fold(
                verified -> "verified", refused -> refused.reason().name(), needed -> "needs " + needed.request());
        // Where a provider's library compares hex as text, upper case fails there; here it is the same signature.
        boolean lenient = vector.path("policy").asText().equals("hex-case");
        boolean valid = lenient || vector.path("valid").asBoolean();
        assertThat(outcome)
                .as("%s %s", vector.path("note").asText(), source)
                .isEqualTo(valid ? "verified" : reason().name());
    }

    /** Its secrets could be configured, but for those that are shorter than any real one. */
    void takesItsSecrets() {
        Scheme scheme = scheme();
        Stream.concat(texts(vector.path("secrets")), texts(vector.path("secret")))
                .forEach(text -> scheme.encodings().stream()
                        .filter(encoding -> !encoding.isPublic())
                        .map(encoding -> SecretDecoder.decode(encoding, text, scheme.meant())
                                .fold(key -> "", problem -> problem))
                        .forEach(problem ->
                                assertThat(problem).matches("|is empty|is shorter than .*|is not valid .*")));
    }

    private static Stream<String> texts(JsonNode node) {
        return node.isTextual()
                ? Stream.of(node.textValue())
                : node.valueStream().map(JsonNode::asText);
    }

    /** The source's scheme; it must be without a mistake. */
    Scheme scheme() {
        Mistakes mistakes = new Mistakes();
        String address = url.getScheme() + "://" + url.getRawAuthority();
        Placeholders placeholders = new Placeholders(name -> name.equals(RecipeContext.PUBLIC_URL) ? address : null);
        ConfigNode node = ConfigNode.of(new ConfigNode.Reading(mistakes, placeholders, null), "sources.s", source);
        dev.pawl.core.json.EventPath each = dev.pawl.core.json.EventPath.parse(
                        source.path("event").path("each").asText())
                .fold(path -> path, problem -> {
                    throw new AssertionError(problem);
                });
        Scheme scheme = new VerifyReader(RecipeContext.of(node, each)).read(node.at("verify"));
        assertThat(mistakes.all()).as("%s", source).isEmpty();
        return Objects.requireNonNull(scheme);
    }

    private Verification verification(Verifier verifier, List<Secret> secrets) {
        Instant at = vector.path("at").isNumber()
                ? Instant.ofEpochSecond(vector.path("at").asLong())
                : ANY_TIME;
        Verification first = verifier.verify(request(), secrets, at);
        if (!(first instanceof KeyNeeded needed)) {
            return first;
        }
        KeyRing keys = needed.request()
                .keysIn(answer(needed.request()))
                .fold(set -> KeyRing.EMPTY.with(needed.request(), set), problem -> {
                    throw new AssertionError(problem);
                });
        return verifier.verify(request(), secrets, keys, at);
    }

    /** What the provider would answer to somebody asking for its keys: in the form that is asked for. */
    private byte[] answer(KeyRequest request) {
        JsonNode text = vector.path("public_key");
        if (vector.path("key_format").asText().equals("keyset")) {
            Map.Entry<String, JsonNode> only =
                    read(text.asText()).properties().iterator().next();
            return keys(request, only.getKey(), only.getValue().asText());
        }
        return keys(request, vector.path("config").path("kid").asText("none"), text.asText());
    }

    private static byte[] keys(KeyRequest request, String id, String pem) {
        boolean certificate = pem.contains("BEGIN CERTIFICATE");
        return certificate && request.format() == KeyFormat.CERTIFICATE
                ? pem.getBytes(UTF_8)
                : ProviderKeys.get().answer(request, id, publicKey(pem));
    }

    private static PublicKey publicKey(String pem) {
        byte[] spki = Base64.getMimeDecoder().decode(pem.replaceAll("-----[A-Z ]+-----", ""));
        return Stream.of("RSA", "EC", "Ed25519")
                .flatMap(algorithm -> publicKey(algorithm, spki).stream())
                .findFirst()
                .orElseThrow(() -> new AssertionError("no public key: " + pem));
    }

    private static Optional<PublicKey> publicKey(String algorithm, byte[] spki) {
        try {
            return Optional.of(KeyFactory.getInstance(algorithm).generatePublic(new X509EncodedKeySpec(spki)));
        } catch (InvalidKeySpecException anotherKind) {
            return Optional.empty();
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }

    private static JsonNode read(String json) {
        try {
            return new ObjectMapper().readTree(json);
        } catch (com.fasterxml.jackson.core.JsonProcessingException e) {
            throw new AssertionError(e);
        }
    }

    private Reason reason() {
        String reason = vector.path("reason").asText();
        return switch (reason) {
            case "missing" -> Reason.SIGNATURE_MISSING;
            case "malformed" -> Reason.SIGNATURE_MALFORMED;
            case "rule" -> Reason.CONDITION_UNMET;
            case "mismatch" -> Reason.SIGNATURE_WRONG;
            case "expired" -> Reason.TIMESTAMP_TOO_OLD;
            case "future" -> Reason.TIMESTAMP_IN_FUTURE;
            default -> throw new AssertionError("unknown reason " + reason);
        };
    }

    InboundRequest request() {
        Map<String, List<String>> headers = new HashMap<>();
        vector.path("headers").properties().forEach(header -> {
            // A server hands the bytes over as ISO 8859-1.
            String value = new String(
                    header.getValue().asText().getBytes(UTF_8), java.nio.charset.StandardCharsets.ISO_8859_1);
            headers.put(header.getKey(), List.of(value));
        });
        byte[] body = vector.has("body_base64")
                ? Base64.getDecoder().decode(vector.path("body_base64").asText())
                : vector.path("body").asText().getBytes(UTF_8);
        String query = url.getRawQuery() == null ? "" : "?" + url.getRawQuery();
        return new InboundRequest(vector.path("method").asText("POST"), url.getRawPath() + query, headers, body);
    }

    private List<Secret> secrets(Scheme scheme) {
        List<String> texts = new ArrayList<>();
        vector.path("secrets").forEach(secret -> texts.add(secret.asText()));
        if (texts.isEmpty()) {
            JsonNode one = vector.path("secret").isTextual() ? vector.path("secret") : vector.path("public_key");
            texts.add(one.asText());
        }
        return texts.stream()
                .map(text -> AnySecret.of("secret", text, scheme.encodings()))
                .toList();
    }
}
