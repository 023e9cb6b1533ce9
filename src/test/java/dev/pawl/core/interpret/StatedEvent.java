package dev.pawl.core.interpret;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.pawl.core.TimeFormat;
import dev.pawl.core.interpret.Interpretation.Outcome;
import dev.pawl.core.interpret.Template.Part;
import dev.pawl.core.json.EventPath;
import dev.pawl.core.json.Pointer;
import dev.pawl.core.verify.InboundRequest;
import dev.pawl.core.verify.VerifiedRequest;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An event that says a state in the provider's words, where an operation's recipe reads it, and of everything else only what
 * any event has: a key, a type and a time. Read by the interpreter, with the recipe's machine and state rule.
 */
public final class StatedEvent {

    private static final String KEY = "/pawl-key";
    private static final String TYPE = "/pawl-type";
    private static final String TIME = "/pawl-time";

    private StatedEvent() {}

    /**
     * @param when the event types it is about; the word is the event type where the rule reads that
     * @return null where no event can say this word there
     */
    public static @Nullable Outcome saying(OperationRecipe operation, EventTypes when, String word) {
        StateRule.Mapped rule = (StateRule.Mapped) operation.state();
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        put(body, pointer(KEY), "k1");
        put(body, pointer(TYPE), rule.at() == null ? word : "any");
        put(body, pointer(TIME), "1700000000");
        Map<String, List<String>> headers = new HashMap<>();
        Map<Part, String> parts = rule.at() == null ? Map.of() : rule.at().partsOf(word);
        if (parts == null) {
            return null;
        }
        parts.forEach((part, value) -> {
            if (part instanceof Part.Value at) {
                put(body, at.pointer(), value);
            } else if (part instanceof Part.Header header) {
                headers.put(header.name(), List.of(value));
            }
        });
        byte[] bytes = body.toString().getBytes(StandardCharsets.UTF_8);
        InboundRequest request = new InboundRequest("POST", "/webhooks/p", headers, bytes);
        return new RecipeInterpreter(recipe(operation, rule, when), 1 << 20)
                .interpret(VerifiedRequest.vouchedFor(request))
                .fold(interpreted -> interpreted.readings().get(0).outcome(), not -> {
                    throw new AssertionError(not.why());
                });
    }

    /** Whether an event's type can be this word. */
    public static boolean isEventType(Recipe recipe, String word) {
        return recipe.type().stream().anyMatch(template -> template.partsOf(word) != null);
    }

    private static Recipe recipe(OperationRecipe operation, StateRule.Mapped rule, EventTypes when) {
        OperationRecipe bare = new OperationRecipe(
                operation.type(),
                operation.machine(),
                when,
                KeyRule.plain(List.of(template(KEY))),
                null,
                rule,
                null,
                InvariantRule.NONE,
                Map.of(),
                Set.of());
        TimeFormat seconds =
                Objects.requireNonNull(TimeFormat.parse("seconds").fold(format -> format, problem -> null));
        return new Recipe(
                "p",
                "p",
                BodyFormat.JSON,
                EventPath.BODY,
                null,
                List.of(template(TYPE)),
                new TimeRule(template(TIME), seconds),
                null,
                null,
                Mode.Accepted.ANY,
                Set.of(),
                List.of(bare));
    }

    private static void put(ObjectNode body, Pointer pointer, String value) {
        ObjectNode at = body;
        List<String> segments = pointer.segments();
        for (String segment : segments.subList(0, segments.size() - 1)) {
            at = at.withObjectProperty(segment);
        }
        at.put(segments.get(segments.size() - 1), value);
    }

    private static Pointer pointer(String text) {
        return Objects.requireNonNull(Pointer.parse(text).fold(pointer -> pointer, problem -> null));
    }

    private static Template template(String text) {
        return Objects.requireNonNull(Template.parse(text).fold(template -> template, problem -> null));
    }
}
