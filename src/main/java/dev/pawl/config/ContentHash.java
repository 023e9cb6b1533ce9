package dev.pawl.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The short name of a configuration's content: the first 12 hexadecimal digits of SHA-256 over its JSON with sorted keys
 * and resolved placeholders, secrets left out. A rotated secret is no other configuration; a changed preset or address is.
 */
final class ContentHash {

    private static final int LENGTH = 12;

    private ContentHash() {}

    /**
     * @param sources with their presets laid under
     * @param machines the file's own
     * @param effects the list as written
     */
    static String of(
            Map<String, JsonNode> sources,
            Map<String, JsonNode> machines,
            JsonNode effects,
            Placeholders placeholders) {
        ObjectNode content = JsonNodeFactory.instance.objectNode();
        sources.forEach((name, source) -> content.withObjectProperty("sources").set(name, without(source, "secrets")));
        machines.forEach(
                (name, machine) -> content.withObjectProperty("machines").set(name, machine));
        effects.forEach(effect -> {
            JsonNode copy = effect.deepCopy();
            if (copy.path("http") instanceof ObjectNode http) {
                http.remove("secret");
                if (http.has("text")) {
                    http.remove("url"); // a chat's address is a secret
                }
            }
            content.withArrayProperty("effects").add(copy);
        });
        String canonical = canonical(content, placeholders).toString();
        byte[] digest = sha256().digest(canonical.getBytes(StandardCharsets.UTF_8));
        return HexFormat.of().formatHex(digest).substring(0, LENGTH);
    }

    private static JsonNode without(JsonNode node, String key) {
        JsonNode copy = node.deepCopy();
        if (copy instanceof ObjectNode map) {
            map.remove(key);
        }
        return copy;
    }

    private static JsonNode canonical(JsonNode node, Placeholders placeholders) {
        if (node.isObject()) {
            ObjectNode sorted = JsonNodeFactory.instance.objectNode();
            Set<String> keys = new TreeSet<>();
            node.fieldNames().forEachRemaining(keys::add);
            keys.forEach(key -> sorted.set(key, canonical(node.path(key), placeholders)));
            return sorted;
        }
        if (node.isArray()) {
            ArrayNode list = JsonNodeFactory.instance.arrayNode();
            node.forEach(item -> list.add(canonical(item, placeholders)));
            return list;
        }
        if (node.isTextual()) {
            String expanded = placeholders.expand(node.textValue(), "", new Mistakes());
            return JsonNodeFactory.instance.textNode(expanded == null ? "" : expanded);
        }
        return node;
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
