package dev.pawl.admin;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.pawl.core.verify.InboundRequest;
import dev.pawl.http.ProblemException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One line of history: what would have been delivered, or why it cannot be told.
 *
 * @param source its name; null where {@code wrong} is not
 * @param wrong what is wrong with the line; null: nothing
 */
record ImportLine(
        int number,
        @Nullable String source,
        @Nullable InboundRequest request,
        @Nullable String wrong) {

    private static final Set<String> FIELDS = Set.of("source", "headers", "body", "bodyBase64");
    private static final JsonFactory JSON = new JsonFactory();

    /**
     * The lines of a chunk; blank ones are left out, but counted.
     *
     * @param first number of the first line
     * @param source whose bare events the lines are; null: each line names its own
     */
    static List<ImportLine> all(byte[] chunk, int first, @Nullable String source) {
        List<ImportLine> lines = new ArrayList<>();
        int number = first;
        int start = 0;
        for (int i = 0; i <= chunk.length; i++) {
            if (i == chunk.length || chunk[i] == '\n') {
                byte[] line = Arrays.copyOfRange(chunk, start, i > start && chunk[i - 1] == '\r' ? i - 1 : i);
                if (!isBlank(line)) {
                    lines.add(source == null ? enveloped(number, line) : made(number, source, Map.of(), line));
                }
                number++;
                start = i + 1;
            }
        }
        return lines;
    }

    private static boolean isBlank(byte[] line) {
        for (byte b : line) {
            if (b != ' ' && b != '\t' && b != '\r') {
                return false;
            }
        }
        return true;
    }

    private static ImportLine enveloped(int number, byte[] line) {
        try {
            JsonFields fields = new JsonFields(line, FIELDS);
            String source = fields.requiredText("source");
            return made(number, source, fields.lists("headers"), body(fields, line));
        } catch (ProblemException e) {
            return new ImportLine(number, null, null, e.problem().detail());
        }
    }

    private static ImportLine made(int number, String source, Map<String, List<String>> headers, byte[] body) {
        return new ImportLine(number, source, new InboundRequest("POST", SourceHint.path(source), headers, body), null);
    }

    private static byte[] body(JsonFields fields, byte[] line) {
        if (fields.isContainer("body") && fields.content("bodyBase64") == null) {
            return written(line);
        }
        String text = fields.content("body");
        String base64 = fields.content("bodyBase64");
        if (text != null && base64 == null) {
            return text.getBytes(StandardCharsets.UTF_8);
        }
        if (text != null || base64 == null) {
            throw JsonFields.invalid("exactly one of body and bodyBase64 is required");
        }
        try {
            return Base64.getDecoder().decode(base64);
        } catch (IllegalArgumentException e) {
            throw JsonFields.invalid("bodyBase64 is not base64");
        }
    }

    /** The bytes as they stand in the line: numbers written again would not be the same. */
    private static byte[] written(byte[] line) {
        try (JsonParser parser = JSON.createParser(line)) {
            parser.nextToken();
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                boolean body = parser.currentName().equals("body");
                parser.nextToken();
                int start = (int) parser.currentTokenLocation().getByteOffset();
                parser.skipChildren();
                if (body) {
                    return Arrays.copyOfRange(
                            line, start, (int) parser.currentLocation().getByteOffset());
                }
            }
            throw new IllegalStateException("an object that was read has lost its body");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
