package dev.pawl.config;

import com.fasterxml.jackson.databind.JsonNode;

/** Says what a condition on a request asks for. */
final class ConditionWords {

    private ConditionWords() {}

    /** As an order: what must hold. */
    static String must(JsonNode condition) {
        return of(condition, "must be ", "must match ", "must be there");
    }

    /** As a case: when it holds. */
    static String is(JsonNode condition) {
        return of(condition, "is ", "matches ", "is there");
    }

    private static String of(JsonNode condition, String equal, String matching, String present) {
        String from = RequestWords.of(condition.path("from").asText());
        String rule = condition.has("equals")
                ? equal + RequestWords.of(condition.path("equals").asText())
                : condition.has("matches")
                        ? matching + Markdown.code(condition.path("matches").asText())
                        : present;
        return from + " " + rule + (condition.path("optional").asBoolean(false) ? ", where there is one" : "");
    }
}
