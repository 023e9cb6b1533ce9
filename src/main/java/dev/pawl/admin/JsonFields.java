package dev.pawl.admin;

import com.fasterxml.jackson.databind.JsonNode;
import dev.pawl.core.operation.OperationKey;
import dev.pawl.http.Problem;
import dev.pawl.http.ProblemException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a JSON object that somebody sent, read strictly: unknown names and other types are refused, nothing is
 * converted. Every mistake ends the request with a 400 that names the field.
 */
final class JsonFields {

    private static final int LONGEST = 2_000;

    private final JsonNode object;

    JsonFields(byte[] body, Set<String> known) {
        object = JsonText.received(body)
                .filter(JsonNode::isObject)
                .orElseThrow(() -> invalid("the body must be one JSON object without duplicate names"));
        object.fieldNames().forEachRemaining(name -> {
            if (!known.contains(name)) {
                throw invalid("unknown field " + QueryParameters.printable(name));
            }
        });
    }

    /** Null when missing or null. */
    @Nullable
    String text(String name) {
        JsonNode value = object.get(name);
        if (value == null || value.isNull()) {
            return null;
        }
        if (!value.isTextual()) {
            throw invalid(name + " must be text");
        }
        String text = value.textValue();
        if (!OperationKey.isStorable(text) || text.codePointCount(0, text.length()) > LONGEST) {
            throw invalid(name + " is malformed or longer than " + LONGEST + " characters");
        }
        return text;
    }

    String requiredText(String name) {
        String text = text(name);
        if (text == null || text.isBlank()) {
            throw invalid(name + " is required");
        }
        return text;
    }

    @Nullable
    Integer integer(String name) {
        JsonNode value = object.get(name);
        if (value == null || value.isNull()) {
            return null;
        }
        if (!value.isIntegralNumber() || !value.canConvertToInt()) {
            throw invalid(name + " must be a whole number");
        }
        return value.intValue();
    }

    static ProblemException invalid(String detail) {
        return new ProblemException(Problem.invalidBody(detail));
    }
}
