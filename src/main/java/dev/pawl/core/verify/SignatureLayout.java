package dev.pawl.core.verify;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** How the value of a signature header is put together. Reading is total: whatever does not belong is not a candidate. */
public sealed interface SignatureLayout {

    /** What the value holds; without candidates it is malformed. */
    SignatureValue read(String value);

    /** The value is the signature. */
    record Whole() implements SignatureLayout {
        @Override
        public SignatureValue read(String value) {
            return SignatureValue.of(value);
        }
    }

    /**
     * Such as {@code sha256=<signature>}.
     *
     * @param optional whether the prefix may be missing
     */
    record Prefix(String prefix, boolean optional) implements SignatureLayout {
        @Override
        public SignatureValue read(String value) {
            if (value.startsWith(prefix)) {
                return SignatureValue.of(value.substring(prefix.length()));
            }
            return optional ? SignatureValue.of(value) : SignatureValue.NOTHING;
        }
    }

    /**
     * Named parts, such as {@code t=<time>,v1=<signature>,v1=<signature>}. Names that are not taken are for
     * {@code {sig:name}}; signatures of another version are never candidates.
     *
     * @param separator between pairs
     * @param take name of the pairs that are signatures
     */
    record Pairs(String separator, String take) implements SignatureLayout {
        public Pairs {
            requireSeparator(separator);
        }

        @Override
        public SignatureValue read(String value) {
            Map<String, List<String>> parts = new HashMap<>();
            for (String pair : split(value, separator)) {
                int equals = pair.indexOf('=');
                if (equals > 0) {
                    String name = pair.substring(0, equals).strip();
                    String text = pair.substring(equals + 1).strip();
                    parts.computeIfAbsent(name, key -> new ArrayList<>()).add(text);
                }
            }
            List<String> candidates = parts.getOrDefault(take, List.of());
            parts.remove(take);
            return new SignatureValue(candidates, parts);
        }
    }

    /**
     * Several signatures, such as {@code v1,<signature> v1,<signature>}.
     *
     * @param separator between items; a blank stands for any run of blanks
     * @param prefix of the items that are signatures of the right version
     */
    record ListOf(String separator, String prefix) implements SignatureLayout {
        public ListOf {
            requireSeparator(separator);
        }

        @Override
        public SignatureValue read(String value) {
            List<String> candidates = new ArrayList<>();
            for (String item : split(value, separator)) {
                if (item.startsWith(prefix)) {
                    candidates.add(item.substring(prefix.length()));
                }
            }
            return new SignatureValue(candidates, Map.of());
        }
    }

    private static void requireSeparator(String separator) {
        if (separator.isEmpty()) {
            throw new IllegalArgumentException("the separator is empty");
        }
    }

    private static List<String> split(String value, String separator) {
        List<String> items = new ArrayList<>();
        for (String item : Pattern.compile(separator, Pattern.LITERAL).split(value, -1)) {
            if (!item.isBlank()) {
                items.add(item.strip());
            }
        }
        return items;
    }
}
