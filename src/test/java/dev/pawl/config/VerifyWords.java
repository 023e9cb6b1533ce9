package dev.pawl.config;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** Says in plain sentences what a verification recipe checks. */
final class VerifyWords {

    private static final Map<String, String> ALGORITHMS = Map.ofEntries(
            Map.entry("hmac-md5", "HMAC-MD5"),
            Map.entry("hmac-sha1", "HMAC-SHA1"),
            Map.entry("hmac-sha256", "HMAC-SHA256"),
            Map.entry("hmac-sha384", "HMAC-SHA384"),
            Map.entry("hmac-sha512", "HMAC-SHA512"),
            Map.entry("md5", "MD5 hash"),
            Map.entry("sha1", "SHA-1 hash"),
            Map.entry("sha256", "SHA-256 hash"),
            Map.entry("sha384", "SHA-384 hash"),
            Map.entry("sha512", "SHA-512 hash"),
            Map.entry("ed25519", "Ed25519 signature"),
            Map.entry("ecdsa-p256-sha256", "ECDSA signature (P-256, SHA-256)"),
            Map.entry("ecdsa-p256-sha1", "ECDSA signature (P-256, SHA-1)"),
            Map.entry("rsa-sha256", "RSA signature (SHA-256)"),
            Map.entry("rsa-sha1", "RSA signature (SHA-1)"),
            Map.entry("jws", "JSON Web Signature"),
            Map.entry("token", "shared token"),
            Map.entry("basic", "HTTP basic authentication"),
            Map.entry("none", "not at all"));
    private static final Map<String, String> SHARED_KEYS = Map.of(
            "utf8", "The key is the text of the secret as it is.",
            "hex", "The key is the secret, decoded from hex.",
            "base64", "The key is the secret, decoded from base64.",
            "whsec", "The key is what follows `whsec_` in the secret, decoded from base64.",
            "whsec-or-utf8",
                    "The key is what follows `whsec_` in the secret, decoded from base64; a secret without that prefix is taken as text.",
            "sha1-digest", "The key is the SHA-1 digest of the secret.");
    private static final Map<String, String> PUBLIC_KEYS = Map.of(
            "pem", "a PEM text",
            "certificate", "a certificate in PEM",
            "spki-base64", "base64 of the DER form",
            "ed25519-hex", "32 bytes in hex",
            "ed25519-base64", "32 bytes in base64",
            "whpk", "`whpk_` and base64",
            "jwk", "a JSON Web Key");
    private static final Map<String, String> UNITS = Map.of(
            "seconds", "seconds since 1970",
            "millis", "milliseconds since 1970",
            "iso8601", "ISO 8601",
            "http-date", "an HTTP date");

    private static final Pattern PUBLIC = Pattern.compile("(ed25519|ecdsa|rsa).*");

    private final JsonNode recipe;
    private final String algorithm;
    private final List<String> sentences = new ArrayList<>();

    private VerifyWords(JsonNode recipe) {
        this.recipe = recipe;
        this.algorithm = recipe.path("algorithm").asText();
    }

    /** One word or two for a table. */
    static String name(JsonNode recipe) {
        return Objects.requireNonNull(
                ALGORITHMS.get(recipe.path("algorithm").asText()),
                recipe.path("algorithm").asText());
    }

    static String of(JsonNode recipe) {
        VerifyWords words = new VerifyWords(recipe);
        words.proof();
        if (!words.algorithm.equals("none")) {
            words.conditions();
            words.time();
            words.once();
            words.coverage();
        }
        return String.join(" ", words.sentences);
    }

    private void proof() {
        switch (algorithm) {
            case "none" ->
                sentences.add(
                        "Not at all: the provider does not sign. Anybody who knows the address can make this source"
                                + " believe anything; keep the address secret and take what comes for a hint.");
            case "basic" ->
                sentences.add("By HTTP basic authentication: header `Authorization` must hold user and password."
                        + " The secret is both, as `user:password`; nothing is signed.");
            case "token" -> sentences.add("The secret itself must stand in " + place() + "; nothing is signed.");
            case "jws" -> jws();
            default -> signed();
        }
        if (recipe.path("each").asBoolean(false)) {
            sentences.add("That is checked for every event of the request; one that fails refuses them all.");
        }
    }

    private void signed() {
        String name = name(recipe);
        sentences.add("The signature is " + (name.startsWith("S") ? "a " : "an ") + name + " over "
                + RequestWords.of(recipe.path("signed").asText()) + ". It stands, in "
                + recipe.path("signature").path("encoding").asText() + ", in " + place() + ".");
        if (algorithm.startsWith("hmac")) {
            sentences.add(sharedKey());
        } else if (PUBLIC.matcher(algorithm).matches()) {
            publicKey();
        }
    }

    private String sharedKey() {
        String encoding = recipe.path("key").path("encoding").asText("utf8");
        return Objects.requireNonNull(SHARED_KEYS.get(encoding), encoding);
    }

    private void publicKey() {
        JsonNode key = recipe.path("key");
        if (!key.has("fetch")) {
            String encoding = key.path("encoding").asText("pem");
            sentences.add("It is checked with the provider's public key, which stands under `secrets` as "
                    + Objects.requireNonNull(PUBLIC_KEYS.get(encoding), encoding) + ".");
            return;
        }
        JsonNode fetch = key.path("fetch");
        sentences.add("It is checked with the provider's key, which Pawl fetches with `"
                + fetch.path("method").asText("GET") + " " + fetch.path("url").asText() + "`, only from "
                + Markdown.codes(texts(fetch.path("hosts"))) + " (format "
                + fetch.path("format").asText()
                + (fetch.has("subject") ? " for " + Markdown.codes(texts(fetch.path("subject"))) : "") + ", kept for "
                + TimeWords.of(fetch.path("cache").asText("1h")) + ").");
    }

    private void jws() {
        JsonNode jws = recipe.path("jws");
        boolean detached = jws.path("detached").asBoolean(false);
        sentences.add("A JSON Web Signature (" + Markdown.codes(texts(jws.path("algorithms"))) + ") stands in "
                + place() + (detached ? "; what it signs is the body, which is left out of it." : "."));
        if (jws.has("x5c")) {
            sentences.add("It brings its certificates, which must lead to the root certificate under `secrets`"
                    + (jws.path("x5c").isObject() ? " and be made for this use." : "."));
        } else if (texts(jws.path("algorithms")).allMatch(name -> name.startsWith("HS"))) {
            sentences.add(sharedKey());
        } else {
            publicKey();
        }
        jws.path("claims")
                .properties()
                .forEach(claim -> sentences.add("Its claim " + Markdown.code(claim.getKey())
                        + " must be "
                        + String.join(
                                " or ",
                                texts(claim.getValue()).map(RequestWords::of).toList()) + "."));
        JsonNode hash = jws.path("bodyHash");
        if (!hash.isMissingNode()) {
            sentences.add(
                    "Its claim " + Markdown.code(hash.path("claim").asText()) + " must be the SHA-256 of the body in "
                            + hash.path("encoding").asText() + ".");
        }
        if (jws.has("maxAge")) {
            sentences.add("It may be at most " + TimeWords.of(jws.path("maxAge").asText()) + " old.");
        }
    }

    private String place() {
        JsonNode signature = recipe.path("signature");
        String where = "header";
        for (String kind : List.of("query", "form", "json")) {
            where = signature.has(kind) ? kind : where;
        }
        List<String> names = texts(signature.path(where)).toList();
        String shown = Markdown.codes(names.stream());
        String words = switch (where) {
            case "query" -> "query parameter " + shown;
            case "form" -> "form field " + shown;
            case "json" -> shown + (recipe.path("each").asBoolean(false) ? " of every event" : " of the body");
            default ->
                names.size() == 1
                        ? "header " + shown
                        : (signature.path("which").asText().equals("any") ? "any" : "the first there is")
                                + " of the headers " + shown;
        };
        return words + layout(signature.path("parse"));
    }

    private static String layout(JsonNode parse) {
        if (parse.has("pairs")) {
            String between = parse.path("equals").asText("=");
            return ", as the pairs (`name" + between + "value`, separated by " + separator(parse.path("pairs"))
                    + ") whose name is " + RequestWords.of(parse.path("take").asText());
        }
        if (parse.has("list")) {
            return ", as the items (separated by " + separator(parse.path("list")) + ") that begin with "
                    + Markdown.code(parse.path("prefix").asText())
                    + (parse.path("bare").asBoolean(false) ? " or stand there bare" : "");
        }
        if (parse.has("positional")) {
            return ", as the items (separated by " + separator(parse.path("positional")) + ") after "
                    + Markdown.codes(texts(parse.path("names")));
        }
        if (parse.has("base64json")) {
            return ", as member " + Markdown.code(parse.path("base64json").asText())
                    + " of the JSON that stands there in base64";
        }
        if (parse.has("optionalPrefix")) {
            return ", with or without "
                    + Markdown.code(parse.path("optionalPrefix").asText()) + " before it";
        }
        return parse.has("prefix")
                ? ", after " + Markdown.code(parse.path("prefix").asText())
                : "";
    }

    private static String separator(JsonNode separator) {
        return separator.asText().isBlank() ? "blanks" : Markdown.code(separator.asText());
    }

    private void conditions() {
        List<String> conditions = new ArrayList<>();
        recipe.path("require").forEach(condition -> conditions.add(ConditionWords.must(condition)));
        if (!conditions.isEmpty()) {
            sentences.add("Besides, " + Markdown.listed(conditions) + ".");
        }
    }

    private void time() {
        JsonNode time = recipe.path("timestamp");
        if (time.isMissingNode()) {
            sentences.add(
                    recipe.has("jws")
                            ? "Of its times `exp` and `nbf` are heeded where it has them."
                            : "No time is checked.");
            return;
        }
        String unit = time.path("unit").asText();
        sentences.add("The request tells its time in "
                + RequestWords.of(time.path("from").asText()) + " ("
                + UNITS.getOrDefault(unit, Markdown.code(unit)) + "), which may be at most "
                + TimeWords.of(time.path("tolerance").asText("5m")) + " ago"
                + (time.path("future").asText("refuse").equals("accept")
                        ? "; a time ahead of Pawl's is accepted."
                        : " and at most as much ahead."));
    }

    private void once() {
        if (recipe.has("once")) {
            sentences.add("Since the body is not signed, "
                    + RequestWords.of(recipe.path("once").asText()) + " may be used for one body only.");
        }
    }

    private void coverage() {
        String usual = algorithm.equals("token") || algorithm.equals("basic") ? "none" : "body";
        String covers = recipe.path("covers").asText(usual);
        if (covers.equals("none")) {
            sentences.add("This covers nothing of the body: it only shows that the sender knows the secret.");
        } else if (covers.equals("fields")) {
            sentences.add("This covers what is named here, not every byte of the body.");
        } else if (recipe.path("signed").asText().contains("{body:crc32}")) {
            sentences.add("This covers the whole body, but only by its CRC-32: another body can be made to fit it.");
        } else {
            sentences.add("This covers the whole body.");
        }
    }

    /** The texts of a list, or the one text. */
    static Stream<String> texts(JsonNode node) {
        return node.isArray()
                ? StreamSupport.stream(node.spliterator(), false).map(JsonNode::asText)
                : node.isMissingNode() ? Stream.of() : Stream.of(node.asText());
    }
}
