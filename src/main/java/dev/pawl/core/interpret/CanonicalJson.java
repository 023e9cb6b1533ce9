package dev.pawl.core.interpret;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;

/**
 * One text for one JSON value, however it was written (RFC 8785). Two departures, both so that different values never get
 * the same text: numbers keep all their digits, and a lone surrogate is escaped instead of refused.
 */
final class CanonicalJson {

    /** Longer texts are kept as their hash. */
    private static final int MAX_CHARS = 128;

    private final StringBuilder text = new StringBuilder();

    private CanonicalJson() {}

    /** The canonical text, or {@code sha256:<hex>} of it where it is longer than 128 characters. */
    static String fingerprint(JsonNode value) {
        String canonical = of(value);
        return canonical.length() <= MAX_CHARS ? canonical : "sha256:" + sha256(canonical);
    }

    static String of(JsonNode value) {
        CanonicalJson writer = new CanonicalJson();
        writer.write(value);
        return writer.text.toString();
    }

    private static String sha256(String text) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    private void write(JsonNode value) {
        if (value.isObject()) {
            writeObject(value);
        } else if (value.isArray()) {
            char separator = '[';
            for (JsonNode element : value) {
                text.append(separator);
                write(element);
                separator = ',';
            }
            text.append(value.isEmpty() ? "[]" : "]");
        } else if (value.isTextual()) {
            writeText(value.textValue());
        } else if (value.isNumber()) {
            text.append(Numbers.canonical(value.decimalValue()));
        } else {
            text.append(value.isBoolean() ? value.asText() : "null");
        }
    }

    private void writeObject(JsonNode object) {
        Map<String, JsonNode> sorted = new TreeMap<>();
        object.properties().forEach(property -> sorted.put(property.getKey(), property.getValue()));
        text.append('{');
        sorted.forEach((name, value) -> {
            if (text.charAt(text.length() - 1) != '{') {
                text.append(',');
            }
            writeText(name);
            text.append(':');
            write(value);
        });
        text.append('}');
    }

    private void writeText(String value) {
        text.append('"');
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (Character.isHighSurrogate(c)
                    && i + 1 < value.length()
                    && Character.isLowSurrogate(value.charAt(i + 1))) {
                text.append(c).append(value.charAt(++i));
            } else {
                writeCharacter(c);
            }
        }
        text.append('"');
    }

    private void writeCharacter(char c) {
        switch (c) {
            case '"' -> text.append("\\\"");
            case '\\' -> text.append("\\\\");
            case '\b' -> text.append("\\b");
            case '\t' -> text.append("\\t");
            case '\n' -> text.append("\\n");
            case '\f' -> text.append("\\f");
            case '\r' -> text.append("\\r");
            default -> {
                if (c < 0x20 || Character.isSurrogate(c)) {
                    text.append("\\u").append(HexFormat.of().toHexDigits(c));
                } else {
                    text.append(c);
                }
            }
        }
    }
}
