package dev.pawl.core.verify;

import dev.pawl.core.json.WrittenJson;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * How the value that carries the signature is put together. Reading is total: whatever does not belong is not a candidate.
 * Writing is for those who play the provider.
 */
public sealed interface SignatureLayout {

    /** What the value holds; without candidates it is malformed. */
    SignatureValue read(String value);

    /** A value with this signature, and the other parts by name. */
    String write(String signature, Map<String, String> parts);

    /** The value is the signature. */
    record Whole() implements SignatureLayout {
        @Override
        public SignatureValue read(String value) {
            return SignatureValue.of(value);
        }

        @Override
        public String write(String signature, Map<String, String> parts) {
            return signature;
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

        @Override
        public String write(String signature, Map<String, String> parts) {
            return prefix + signature;
        }
    }

    /**
     * Named parts, such as {@code t=<time>,v1=<signature>,v1=<signature>}. Names that are not taken are for
     * {@code {sig:name}}; signatures of another version are never candidates.
     *
     * @param separator between pairs
     * @param equals between name and value
     * @param take name of the pairs that are signatures
     */
    record Pairs(String separator, String equals, String take) implements SignatureLayout {
        public Pairs {
            requireSeparator(separator);
            requireSeparator(equals);
        }

        public Pairs(String separator, String take) {
            this(separator, "=", take);
        }

        @Override
        public SignatureValue read(String value) {
            Map<String, List<String>> parts = new HashMap<>();
            for (String pair : split(value, separator)) {
                int end = pair.indexOf(equals);
                if (end > 0) {
                    String name = pair.substring(0, end).strip();
                    String text = pair.substring(end + equals.length()).strip();
                    parts.computeIfAbsent(name, key -> new ArrayList<>()).add(text);
                }
            }
            List<String> candidates = parts.getOrDefault(take, List.of());
            parts.remove(take);
            return new SignatureValue(candidates, parts);
        }

        @Override
        public String write(String signature, Map<String, String> parts) {
            StringBuilder text = new StringBuilder();
            new TreeMap<>(parts)
                    .forEach((name, value) ->
                            text.append(name).append(equals).append(value).append(separator));
            return text + take + equals + signature;
        }
    }

    /**
     * Several signatures, such as {@code v1,<signature> v1,<signature>}.
     *
     * @param separator between items; a blank stands for any run of blanks
     * @param prefix of the items that are signatures of the right version
     * @param bare whether an item without the prefix may be a signature, too
     */
    record ListOf(String separator, String prefix, boolean bare) implements SignatureLayout {
        public ListOf {
            requireSeparator(separator);
        }

        public ListOf(String separator, String prefix) {
            this(separator, prefix, false);
        }

        @Override
        public SignatureValue read(String value) {
            List<String> candidates = new ArrayList<>();
            for (String item : split(value, separator)) {
                if (item.startsWith(prefix)) {
                    candidates.add(item.substring(prefix.length()));
                } else if (bare) {
                    candidates.add(item);
                }
            }
            return new SignatureValue(candidates, Map.of());
        }

        @Override
        public String write(String signature, Map<String, String> parts) {
            return prefix + signature;
        }
    }

    /**
     * Parts that are known by their place, then signatures: {@code <time>,<signature>,<signature>}.
     *
     * @param names of the first parts, in order
     */
    record Positional(String separator, List<String> names) implements SignatureLayout {
        public Positional {
            requireSeparator(separator);
            names = List.copyOf(names);
        }

        @Override
        public SignatureValue read(String value) {
            List<String> items = split(value, separator);
            if (items.size() < names.size()) {
                return SignatureValue.NOTHING;
            }
            Map<String, List<String>> parts = new HashMap<>();
            for (int i = 0; i < names.size(); i++) {
                parts.put(names.get(i), List.of(items.get(i)));
            }
            return new SignatureValue(items.subList(names.size(), items.size()), parts);
        }

        @Override
        public String write(String signature, Map<String, String> parts) {
            StringBuilder text = new StringBuilder();
            names.forEach(name -> text.append(parts.getOrDefault(name, "")).append(separator));
            return text + signature;
        }
    }

    /**
     * An object as JSON in base64 (eBay). Its other members are for {@code {sig:name}}.
     *
     * @param take the member that is the signature
     */
    record Base64Json(String take) implements SignatureLayout {
        @Override
        public SignatureValue read(String value) {
            byte[] json = SignatureEncoding.BASE64.decode(value);
            return json == null
                    ? SignatureValue.NOTHING
                    : WrittenJson.parse(json).fold(this::taken, problem -> SignatureValue.NOTHING);
        }

        private SignatureValue taken(WrittenJson json) {
            Map<String, List<String>> parts = new HashMap<>();
            json.scalars().forEach((name, text) -> parts.put(name, List.of(text)));
            List<String> candidates = parts.getOrDefault(take, List.of());
            parts.remove(take);
            return new SignatureValue(candidates, parts);
        }

        @Override
        public String write(String signature, Map<String, String> parts) {
            Map<String, String> members = new TreeMap<>(parts);
            members.put(take, signature);
            List<String> written = new ArrayList<>();
            members.forEach((name, text) -> written.add(WrittenJson.quoted(name) + ":" + WrittenJson.quoted(text)));
            String json = "{" + String.join(",", written) + "}";
            return Base64.getEncoder().encodeToString(json.getBytes(StandardCharsets.UTF_8));
        }
    }

    private static void requireSeparator(String separator) {
        if (separator.isEmpty()) {
            throw new IllegalArgumentException("the separator is empty");
        }
    }

    private static List<String> split(String value, String separator) {
        List<String> items = new ArrayList<>();
        boolean blanks = separator.equals(" ");
        int start = 0;
        while (start <= value.length()) {
            int found = blanks ? blank(value, start) : value.indexOf(separator, start);
            int end = found < 0 ? value.length() : found;
            String item = value.substring(start, end).strip();
            if (!item.isEmpty()) {
                items.add(item);
            }
            start = end + separator.length();
        }
        return items;
    }

    private static int blank(String value, int start) {
        for (int i = start; i < value.length(); i++) {
            if (Character.isWhitespace(value.charAt(i))) {
                return i;
            }
        }
        return -1;
    }
}
