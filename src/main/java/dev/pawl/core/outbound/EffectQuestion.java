package dev.pawl.core.outbound;

import com.fasterxml.jackson.databind.JsonNode;
import dev.pawl.core.Parsed;
import dev.pawl.core.json.JsonBody;
import dev.pawl.core.json.Pointer;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Asks a receiver whether it has an effect whose outcome is not known. Only one of the two conditions may hold; anything
 * else is no answer.
 *
 * @param method GET, HEAD or POST
 */
public record EffectQuestion(
        String method, EffectText url, Map<String, EffectText> headers, Condition done, Condition notDone) {

    public EffectQuestion {
        headers = Map.copyOf(headers);
    }

    /** What an answer says. */
    public enum Said {
        DONE,
        NOT_DONE,
        NOTHING
    }

    /**
     * When an answer says something.
     *
     * @param statuses empty: any 2xx
     * @param at where in the JSON body; null: the status says it all
     * @param values as text; empty: anything but null
     */
    public record Condition(Set<Integer> statuses, @Nullable Pointer at, Set<String> values) {
        public Condition {
            statuses = Set.copyOf(statuses);
            values = Set.copyOf(values);
        }

        private boolean holds(int status, @Nullable JsonNode body) {
            boolean expected = statuses.isEmpty() ? status >= 200 && status < 300 : statuses.contains(status);
            if (!expected || at == null) {
                return expected;
            }
            if (body == null) {
                return false;
            }
            JsonNode found = at.in(body, body);
            boolean there = found.isValueNode() && !found.isNull();
            return values.isEmpty() ? there || found.isContainerNode() : there && values.contains(found.asText());
        }
    }

    /** What to send. */
    public record Request(String method, String url, Map<String, String> headers) {
        public Request {
            headers = Map.copyOf(headers);
        }

        /** Neither address nor headers: they may hold a token. */
        @Override
        public String toString() {
            return "Request[" + method + "]";
        }
    }

    /**
     * The question about one effect.
     *
     * @param payload the effect's own, from which the operation's key and fields are read
     * @return or which value is missing
     */
    public Parsed<Request> about(String webhookId, byte[] payload) {
        return JsonBody.parse(payload).then(body -> about(webhookId, body.at("/data/operation")));
    }

    private Parsed<Request> about(String webhookId, JsonNode operation) {
        return url.filled(reference -> value(reference, webhookId, operation), EffectText::percentEncoded)
                .then(address -> {
                    Map<String, String> filled = new TreeMap<>();
                    for (Map.Entry<String, EffectText> header : headers.entrySet()) {
                        Parsed<String> text = header.getValue()
                                .filled(
                                        reference -> value(reference, webhookId, operation),
                                        EffectText::percentEncoded);
                        if (text instanceof Parsed.Wrong<String> wrong) {
                            return Parsed.wrong(wrong.problem());
                        }
                        filled.put(header.getKey(), text.fold(meant -> meant, problem -> problem));
                    }
                    return Parsed.of(new Request(method, address, filled));
                });
    }

    private static @Nullable String value(String reference, String webhookId, JsonNode operation) {
        JsonNode found = switch (reference) {
            case "webhook-id" -> null;
            case "id", "key" -> operation.path(reference);
            default -> operation.path("fields").path(reference.substring("field:".length()));
        };
        if (found == null) {
            return webhookId;
        }
        return found.isTextual() ? found.textValue() : null;
    }

    /** What the answer says; both conditions at once, or none, say nothing. */
    public Said said(int status, byte[] body) {
        JsonNode read = JsonBody.parse(body).<@Nullable JsonNode>fold(json -> json, problem -> null);
        boolean isDone = done.holds(status, read);
        boolean isNotDone = notDone.holds(status, read);
        if (isDone == isNotDone) {
            return Said.NOTHING;
        }
        return isDone ? Said.DONE : Said.NOT_DONE;
    }
}
