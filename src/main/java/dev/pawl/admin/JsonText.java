package dev.pawl.admin;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** JSON as text: columns of the ledger, and bodies of people's requests. */
final class JsonText {

    private static final JsonMapper STRICT = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private JsonText() {}

    /** The value of a JSON column. */
    static JsonNode column(@Nullable String json, String ifAbsent) {
        try {
            return STRICT.readTree(json == null ? ifAbsent : json);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a JSON column has a foreign form", e);
        }
    }

    /** A column of objects by name, as a list: each object gets its name as a first member. */
    static ArrayNode listed(@Nullable String json, String member) {
        ArrayNode list = STRICT.createArrayNode();
        column(json, "{}").properties().forEach(property -> {
            ObjectNode one = list.addObject().put(member, property.getKey());
            property.getValue().properties().forEach(part -> one.set(part.getKey(), part.getValue()));
        });
        return list;
    }

    /** A column that holds an object of texts. */
    static Map<String, String> texts(@Nullable String json) {
        Map<String, String> texts = new TreeMap<>();
        column(json, "{}")
                .properties()
                .forEach(property ->
                        texts.put(property.getKey(), property.getValue().asText()));
        return texts;
    }

    /** A column that holds an object of texts, or lists of texts where there is more than one of a name. */
    static Map<String, List<String>> lists(@Nullable String json) {
        Map<String, List<String>> lists = new TreeMap<>();
        column(json, "{}").properties().forEach(property -> {
            List<String> values = new ArrayList<>();
            if (property.getValue().isArray()) {
                property.getValue().forEach(value -> values.add(value.asText()));
            } else {
                values.add(property.getValue().asText());
            }
            lists.put(property.getKey(), values);
        });
        return lists;
    }

    /** A column that holds an object of whole numbers. */
    static Map<String, Long> numbers(@Nullable String json) {
        Map<String, Long> numbers = new TreeMap<>();
        column(json, "{}")
                .properties()
                .forEach(property ->
                        numbers.put(property.getKey(), property.getValue().asLong()));
        return numbers;
    }

    /** What somebody sent; empty when it is not exactly one JSON value without duplicate names. */
    static Optional<JsonNode> received(byte[] body) {
        try {
            return Optional.of(STRICT.readTree(body)).filter(node -> !node.isMissingNode());
        } catch (IOException e) {
            // Not JSON: the caller tells the client, who learns no more than that.
            return Optional.empty();
        }
    }
}
