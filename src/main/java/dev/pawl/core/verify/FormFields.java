package dev.pawl.core.verify;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** The fields of a form or a query string, decoded, in order. Strict: what is not percent-encoded UTF-8 has no fields. */
public final class FormFields {

    /** More than any provider sends. */
    public static final int MOST = 10_000;

    private record Field(String name, String value) {}

    private final List<Field> fields;

    private FormFields(List<Field> fields) {
        this.fields = List.copyOf(fields);
    }

    /** Null for what is no form, or has too many fields. */
    public static @Nullable FormFields parse(byte[] text) {
        List<Field> fields = new ArrayList<>();
        int start = 0;
        while (start < text.length) {
            int end = next(text, start, text.length, '&');
            if (end > start) {
                int equals = next(text, start, end, '=');
                String name = decoded(text, start, equals);
                String value = decoded(text, Math.min(equals + 1, end), end);
                if (name == null || value == null || fields.size() == MOST) {
                    return null;
                }
                fields.add(new Field(name, value));
            }
            start = end + 1;
        }
        return new FormFields(fields);
    }

    /** The same text, byte for byte, without the fields of these names. */
    public static byte[] without(byte[] text, Set<String> names) {
        if (names.isEmpty()) {
            return text;
        }
        ByteArrayOutputStream kept = new ByteArrayOutputStream(text.length);
        boolean first = true;
        int start = 0;
        while (start <= text.length) {
            int end = next(text, start, text.length, '&');
            String name = decoded(text, start, next(text, start, end, '='));
            if (name == null || !names.contains(name)) {
                if (!first) {
                    kept.write('&');
                }
                kept.write(text, start, end - start);
                first = false;
            }
            start = end + 1;
        }
        return kept.toByteArray();
    }

    /** Names and values, in order; a name may come again. */
    public void forEach(BiConsumer<String, String> action) {
        fields.forEach(field -> action.accept(field.name, field.value));
    }

    /** The only value of a field; two different ones are nobody's honest request. */
    Found value(String name) {
        String found = null;
        for (Field field : fields) {
            if (field.name.equals(name)) {
                if (found != null && !found.equals(field.value)) {
                    return Found.malformed();
                }
                found = field.value;
            }
        }
        return found == null ? Found.absent(Verification.Reason.SIGNATURE_MISSING) : Found.text(found);
    }

    /** Names sorted, values of a name sorted and without doubles, name and value one after the other. */
    String sorted() {
        TreeMap<String, TreeSet<String>> values = new TreeMap<>();
        fields.forEach(field ->
                values.computeIfAbsent(field.name, name -> new TreeSet<>()).add(field.value));
        StringBuilder text = new StringBuilder();
        values.forEach((name, all) -> all.forEach(value -> text.append(name).append(value)));
        return text.toString();
    }

    /** As PHP's {@code serialize} writes an array of texts, sorted by name; lengths count bytes. Null where a name stands twice. */
    @Nullable
    String phpSerialized(String leftOut) {
        TreeMap<String, String> values = new TreeMap<>();
        for (Field field : fields) {
            if (!field.name.equals(leftOut) && values.put(field.name, field.value) != null) {
                return null;
            }
        }
        StringBuilder text = new StringBuilder("a:" + values.size() + ":{");
        values.forEach((name, value) -> {
            php(text, name);
            php(text, value);
        });
        return text.append('}').toString();
    }

    private static void php(StringBuilder text, String value) {
        text.append("s:")
                .append(value.getBytes(StandardCharsets.UTF_8).length)
                .append(":\"")
                .append(value)
                .append("\";");
    }

    private static int next(byte[] text, int start, int limit, char separator) {
        int at = start;
        while (at < limit && text[at] != separator) {
            at++;
        }
        return at;
    }

    private static @Nullable String decoded(byte[] text, int start, int end) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(end - start);
        for (int at = start; at < end; at++) {
            if (text[at] != '%') {
                bytes.write(text[at] == '+' ? ' ' : text[at]);
                continue;
            }
            int high = at + 2 < end ? Character.digit(text[at + 1], 16) : -1;
            int low = at + 2 < end ? Character.digit(text[at + 2], 16) : -1;
            if (high < 0 || low < 0) {
                return null;
            }
            bytes.write(high * 16 + low);
            at += 2;
        }
        return utf8(bytes.toByteArray());
    }

    /** Null where the bytes are no UTF-8. */
    static @Nullable String utf8(byte[] bytes) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            return null;
        }
    }
}
