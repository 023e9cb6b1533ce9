package dev.pawl.core.interpret;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.pawl.core.Parsed;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The only place where a form is read as a document: each field a text, a repeated one a list of texts. Strict like
 * {@link JsonBody}: UTF-8 only, every {@code %} followed by two digits, limits that end the reading.
 */
final class FormBody {

    static final int MAX_FIELDS = 10_000;

    private FormBody() {}

    /** The document, or what is wrong with it; the words never quote the body. */
    static Parsed<JsonNode> parse(byte[] body) {
        ObjectNode form = JsonNodeFactory.instance.objectNode();
        int fields = 0;
        for (int start = 0; start < body.length; start = end(body, start, body.length, '&') + 1) {
            int end = end(body, start, body.length, '&');
            if (end == start) {
                continue;
            }
            int equals = end(body, start, end, '=');
            String name = decoded(body, start, equals);
            String value = decoded(body, Math.min(equals + 1, end), end);
            if (name == null || value == null) {
                return Parsed.wrong("not a form in UTF-8");
            }
            if (++fields > MAX_FIELDS
                    || name.length() > JsonBody.MAX_NAME_CHARS
                    || value.length() > JsonBody.MAX_STRING_CHARS) {
                return Parsed.wrong("a form beyond the limits of fields or size");
            }
            add(form, name, value);
        }
        return fields == 0 ? Parsed.wrong("empty body") : Parsed.of(form);
    }

    private static void add(ObjectNode form, String name, String value) {
        JsonNode before = form.get(name);
        if (before == null) {
            form.put(name, value);
        } else if (before.isArray()) {
            form.withArrayProperty(name).add(value);
        } else {
            form.putArray(name).add(before).add(value);
        }
    }

    private static int end(byte[] body, int start, int limit, char separator) {
        int at = start;
        while (at < limit && body[at] != separator) {
            at++;
        }
        return at;
    }

    private static @Nullable String decoded(byte[] body, int start, int end) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(end - start);
        for (int at = start; at < end; at++) {
            if (body[at] != '%') {
                bytes.write(body[at] == '+' ? ' ' : body[at]);
                continue;
            }
            int high = at + 2 < end ? Character.digit(body[at + 1], 16) : -1;
            int low = at + 2 < end ? Character.digit(body[at + 2], 16) : -1;
            if (high < 0 || low < 0) {
                return null;
            }
            bytes.write(high * 16 + low);
            at += 2;
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes.toByteArray()))
                    .toString();
        } catch (CharacterCodingException e) {
            return null;
        }
    }
}
