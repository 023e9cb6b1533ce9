package dev.pawl.config;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/** Says how a source answers: events, and what a provider asks before it sends any. */
final class AnswerWords {

    private AnswerWords() {}

    /** What an event that was committed is answered with. */
    static String success(JsonNode success) {
        return success.isMissingNode()
                ? "`200` and Pawl's own JSON: the id of the delivery and what came of each event."
                : answer(success) + mac(success.path("mac"));
    }

    static String handshake(JsonNode handshake) {
        String method = handshake.path("method").asText();
        boolean brings = handshake.has("secret");
        boolean verified = handshake.path("verified").asBoolean(method.equals("POST") && !brings);
        List<String> conditions = new ArrayList<>();
        handshake.path("when").forEach(condition -> conditions.add(ConditionWords.is(condition)));
        StringBuilder words = new StringBuilder((method.startsWith("O") ? "An `" : "A `") + method + "`");
        words.append(verified ? ", signed like an event" : "");
        words.append(conditions.isEmpty() ? "" : ", where " + Markdown.listed(conditions));
        words.append(": answered ").append(answer(handshake.path("answer")));
        words.append(mac(handshake.path("mac")));
        if (brings) {
            words.append(" It brings the source's secret, in ")
                    .append(RequestWords.of(handshake.path("secret").asText()))
                    .append("; Pawl stores it encrypted.");
        }
        if (handshake.has("confirm")) {
            JsonNode confirm = handshake.path("confirm");
            words.append(" Then Pawl calls the address in ")
                    .append(RequestWords.of(confirm.path("url").asText()))
                    .append(", only on ")
                    .append(Markdown.codes(VerifyWords.texts(confirm.path("hosts"))))
                    .append('.');
        }
        return words.toString();
    }

    private static String answer(JsonNode answer) {
        StringBuilder words = new StringBuilder("`" + answer.path("status").asText("200") + "`");
        answer.path("headers")
                .properties()
                .forEach(header -> words.append(", header ")
                        .append(Markdown.code(
                                header.getKey() + ": " + header.getValue().asText())));
        if (answer.has("json")) {
            words.append(", body ").append(Markdown.code(answer.path("json").toString()));
        } else if (!answer.path("text").asText().isEmpty()) {
            words.append(", body ").append(Markdown.code(answer.path("text").asText()));
        } else {
            words.append(", no body");
        }
        return words.append('.').toString();
    }

    private static String mac(JsonNode mac) {
        return mac.isMissingNode()
                ? ""
                : " `{mac}` is the " + VerifyWords.name(mac) + " of "
                        + RequestWords.of(mac.path("of").asText()) + ", in "
                        + mac.path("encoding").asText() + ".";
    }
}
