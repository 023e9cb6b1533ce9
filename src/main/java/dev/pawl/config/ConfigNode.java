package dev.pawl.config;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A place in the configuration: value and path. Reading never throws; what does not fit is noted as a mistake at this path
 * and read as absent, so that the rest is still checked. A YAML null counts as absent.
 */
final class ConfigNode {

    /**
     * What one run of reading shares.
     *
     * @param placeholders how texts are completed
     * @param key what to encrypt and hash with; null: there is none
     */
    record Reading(
            Mistakes mistakes,
            Placeholders placeholders,
            @Nullable PawlKey key) {}

    private static final int LONGEST_SHOWN = 32;

    private final Reading reading;
    private final String path;
    private final @Nullable JsonNode value;

    private ConfigNode(Reading reading, String path, @Nullable JsonNode value) {
        this.reading = reading;
        this.path = path;
        this.value = value == null || value.isNull() || value.isMissingNode() ? null : value;
    }

    /** @param path what mistakes below begin with; empty for the root of the file */
    static ConfigNode of(Reading reading, String path, @Nullable JsonNode value) {
        return new ConfigNode(reading, path, value);
    }

    String path() {
        return path;
    }

    /** Null where there is none. */
    @Nullable
    PawlKey pawlKey() {
        return reading.key();
    }

    Mistakes mistakes() {
        return reading.mistakes();
    }

    boolean isAbsent() {
        return value == null;
    }

    boolean isMap() {
        return value != null && value.isObject();
    }

    boolean isList() {
        return value != null && value.isArray();
    }

    boolean isText() {
        return value != null && value.isTextual();
    }

    /**
     * The text as written, placeholders unresolved: what may be shown to people. A long one is not: somebody may have put a
     * secret under the wrong key.
     */
    String shown() {
        String text = value == null ? "" : Placeholders.unresolved(value.asText());
        return text.length() > LONGEST_SHOWN ? "a text of " + text.length() + " characters" : text;
    }

    void mistake(String message, @Nullable String hint) {
        reading.mistakes().add(path.isEmpty() ? "pawl.yaml" : path, message, hint);
    }

    /** For what the design knows and this version does not do: never accepted in silence. */
    void unsupported() {
        mistake("is not supported by this version", "remove it");
    }

    void warn(String message, @Nullable String hint) {
        reading.mistakes().warn(path, message, hint);
    }

    /** An environment variable's value; null where it is not set. */
    @Nullable
    String variable(String name) {
        return reading.placeholders().variable(name);
    }

    /** The value below a key; absent where this is no map. */
    ConfigNode at(String key) {
        return new ConfigNode(reading, path.isEmpty() ? key : path + "." + key, isMap() ? json().get(key) : null);
    }

    /** The values of a map in the file's order; nothing where it is absent, a mistake where it is something else. */
    Map<String, ConfigNode> entries() {
        Map<String, ConfigNode> entries = new LinkedHashMap<>();
        if (isMap()) {
            json().fieldNames().forEachRemaining(key -> entries.put(key, at(key)));
        } else if (!isAbsent()) {
            mistake("must be a map, but is " + NodeKind.of(json()), null);
        }
        return entries;
    }

    /** The items of a list; nothing where it is absent, a mistake where it is something else. */
    List<ConfigNode> items() {
        List<ConfigNode> items = new ArrayList<>();
        if (isList()) {
            for (int i = 0; i < json().size(); i++) {
                items.add(new ConfigNode(reading, path + "[" + i + "]", json().get(i)));
            }
        } else if (!isAbsent()) {
            mistake("must be a list, but is " + NodeKind.of(json()), null);
        }
        return items;
    }

    /** The items of a list, or this one value. */
    List<ConfigNode> oneOrMore() {
        return isList() || isAbsent() ? items() : List.of(this);
    }

    /** Notes every key that is neither allowed nor, with its own words, one of a later version. */
    void allow(Set<String> allowed, Set<String> later) {
        for (Map.Entry<String, ConfigNode> entry : entries().entrySet()) {
            if (later.contains(entry.getKey())) {
                entry.getValue().unsupported();
            } else if (!allowed.contains(entry.getKey())) {
                entry.getValue().mistake("is not a known key", Nearest.hint(entry.getKey(), allowed));
            }
        }
    }

    /** The text with its placeholders replaced; null where absent or, with a mistake, where it is no text. */
    @Nullable
    String text() {
        if (isAbsent()) {
            return null;
        }
        if (!isText()) {
            boolean scalar = json().isValueNode();
            mistake("must be text, but is " + NodeKind.of(json()), scalar ? "put it in quotes" : null);
            return null;
        }
        return reading.placeholders().expand(json().textValue(), path, reading.mistakes());
    }

    /** As {@link #text()}, but absence and blankness are mistakes. */
    @Nullable
    String requiredText() {
        if (isAbsent()) {
            mistake("is missing", null);
            return null;
        }
        String text = text();
        if (text != null && text.isBlank()) {
            mistake("is empty", null);
            return null;
        }
        return text;
    }

    /** One of a closed list of words. */
    @Nullable
    String word(Collection<String> allowed) {
        String text = requiredText();
        if (text != null && !allowed.contains(text)) {
            mistake("is " + shown() + ", which is not allowed here", Nearest.hint(shown(), allowed));
            return null;
        }
        return text;
    }

    /** One of a closed list of words, some of which only a later version understands. */
    @Nullable
    String word(Collection<String> allowed, Collection<String> later) {
        String text = text();
        if (text != null && later.contains(text)) {
            mistake("is " + shown() + ", which is not supported by this version", Nearest.hint("", allowed));
            return null;
        }
        return word(allowed);
    }

    /** The same place with another value; mistakes below keep their paths. */
    ConfigNode replacedBy(JsonNode other) {
        return new ConfigNode(reading, path, other);
    }

    /** A text as the provider sends it, or the true or false or number it may send instead; null where absent. */
    @Nullable
    String value() {
        return isAbsent() ? null : scalarText("one value");
    }

    boolean flag(boolean fallback) {
        if (value != null && value.isBoolean()) {
            return value.booleanValue();
        }
        String text = isAbsent() ? null : scalarText("true or false");
        if (text == null) {
            return fallback;
        }
        if (!text.equals("true") && !text.equals("false")) {
            mistake("must be true or false", null);
        }
        return text.equals("true");
    }

    /** Null where absent or wrong. */
    @Nullable
    Duration duration() {
        return quantity(Quantity::duration, "a duration", Quantity.DURATIONS);
    }

    Duration duration(Duration fallback) {
        return Objects.requireNonNullElse(duration(), fallback);
    }

    /** Bytes. */
    long size(long fallback, long most) {
        Long size = quantity(Quantity::size, "a size", Quantity.SIZES);
        if (size != null && (size < 1 || size > most)) {
            mistake("must be between 1 and " + most + " bytes", null);
        }
        return size == null ? fallback : size;
    }

    /** How often in a second. */
    double rate(double fallback) {
        Double rate = quantity(Quantity::rate, "a rate", Quantity.RATES);
        return rate == null ? fallback : rate;
    }

    int whole(int fallback, int least, int most) {
        Integer number = quantity(
                text -> text.matches("-?\\d{1,9}") ? Integer.valueOf(text) : null,
                "a whole number",
                "between " + least + " and " + most);
        if (number != null && (number < least || number > most)) {
            mistake("must be between " + least + " and " + most, null);
        }
        return number == null ? fallback : number;
    }

    private <T> @Nullable T quantity(Function<String, @Nullable T> parse, String what, String examples) {
        String text = isAbsent() ? null : scalarText(what);
        if (text == null) {
            return null;
        }
        T parsed = parse.apply(text);
        if (parsed == null) {
            mistake("must be " + what + ", but is " + shown(), examples);
        }
        return parsed;
    }

    private @Nullable String scalarText(String what) {
        if (isText()) {
            return text();
        }
        if (!json().isValueNode()) {
            mistake("must be " + what + ", but is " + NodeKind.of(json()), null);
            return null;
        }
        return json().asText();
    }

    /** The value as written; only where it is not absent. */
    JsonNode json() {
        return Objects.requireNonNull(value, path);
    }

    Set<String> keys() {
        Set<String> keys = new TreeSet<>();
        if (isMap()) {
            json().fieldNames().forEachRemaining(keys::add);
        }
        return keys;
    }
}
