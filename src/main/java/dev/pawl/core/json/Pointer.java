package dev.pawl.core.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.pawl.core.Parsed;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A JSON pointer (RFC 6901) into an event: {@code /data/id}; {@code ^/live} starts at the body's root instead.
 *
 * @param fromRoot whether it starts at the root of the body rather than at the event
 * @param segments unescaped
 */
public record Pointer(boolean fromRoot, List<String> segments) {

    private static final Pattern INDEX = Pattern.compile("0|[1-9][0-9]{0,8}");
    private static final Pattern WRONG_TILDE = Pattern.compile("~(?![01])");

    public Pointer {
        segments = List.copyOf(segments);
    }

    /** Reads the text form; empty means the event itself, {@code ^} the whole body. */
    public static Parsed<Pointer> parse(String text) {
        boolean fromRoot = text.startsWith("^");
        String path = fromRoot ? text.substring(1) : text;
        if (path.isEmpty()) {
            return Parsed.of(new Pointer(fromRoot, List.of()));
        }
        if (!path.startsWith("/")) {
            return Parsed.wrong("a pointer starts with / (or ^/): " + text);
        }
        List<String> segments = new ArrayList<>();
        for (String segment : path.substring(1).split("/", -1)) {
            if (WRONG_TILDE.matcher(segment).find()) {
                return Parsed.wrong("in a pointer ~ must be written ~0, and / in a name ~1: " + text);
            }
            segments.add(segment.replace("~1", "/").replace("~0", "~"));
        }
        return Parsed.of(new Pointer(fromRoot, segments));
    }

    /** The last segment: the usual name of what it points to; empty for a whole document. */
    public String name() {
        return segments.isEmpty() ? "" : segments.get(segments.size() - 1);
    }

    /** What it points to, or a missing node. */
    public JsonNode in(JsonNode root, JsonNode event) {
        JsonNode node = fromRoot ? root : event;
        for (String segment : segments) {
            node = child(node, segment);
        }
        return node;
    }

    static JsonNode child(JsonNode node, String segment) {
        if (node.isArray()) {
            return INDEX.matcher(segment).matches() ? node.path(Integer.parseInt(segment)) : MissingNode.getInstance();
        }
        return node.path(segment);
    }
}
