package dev.pawl.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;

/** The pieces a JSON Schema (2020-12) of {@code pawl.yaml} is put together from. */
final class ConfigSchema {

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    /** What each kind of map may hold, by the name of its definition. */
    private final Map<String, ObjectNode> definitions = new TreeMap<>();

    static ObjectNode text(String description) {
        return of("string", description);
    }

    static ObjectNode flag(String description) {
        return of("boolean", description);
    }

    static ObjectNode whole(String description) {
        return of("integer", description);
    }

    /** A duration, a size, or a value as the provider writes it, which may be a number. */
    static ObjectNode quantity(String description) {
        ObjectNode schema = JSON.objectNode().put("description", description);
        schema.putArray("type").add("string").add("number").add("boolean");
        return schema;
    }

    static ObjectNode anything(String description) {
        return JSON.objectNode().put("description", description);
    }

    static ObjectNode texts(String description) {
        return oneOrMore(text(""), description);
    }

    static ObjectNode list(JsonNode items, String description) {
        ObjectNode schema = of("array", description);
        schema.set("items", items);
        return schema;
    }

    static ObjectNode oneOrMore(JsonNode item, String description) {
        return either(description, item, list(item, ""));
    }

    static ObjectNode byName(JsonNode values, String description) {
        ObjectNode schema = of("object", description);
        schema.set("additionalProperties", values);
        return schema;
    }

    static ObjectNode either(String description, JsonNode... schemas) {
        ObjectNode schema = JSON.objectNode();
        described(schema, description);
        ArrayNode any = schema.putArray("anyOf");
        List.of(schemas).forEach(any::add);
        return schema;
    }

    /** One of the words, or a placeholder that stands for one. */
    static ObjectNode word(Collection<String> words, String description) {
        ObjectNode closed = JSON.objectNode();
        new TreeSet<>(words).forEach(closed.putArray("enum")::add);
        return either(
                description, closed, JSON.objectNode().put("type", "string").put("pattern", "\\$\\{"));
    }

    static ObjectNode ref(String definition) {
        return JSON.objectNode().put("$ref", "#/$defs/" + definition);
    }

    /** A map with these keys and no others; {@code null} takes a part of a preset away. */
    ConfigSchema define(String name, String description, Map<String, ObjectNode> properties) {
        ObjectNode schema = of("object", description);
        ObjectNode all = schema.putObject("properties");
        new TreeMap<>(properties).forEach((key, value) -> all.set(key, orNull(value)));
        schema.put("additionalProperties", false);
        definitions.put(name, schema);
        return this;
    }

    private static ObjectNode orNull(ObjectNode schema) {
        return either(schema.path("description").asText(), schema, of("null", ""));
    }

    /** The keys of a definition. */
    Collection<String> keys(String definition) {
        TreeSet<String> keys = new TreeSet<>();
        Objects.requireNonNull(definitions.get(definition), definition)
                .path("properties")
                .fieldNames()
                .forEachRemaining(keys::add);
        return keys;
    }

    /** The whole schema; the definition {@code root} is the file. */
    ObjectNode whole() {
        ObjectNode whole = JSON.objectNode()
                .put("$schema", "https://json-schema.org/draft/2020-12/schema")
                .put("title", "pawl.yaml")
                .put("$ref", "#/$defs/file");
        ObjectNode all = whole.putObject("$defs");
        definitions.forEach(all::set);
        return whole;
    }

    private static ObjectNode of(String type, String description) {
        ObjectNode schema = JSON.objectNode().put("type", type);
        described(schema, description);
        return schema;
    }

    private static void described(ObjectNode schema, String description) {
        if (!description.isEmpty()) {
            schema.put("description", description);
        }
    }
}
