package dev.pawl.core.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.pawl.core.Parsed;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/**
 * The only place where JSON is read. Strict, so that nobody else reads the same bytes differently: UTF-8 only, no duplicate
 * keys, nothing after the value, numbers exact and never {@code double}. The limits below end the reading, not the process.
 */
public final class JsonBody {

    static final int MAX_DEPTH = 64;
    static final int MAX_NUMBER_DIGITS = 1_000;
    public static final int MAX_NAME_CHARS = 8_192;
    public static final int MAX_STRING_CHARS = 16 * 1024 * 1024;
    static final int MAX_TOKENS = 2_000_000;

    private static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(MAX_DEPTH)
                            .maxNumberLength(MAX_NUMBER_DIGITS)
                            .maxNameLength(MAX_NAME_CHARS)
                            .maxStringLength(MAX_STRING_CHARS)
                            .maxTokenCount(MAX_TOKENS)
                            .build())
                    // Strangers' names do not belong in a table shared by all requests.
                    .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
                    .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
                    .build())
            .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build();

    private JsonBody() {}

    /** Makes a tree of a text that is known to be UTF-8. */
    interface Reading {
        JsonNode read(JsonFactory factory, String text) throws IOException;
    }

    /** The document, or what is wrong with it; the words never quote the body. */
    public static Parsed<JsonNode> parse(byte[] body) {
        return parse(body, (factory, text) -> MAPPER.readTree(text));
    }

    static Parsed<JsonNode> parse(byte[] body, Reading reading) {
        String text;
        try {
            text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(body))
                    .toString();
        } catch (CharacterCodingException e) {
            return Parsed.wrong("not UTF-8");
        }
        return parse(!text.isEmpty() && text.charAt(0) == '\uFEFF' ? text.substring(1) : text, reading);
    }

    /** As {@link #parse(byte[])}, for a text that was decoded already. */
    public static Parsed<JsonNode> parse(String text) {
        return parse(text, (factory, decoded) -> MAPPER.readTree(decoded));
    }

    private static Parsed<JsonNode> parse(String text, Reading reading) {
        if (text.isBlank()) {
            return Parsed.wrong("empty body");
        }
        try {
            JsonNode root = reading.read(MAPPER.getFactory(), text);
            return root.isMissingNode() ? Parsed.wrong("empty body") : Parsed.of(root);
        } catch (StreamConstraintsException | NumberFormatException e) {
            // An exponent beyond BigDecimal's range reaches us as the latter.
            return Parsed.wrong("JSON beyond the limits of depth, size or digits");
        } catch (MismatchedInputException e) {
            return Parsed.wrong("JSON with a duplicate key or with something after its end");
        } catch (JsonProcessingException e) {
            return Parsed.wrong(
                    e.getLocation() == null
                            ? "not JSON"
                            : "not JSON at line " + e.getLocation().getLineNr() + ", column "
                                    + e.getLocation().getColumnNr());
        } catch (IOException e) {
            throw new UncheckedIOException("a text in memory has no I/O", e);
        }
    }
}
