package dev.pawl.config;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** What a preset reads out of events, as tables. */
final class MappingTables {

    /** The texts people read, in the order in which they read them. */
    private static final Map<String, String> ABOUT = new LinkedHashMap<>();

    static {
        ABOUT.put("effect", "what happens");
        ABOUT.put("initiator", "who starts it");
        ABOUT.put("sameWhen", "it is the same when");
        ABOUT.put("newWhen", "it is a new one when");
        ABOUT.put("keyMadeBy", "who makes the key");
    }

    private MappingTables() {}

    static String event(JsonNode event) {
        StringBuilder table = new StringBuilder(Markdown.head("what", "where in the body"));
        if (!event.path("each").asText().isEmpty()) {
            table.append(Markdown.row(
                    "the events of a request", Markdown.code(event.path("each").asText())));
        }
        place(table, "id of the event", event.path("id"));
        table.append(Markdown.row(
                event.path("type").isArray() ? "type, the first that is there" : "type",
                Markdown.codes(VerifyWords.texts(event.path("type")))));
        time(table, event.path("occurredAt"));
        place(table, "account", event.path("account"));
        JsonNode mode = event.path("mode");
        if (!mode.isMissingNode()) {
            table.append(Markdown.row(
                    "live or test",
                    Markdown.codes(VerifyWords.texts(mode.path("at"))) + "; live is "
                            + Markdown.code(mode.path("live").asText())
                            + (mode.has("test")
                                    ? ", test is "
                                            + Markdown.code(mode.path("test").asText())
                                    : ", the opposite is test")
                            + (mode.has("absent")
                                    ? "; where it is missing: "
                                            + Markdown.code(mode.path("absent").asText())
                                    : "")));
        }
        return table.toString();
    }

    static String operation(String type, JsonNode operation) {
        StringBuilder text = new StringBuilder("### `" + type + "`\n\n");
        text.append(Markdown.head("what", "how"));
        String machine = operation.path("machine").asText();
        text.append(Markdown.row("machine", "[" + machine + "](../machines/" + machine + ".md)"));
        text.append(Markdown.row("event types", Markdown.codes(VerifyWords.texts(operation.path("when")))));
        if (operation.has("unless")) {
            text.append(Markdown.row("but not of these", Markdown.codes(VerifyWords.texts(operation.path("unless")))));
        }
        JsonNode key = operation.path("key");
        text.append(Markdown.row("key", Markdown.codes(VerifyWords.texts(key.isObject() ? key.path("at") : key))));
        place(text, "reference", operation.path("reference"));
        place(text, "version", operation.path("version"));
        JsonNode invariant = operation.path("invariant");
        if (!invariant.isMissingNode()) {
            text.append(Markdown.row("invariant: never another value", invariant(invariant)));
        }
        if (operation.has("fields")) {
            text.append(Markdown.row("fields", named(operation.path("fields"))));
        }
        if (operation.has("changes")) {
            text.append(Markdown.row(
                    "told when they change", Markdown.codes(VerifyWords.texts(operation.path("changes")))));
        }
        ABOUT.forEach((name, words) -> {
            if (operation.path("about").has(name)) {
                text.append(
                        Markdown.row(words, operation.path("about").path(name).asText()));
            }
        });
        text.append('\n').append(states(operation.path("state"), "event type"));
        return text.append(status(operation.path("status"))).toString();
    }

    /** @param otherwise what the map's words are where no place is named */
    private static String states(JsonNode state, String otherwise) {
        if (state.has("value")) {
            return "Every such event means state `" + state.path("value").asText() + "`.\n";
        }
        String at = state.has("at") ? Markdown.code(state.path("at").asText()) : otherwise;
        StringBuilder table = new StringBuilder(Markdown.head("at the provider: " + at, "state"));
        state.path("map")
                .properties()
                .forEach(word -> table.append(Markdown.row(
                        Markdown.code(word.getKey()),
                        Markdown.code(word.getValue().asText()))));
        return table.toString();
    }

    private static String status(JsonNode status) {
        if (status.isMissingNode()) {
            return "\nThe provider cannot be asked about one.\n";
        }
        JsonNode request = status.path("request");
        return "\nThe provider can be asked about one: `"
                + request.path("method").asText("GET") + " "
                + request.path("url").asText() + "`. Its answer is read so:\n\n"
                + states(status.path("state"), "answer");
    }

    private static String invariant(JsonNode invariant) {
        boolean byState =
                invariant.path("from").isObject() || invariant.path("always").isContainerNode();
        if (!byState) {
            return pointers(invariant);
        }
        String always = invariant.has("always") ? "always " + pointers(invariant.path("always")) + "; " : "";
        return always
                + invariant.path("from").properties().stream()
                        .map(state -> "from state `" + state.getKey() + "` on " + pointers(state.getValue()))
                        .collect(Collectors.joining("; "));
    }

    private static String pointers(JsonNode pointers) {
        return pointers.isObject() ? named(pointers) : Markdown.codes(VerifyWords.texts(pointers));
    }

    private static String named(JsonNode places) {
        return places.properties().stream()
                .map(place -> "`" + place.getKey() + "`: "
                        + Markdown.code(place.getValue().asText()))
                .collect(Collectors.joining(", "));
    }

    private static void time(StringBuilder table, JsonNode time) {
        if (!time.isMissingNode()) {
            table.append(Markdown.row(
                    "business time",
                    Markdown.code(time.path("at").asText()) + ", "
                            + Markdown.code(time.path("unit").asText())));
        }
    }

    private static void place(StringBuilder table, String what, JsonNode place) {
        if (!place.isMissingNode()) {
            table.append(Markdown.row(what, Markdown.code(place.asText())));
        }
    }
}
