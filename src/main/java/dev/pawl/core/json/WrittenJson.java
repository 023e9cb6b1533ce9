package dev.pawl.core.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.JsonNodeType;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import com.fasterxml.jackson.databind.node.ValueNode;
import dev.pawl.core.Parsed;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * JSON as those see it who sign parts of it: read as strictly as any body, but a number keeps the text it was written with
 * ({@code 10.00} is not {@code 10}). Knows no Jackson outside, so that verification needs none.
 */
public final class WrittenJson {

    private final JsonNode root;
    private final JsonNode element;

    private WrittenJson(JsonNode root, JsonNode element) {
        this.root = root;
        this.element = element;
    }

    /** The document, or what is wrong with it; the words never quote the body. */
    public static Parsed<WrittenJson> parse(byte[] body) {
        return JsonBody.parse(body, WrittenJson::tree).then(root -> Parsed.of(new WrittenJson(root, root)));
    }

    /** Each event of the body; pointers start there, and those with {@code ^} still at the root. */
    public Parsed<List<WrittenJson>> elements(EventPath path) {
        return path.events(root)
                .then(events -> Parsed.of(events.stream()
                        .map(event -> new WrittenJson(root, event))
                        .toList()));
    }

    /** A scalar as written, anything else as compact JSON; null where there is nothing, or JSON's {@code null}. */
    public @Nullable String text(Pointer pointer) {
        JsonNode value = pointer.in(root, element);
        return value.isMissingNode() || value.isNull() ? null : text(value);
    }

    /** The value as compact JSON; null where there is none. */
    public @Nullable String json(Pointer pointer) {
        JsonNode value = pointer.in(root, element);
        return value.isMissingNode() ? null : value.toString();
    }

    /** The root's members that are neither object nor array, as text by name; JSON's {@code null} is the empty text. */
    public SortedMap<String, String> scalars() {
        SortedMap<String, String> scalars = new TreeMap<>();
        root.properties().forEach(member -> {
            JsonNode value = member.getValue();
            if (value.isValueNode()) {
                scalars.put(member.getKey(), value.isNull() ? "" : text(value));
            }
        });
        return scalars;
    }

    /** The texts of an array, or the one text or other scalar standing there instead of one; empty where there is nothing. */
    public List<String> texts(Pointer pointer) {
        JsonNode value = pointer.in(root, element);
        if (value.isArray()) {
            return value.valueStream()
                    .filter(item -> item.isValueNode() && !item.isNull())
                    .map(WrittenJson::text)
                    .toList();
        }
        return value.isValueNode() && !value.isNull() ? List.of(text(value)) : List.of();
    }

    /**
     * Puts a value where the pointer leads, as text or, where a number stood, as a number. For who writes documents: a
     * document that is read is never changed. False where there is no object to put it into.
     */
    public boolean put(Pointer pointer, String value) {
        if (pointer.segments().isEmpty()) {
            return false;
        }
        Pointer parent = new Pointer(
                pointer.fromRoot(),
                pointer.segments().subList(0, pointer.segments().size() - 1));
        if (!(parent.in(root, element) instanceof ObjectNode object)) {
            return false;
        }
        boolean number = object.path(pointer.name()).isNumber();
        object.set(pointer.name(), number ? new WrittenNumber(value) : TextNode.valueOf(value));
        return true;
    }

    /** The whole document, compact. */
    public byte[] bytes() {
        return root.toString().getBytes(StandardCharsets.UTF_8);
    }

    /** Whether there is an object. */
    public boolean isObject() {
        return element.isObject();
    }

    /** A text as JSON. */
    public static String quoted(String text) {
        return TextNode.valueOf(text).toString();
    }

    private static String text(JsonNode value) {
        return value.isValueNode() ? value.asText() : value.toString();
    }

    private static JsonNode tree(JsonFactory factory, String text) throws IOException {
        try (JsonParser parser = factory.createParser(text)) {
            parser.enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION);
            parser.nextToken();
            JsonNode root = node(parser);
            if (parser.nextToken() != null) {
                throw new JsonParseException(parser, "something after its end");
            }
            return root;
        }
    }

    /** Depth is limited by the parser. */
    private static JsonNode node(JsonParser parser) throws IOException {
        JsonToken token = parser.currentToken();
        if (token == JsonToken.START_OBJECT) {
            ObjectNode object = JsonNodeFactory.instance.objectNode();
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String name = parser.currentName();
                parser.nextToken();
                object.set(name, node(parser));
            }
            return object;
        }
        if (token == JsonToken.START_ARRAY) {
            ArrayNode array = JsonNodeFactory.instance.arrayNode();
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                array.add(node(parser));
            }
            return array;
        }
        return scalar(parser, token);
    }

    private static JsonNode scalar(JsonParser parser, JsonToken token) throws IOException {
        if (token == JsonToken.VALUE_STRING) {
            return TextNode.valueOf(parser.getText());
        }
        if (token == JsonToken.VALUE_NUMBER_INT || token == JsonToken.VALUE_NUMBER_FLOAT) {
            return new WrittenNumber(parser.getText());
        }
        return token == JsonToken.VALUE_NULL
                ? JsonNodeFactory.instance.nullNode()
                : JsonNodeFactory.instance.booleanNode(token == JsonToken.VALUE_TRUE);
    }

    /** Its value is never asked for, only its text: an exponent may be beyond every limit. */
    private static final class WrittenNumber extends ValueNode {
        private static final long serialVersionUID = 1L;

        private final String written;

        WrittenNumber(String written) {
            this.written = written;
        }

        @Override
        public JsonNodeType getNodeType() {
            return JsonNodeType.NUMBER;
        }

        @Override
        public JsonToken asToken() {
            return JsonToken.VALUE_NUMBER_FLOAT;
        }

        @Override
        public String asText() {
            return written;
        }

        @Override
        public void serialize(JsonGenerator generator, SerializerProvider provider) throws IOException {
            generator.writeNumber(written);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof WrittenNumber number && written.equals(number.written);
        }

        @Override
        public int hashCode() {
            return written.hashCode();
        }
    }
}
