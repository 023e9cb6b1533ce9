package dev.pawl.core.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.pawl.core.Parsed;
import java.util.ArrayList;
import java.util.List;

/**
 * Where the events of a body are: a pointer from the root in which a segment {@code *} means each element of an array. What
 * it leads to is one event when it is an object, one per element when it is an array.
 */
public record EventPath(List<String> segments) {

    /** The body itself. */
    public static final EventPath BODY = new EventPath(List.of());

    /** More than any provider sends at once; each costs rows. */
    public static final int MAX_EVENTS = 10_000;

    private static final String NO_EVENTS = "neither an object nor an array where the events should be";

    public EventPath {
        segments = List.copyOf(segments);
    }

    public static Parsed<EventPath> parse(String text) {
        return Pointer.parse(text)
                .then(pointer -> pointer.fromRoot()
                        ? Parsed.wrong("it always starts at the root: write it without ^")
                        : Parsed.of(new EventPath(pointer.segments())));
    }

    /**
     * The events of a body. What lies behind a {@code *} and is no event is a missing node, so that one odd element does
     * not hide its neighbours.
     */
    public Parsed<List<JsonNode>> events(JsonNode root) {
        List<JsonNode> nodes = List.of(root);
        boolean behindStar = false;
        for (String segment : segments) {
            boolean star = segment.equals("*");
            List<JsonNode> next = new ArrayList<>();
            for (JsonNode node : nodes) {
                if (star && node.isArray()) {
                    node.forEach(next::add);
                } else {
                    next.add(star ? MissingNode.getInstance() : Pointer.child(node, segment));
                }
            }
            if (!behindStar && !next.isEmpty() && next.get(0).isMissingNode()) {
                return Parsed.wrong(NO_EVENTS);
            }
            behindStar |= star;
            nodes = next;
        }
        boolean elements =
                !segments.isEmpty() && segments.get(segments.size() - 1).equals("*");
        return elements ? limited(nodes) : spread(nodes, behindStar);
    }

    private static Parsed<List<JsonNode>> spread(List<JsonNode> nodes, boolean behindStar) {
        List<JsonNode> events = new ArrayList<>();
        for (JsonNode node : nodes) {
            if (node.isArray()) {
                node.forEach(events::add);
            } else if (node.isObject() || behindStar) {
                events.add(node);
            } else {
                return Parsed.wrong(NO_EVENTS);
            }
        }
        return limited(events);
    }

    private static Parsed<List<JsonNode>> limited(List<JsonNode> events) {
        return events.size() > MAX_EVENTS ? Parsed.wrong("more than " + MAX_EVENTS + " events") : Parsed.of(events);
    }
}
