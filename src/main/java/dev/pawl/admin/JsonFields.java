package dev.pawl.admin;

import com.fasterxml.jackson.databind.JsonNode;
import dev.pawl.core.operation.OperationKey;
import dev.pawl.http.Problem;
import dev.pawl.http.ProblemException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
        String text = content(name);
        if (text == null) {
            return null;
        }
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

    /** A text of any length and content, as a whole request's body is; null when missing or null. */
    @Nullable
    String content(String name) {
        JsonNode value = object.get(name);
        if (value == null || value.isNull()) {
            return null;
        }
        if (!value.isTextual()) {
            throw invalid(name + " must be text");
        }
        return value.textValue();
    }

    boolean isContainer(String name) {
        return object.path(name).isContainerNode();
    }

    /** An object of texts, or of lists of texts; empty when missing or null. */
    Map<String, List<String>> lists(String name) {
        JsonNode value = object.path(name);
        Map<String, List<String>> lists = new LinkedHashMap<>();
        if (!value.isObject() && !value.isNull() && !value.isMissingNode()) {
            throw invalid(name + " must be an object");
        }
        value.properties().forEach(property -> {
            List<String> texts = new ArrayList<>();
            JsonNode one = property.getValue();
            (one.isArray() ? one : List.of(one)).forEach(text -> {
                if (!text.isTextual()) {
                    throw invalid(name + " must hold texts or lists of texts");
                }
                texts.add(text.textValue());
            });
            lists.put(property.getKey(), texts);
        });
        return lists;
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

    /** False when missing or null. */
    boolean flag(String name) {
        JsonNode value = object.path(name);
        if (!value.isBoolean() && !value.isNull() && !value.isMissingNode()) {
            throw invalid(name + " must be true or false");
        }
        return value.asBoolean();
    }

    /** A time with an offset, in ISO 8601. */
    Instant requiredInstant(String name) {
        try {
            return OffsetDateTime.parse(requiredText(name)).toInstant();
        } catch (DateTimeException e) {
            throw invalid(name + " must be an ISO 8601 time with an offset, such as 2026-01-31T12:00:00Z");
        }
    }

    static ProblemException invalid(String detail) {
        return new ProblemException(Problem.invalidBody(detail));
    }
}
