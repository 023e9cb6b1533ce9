package dev.pawl.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Turns a recipe of {@code providers/recipes.json} into a source of {@code pawl.yaml}: the proof that the language can say
 * all of them.
 */
final class RecipeTranslator {

    private static final Map<String, String> UNITS =
            Map.of("s", "seconds", "ms", "millis", "iso", "iso8601", "http-date", "http-date");
    private static final Map<String, String> BODIES = Map.of(
            "raw", "{body}",
            "crc32-decimal", "{body:crc32}",
            "sha256-hex", "{body:sha256-hex}",
            "escape-unicode", "{body:escape-unicode}",
            "raw-plus-newline", "{body}\n");
    private static final Map<String, String> URLS =
            Map.of("full", "{url}", "no-port", "{url:no-port}", "with-port", "{url:with-port}", "path-query", "{path}");
    private static final Set<String> SHARED_JWS = Set.of("HS256", "HS512");

    private final String name;
    private final JsonNode vector;

    private RecipeTranslator(String name, JsonNode vector) {
        this.name = name;
        this.vector = vector;
    }

    /** A source without secrets; recipes read their keys in the vector's format. */
    static ObjectNode source(String name, JsonNode recipe, JsonNode vector) {
        return new RecipeTranslator(name, vector).source(recipe);
    }

    private ObjectNode source(JsonNode recipe) {
        ObjectNode source = object();
        if (vector.path("config").isObject()) {
            source.set("config", vector.path("config"));
        }
        if (recipe.has("any_of")) {
            ArrayNode list = source.putArray("verify");
            recipe.path("any_of").forEach(one -> list.add(verify(one)));
        } else {
            source.set("verify", verify(recipe));
        }
        if (recipe.has("each")) {
            source.putObject("event")
                    .put(
                            "each",
                            recipe.path("each").asText() + "/*"
                                    + recipe.path("item").asText());
        }
        return source;
    }

    private ObjectNode verify(JsonNode recipe) {
        ObjectNode verify = object();
        String algorithm = recipe.path("alg").asText();
        verify.put("algorithm", algorithm.replace("hash-", "").replace("ecdsa-", "ecdsa-p256-"));
        if (recipe.has("each")) {
            verify.put("each", true);
        }
        if (recipe.has("sig")) {
            verify.set("signature", signature(recipe.path("sig")));
        }
        StringBuilder signed = new StringBuilder();
        recipe.path("msg").forEach(part -> signed.append(part(part)));
        if (recipe.has("msg")) {
            verify.put("signed", signed.toString());
        }
        if (recipe.has("jws")) {
            verify.set("jws", jws(recipe.path("jws")));
        }
        timestamp(recipe.path("ts"), verify);
        require(recipe.path("require"), verify);
        key(recipe, verify);
        // A checksum covers nothing: other bodies fit it, too.
        String text = verify.toString().replace("{body:crc32}", "");
        boolean covers =
                text.contains("{body") || text.contains("{form:sorted}") || text.contains("{form:php-serialized}");
        boolean jws = recipe.path("jws").has("body_claim") || recipe.path("jws").has("detached");
        boolean inside =
                recipe.has("jws") && recipe.path("sig").path("in").asText().equals("json");
        boolean password = algorithm.equals("token") || algorithm.equals("basic");
        if (!covers && !jws && !inside && !password) {
            verify.put("covers", recipe.has("jws") ? "none" : "fields");
        }
        return verify;
    }

    private static ObjectNode signature(JsonNode sig) {
        ObjectNode signature = object();
        if (sig.has("names")) {
            signature.set("header", sig.path("names"));
            signature.put("which", "any");
        } else {
            signature.put(sig.path("in").asText(), sig.path("name").asText());
        }
        if (sig.has("enc")) {
            signature.put("encoding", sig.path("enc").asText().replace("hex-any", "hex"));
        }
        if (sig.has("prefix")) {
            signature.putObject("parse").put("prefix", sig.path("prefix").asText());
        }
        if (sig.has("parse")) {
            parse(sig.path("parse"), signature.putObject("parse"));
        }
        return signature;
    }

    private static void parse(JsonNode from, ObjectNode parse) {
        String separator = from.path("sep").asText();
        switch (from.path("type").asText()) {
            case "prefix" -> parse.put("prefix", from.path("prefix").asText());
            case "optional-prefix" ->
                parse.put("optionalPrefix", from.path("prefix").asText());
            case "kv" ->
                parse.put("pairs", separator).put("take", from.path("key").asText());
            case "list" -> {
                parse.put("list", separator).put("prefix", from.path("prefix").asText());
                if (from.has("bare")) {
                    parse.put("bare", true);
                }
            }
            case "positional" ->
                parse.put("positional", separator)
                        .putArray("names")
                        .add(from.path("first").asText());
            case "b64json" -> parse.put("base64json", from.path("field").asText());
            case "pairs" ->
                parse.put("pairs", "&")
                        .put("equals", "|")
                        .put("take", "{config:" + from.path("key_config").asText() + "}");
            default -> throw new AssertionError(from);
        }
    }

    private static String part(JsonNode part) {
        String mark = (part.has("default") ? "?" : "")
                + switch (part.path("tx").asText()) {
                    case "lower" -> "|lower";
                    case "hubspot-url" -> "|unescaped";
                    default -> "";
                };
        Map.Entry<String, JsonNode> first = part.properties().iterator().next();
        String value = first.getValue().asText();
        return switch (first.getKey()) {
            case "lit" -> value.replace("{", "{{").replace("}", "}}");
            case "header", "config", "query", "json" -> "{" + first.getKey() + ":" + value + mark + "}";
            case "sigkv" -> "{sig:" + value + "}";
            case "body" -> BODIES.getOrDefault(value, "?");
            case "url" -> URLS.getOrDefault(value, "?").replace("}", mark + "}");
            case "secret", "method" -> "{" + first.getKey() + "}";
            case "form" -> value.startsWith("sorted") ? "{form:sorted}" : "{form:php-serialized}";
            case "form_field" ->
                "{form:" + value + mark + "}" + (part.path("newline").asBoolean() ? "\n" : "");
            case "json_join" ->
                joined(first.getValue(), "json", part.path("sep").asText());
            case "form_join" ->
                joined(first.getValue(), "form", part.path("sep").asText());
            case "json_lines" -> "{json:lines:" + String.join(",", texts(first.getValue())) + "}";
            case "json_object" -> members(first.getValue());
            case "json_sorted_values" -> "{json:sorted-values:" + value + "}";
            case "signed_headers" -> "{headers:" + value + "}";
            default -> throw new AssertionError(part);
        };
    }

    private static String joined(JsonNode names, String kind, String separator) {
        List<String> parts = new ArrayList<>();
        texts(names).forEach(one -> parts.add("{" + kind + ":" + one + "?}"));
        return String.join(separator, parts);
    }

    private static String members(JsonNode pairs) {
        List<String> members = new ArrayList<>();
        pairs.forEach(pair -> {
            String from = pair.path(1).asText();
            String value = from.equals("$secret") ? "{secret|json}" : "{json:" + from + "|json}";
            members.add("\"" + pair.path(0).asText() + "\":" + value);
        });
        return "{{" + String.join(",", members) + "}}";
    }

    private static List<String> texts(JsonNode list) {
        List<String> texts = new ArrayList<>();
        list.forEach(item -> texts.add(item.asText()));
        return texts;
    }

    private static void timestamp(JsonNode ts, ObjectNode verify) {
        // Without a tolerance nothing becomes too old, and what is signed is no less checked.
        if (ts.has("tol")) {
            ObjectNode timestamp = verify.putObject("timestamp");
            timestamp.put("from", part(ts.path("from")));
            timestamp.put("unit", UNITS.getOrDefault(ts.path("unit").asText(), "?"));
            timestamp.put("tolerance", ts.path("tol").asText() + "s");
            timestamp.put("future", ts.path("future").asBoolean(true) ? "refuse" : "accept");
        }
    }

    private static void require(JsonNode conditions, ObjectNode verify) {
        for (JsonNode condition : conditions) {
            JsonNode from = condition.path("from");
            if (from.path("name").asText().toLowerCase(java.util.Locale.ROOT).endsWith("cert-url")
                    || from.path("name").asText().equals("/SigningCertURL")) {
                // The bounds of the key's address say that.
                continue;
            }
            ObjectNode entry = verify.withArrayProperty("require").addObject();
            entry.put(
                    "from",
                    "{" + from.path("in").asText() + ":" + from.path("name").asText() + "}");
            if (condition.has("equals")) {
                entry.put("equals", condition.path("equals").asText());
            }
            if (condition.has("equals_config")) {
                entry.put("equals", "{config:" + condition.path("equals_config").asText() + "}");
            }
            if (condition.has("equals_part")) {
                entry.put("equals", part(condition.path("equals_part")));
            }
            if (condition.has("matches")) {
                entry.put("matches", condition.path("matches").asText());
            }
            if (condition.has("if_present")) {
                entry.put("optional", true);
            }
        }
    }

    private ObjectNode jws(JsonNode from) {
        ObjectNode jws = object();
        ArrayNode algorithms = jws.putArray("algorithms");
        boolean shared = vector.path("public_key").isMissingNode();
        from.path("algs").forEach(algorithm -> {
            if (SHARED_JWS.contains(algorithm.asText()) == shared) {
                algorithms.add(algorithm);
            }
        });
        for (String flag : List.of("detached", "x5c")) {
            if (from.path(flag).asBoolean()) {
                jws.put(flag, true);
            }
        }
        from.path("claims").properties().forEach(claim -> {
            JsonNode value = claim.getValue();
            jws.withObjectProperty("claims")
                    .set(
                            claim.getKey(),
                            value.has("config")
                                    ? JsonNodeFactory.instance.textNode(
                                            "{config:" + value.path("config").asText() + "}")
                                    : value.isArray() ? value : JsonNodeFactory.instance.textNode(value.asText()));
        });
        if (from.has("body_claim")) {
            jws.putObject("bodyHash")
                    .put("claim", from.path("body_claim").path("name").asText())
                    .put("encoding", from.path("body_claim").path("enc").asText());
        }
        if (from.has("iat_tol")) {
            jws.put("maxAge", from.path("iat_tol").asText() + "s");
        }
        return jws;
    }

    private void key(JsonNode recipe, ObjectNode verify) {
        String format = vector.path("key_format").asText();
        if (recipe.has("key")) {
            verify.putObject("key")
                    .put("encoding", recipe.path("key").path("enc").asText());
        } else if (format.equals("keyset")) {
            fetch(verify, "https://keys.example.com/list", List.of("keys.example.com"), "pem")
                    .putObject("keys")
                    .put("each", "/keys")
                    .put("id", "/id")
                    .put("key", "/pem");
        } else if (name.equals("paypal")) {
            fetch(verify, "{header:PAYPAL-CERT-URL}", List.of("*.paypal.com"), "certificate");
        } else if (name.equals("sns")) {
            fetch(
                            verify,
                            "{json:/SigningCertURL}",
                            List.of("sns.*.amazonaws.com", "sns.*.amazonaws.com.cn"),
                            "certificate")
                    .put("path", "/[^?#]*\\.pem");
        } else if (!format.isEmpty()) {
            verify.putObject("key").put("encoding", format.replace("x509-pem", "certificate"));
        }
    }

    private static ObjectNode fetch(ObjectNode verify, String url, List<String> hosts, String format) {
        ObjectNode fetch = verify.putObject("key").putObject("fetch");
        fetch.put("url", url).put("format", format);
        hosts.forEach(fetch.withArrayProperty("hosts")::add);
        return fetch;
    }

    private static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }
}
