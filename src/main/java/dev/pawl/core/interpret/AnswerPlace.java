package dev.pawl.core.interpret;

import com.fasterxml.jackson.databind.JsonNode;
import dev.pawl.core.Parsed;
import dev.pawl.core.json.EventPath;
import java.util.List;

/**
 * Where the one object that tells about an operation is in a provider's answer.
 *
 * @param each leads to it, or to a list that holds it
 * @param take which one of a list
 */
public record AnswerPlace(EventPath each, Take take) {

    /** The answer itself. */
    public static final AnswerPlace BODY = new AnswerPlace(EventPath.BODY, Take.FIRST);

    /** Which one of a list. */
    public enum Take {
        /** The only one, or the newest of a list that says so first. */
        FIRST,
        /** The newest of a list that grows. */
        LAST
    }

    Parsed<JsonNode> in(JsonNode root) {
        return each.events(root).then(elements -> {
            JsonNode one = elements.isEmpty() ? null : taken(elements);
            return one == null || !one.isObject()
                    ? Parsed.wrong("no object where the operation should be")
                    : Parsed.of(one);
        });
    }

    private JsonNode taken(List<JsonNode> elements) {
        return switch (take) {
            case FIRST -> elements.get(0);
            case LAST -> elements.get(elements.size() - 1);
        };
    }
}
