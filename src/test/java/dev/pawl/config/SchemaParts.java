package dev.pawl.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collection;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** The small parts a JSON Schema of the configuration is put together from. */
final class SchemaParts {

    /** A text with a variable in it can become anything. */
    private static final String PLACEHOLDER = ".*\\$\\{.*";

    private static final String DURATION = "^(\\s*([0-9]{1,12}(ms|s|m|h|d)|[Pp].+)\\s*|" + PLACEHOLDER + ")$";
    private static final String SIZE = "^(\\s*[0-9]{1,12}(B|KiB|MiB|GiB|kB|KB|MB)?\\s*|" + PLACEHOLDER + ")$";
    private static final String FLAG = "^(true|false|" + PLACEHOLDER + ")$";
    private static final String WHOLE = "^(-?[0-9]{1,9}|" + PLACEHOLDER + ")$";

    private SchemaParts() {}

    private static ObjectNode node() {
        return JsonNodeFactory.instance.objectNode();
    }

    static ObjectNode anything() {
        return node();
    }

    static ObjectNode text() {
        return node().put("type", "string");
    }

    static ObjectNode text(Pattern pattern) {
        return text().put("pattern", "^(" + pattern.pattern() + "|" + PLACEHOLDER + ")$");
    }

    /** A text, or the number, true or false that may be written without quotes. */
    static ObjectNode scalar() {
        return types("string", "number", "boolean");
    }

    static ObjectNode flag() {
        return types("boolean", "string").put("pattern", FLAG);
    }

    static ObjectNode whole(int least, int most) {
        return types("integer", "string")
                .put("minimum", least)
                .put("maximum", most)
                .put("pattern", WHOLE);
    }

    static ObjectNode duration() {
        return text().put("pattern", DURATION);
    }

    static ObjectNode rate() {
        return text().put("pattern", "^(\\s*[0-9]{1,6}(\\.[0-9]{1,6})?/[smh]\\s*|" + PLACEHOLDER + ")$");
    }

    static ObjectNode size() {
        return types("integer", "string").put("pattern", SIZE);
    }

    /** One of these, or a text with a variable in it. */
    static ObjectNode words(Collection<String> words) {
        ObjectNode known = node();
        ArrayNode list = known.putArray("enum");
        new TreeSet<>(words).forEach(list::add);
        return anyOf(known, text().put("pattern", "^" + PLACEHOLDER + "$"));
    }

    /** One of these is offered, anything that fits the pattern will do. */
    static ObjectNode wordsOr(Collection<String> words, ObjectNode others) {
        ObjectNode known = node();
        ArrayNode list = known.putArray("enum");
        new TreeSet<>(words).forEach(list::add);
        return anyOf(known, others);
    }

    static ObjectNode list(ObjectNode item) {
        ObjectNode list = node().put("type", "array");
        list.set("items", item);
        return list;
    }

    static ObjectNode oneOrMore(ObjectNode item) {
        return anyOf(item, list(item));
    }

    static ObjectNode map(ObjectNode values) {
        ObjectNode map = node().put("type", "object");
        map.set("additionalProperties", orNull(values));
        return map;
    }

    static ObjectNode map(Pattern names, ObjectNode values) {
        ObjectNode map = map(values);
        map.putObject("propertyNames").put("pattern", "^(" + names.pattern() + ")$");
        return map;
    }

    /** A definition by name. */
    static ObjectNode ref(String name) {
        return node().put("$ref", "#/$defs/" + name);
    }

    static ObjectNode anyOf(ObjectNode... alternatives) {
        ObjectNode any = node();
        ArrayNode list = any.putArray("anyOf");
        for (ObjectNode alternative : alternatives) {
            list.add(alternative.deepCopy());
        }
        return any;
    }

    /** Nothing given is as if the key were not there; over a preset it takes the preset's part away. */
    static ObjectNode orNull(ObjectNode schema) {
        ObjectNode with = schema.deepCopy();
        JsonNode type = with.get("type");
        if (schema.isEmpty()) {
            return with;
        }
        if (type == null && with.has("anyOf")) {
            with.withArrayProperty("anyOf").addObject().put("type", "null");
            return with;
        }
        if (type == null) {
            return anyOf(schema, node().put("type", "null"));
        }
        ArrayNode types = JsonNodeFactory.instance.arrayNode();
        if (type.isArray()) {
            types.addAll((ArrayNode) type);
        } else {
            types.add(type);
        }
        with.set("type", types.add("null"));
        return with;
    }

    private static ObjectNode types(String... types) {
        ObjectNode node = node();
        ArrayNode list = node.putArray("type");
        for (String type : types) {
            list.add(type);
        }
        return node;
    }
}
