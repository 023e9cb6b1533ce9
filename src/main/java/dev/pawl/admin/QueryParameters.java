package dev.pawl.admin;

import dev.pawl.core.operation.OperationKey;
import dev.pawl.http.Problem;
import dev.pawl.http.ProblemException;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.core.UriInfo;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The query of a request, read strictly: a misspelt filter would otherwise show everything and look like an answer. Every
 * mistake ends the request with a 400 that names the parameter.
 */
final class QueryParameters {

    private static final int LONGEST = OperationKey.MAX_KEY;
    private static final Instant FIRST_DAY = Instant.parse("1970-01-01T00:00:00Z");
    private static final Instant LAST_DAY = Instant.parse("2200-01-01T00:00:00Z");

    private final MultivaluedMap<String, String> given;

    QueryParameters(UriInfo uri, Set<String> known) {
        this.given = uri.getQueryParameters();
        for (String name : given.keySet()) {
            if (!known.contains(name)) {
                throw invalid("unknown parameter " + printable(name));
            }
            if (given.get(name).size() > 1) {
                throw invalid(name + " is given more than once");
            }
        }
    }

    /** As given; null when absent. Empty text is a value. */
    @Nullable
    String text(String name) {
        List<String> values = given.get(name);
        if (values == null) {
            return null;
        }
        String value = values.get(0);
        if (!OperationKey.isStorable(value) || value.codePointCount(0, value.length()) > LONGEST) {
            throw invalid(name + " is malformed or longer than " + LONGEST + " characters");
        }
        return value;
    }

    @Nullable
    String oneOf(String name, List<String> words) {
        String value = text(name);
        if (value != null && !words.contains(value)) {
            throw invalid(name + " must be one of " + String.join(", ", words));
        }
        return value;
    }

    boolean flag(String name) {
        return "true".equals(oneOf(name, List.of("true", "false")));
    }

    int limit() {
        String value = text("limit");
        if (value == null) {
            return Page.USUAL;
        }
        int limit = value.matches("[0-9]{1,4}") ? Integer.parseInt(value) : 0;
        if (limit < 1 || limit > Page.LARGEST) {
            throw invalid("limit must be a number from 1 to " + Page.LARGEST);
        }
        return limit;
    }

    @Nullable
    Instant instant(String name) {
        String value = text(name);
        if (value == null) {
            return null;
        }
        try {
            Instant instant = OffsetDateTime.parse(value).toInstant();
            if (!instant.isBefore(FIRST_DAY) && instant.isBefore(LAST_DAY)) {
                return instant;
            }
        } catch (DateTimeException e) {
            throw invalid(name + " must be an ISO 8601 time with an offset, such as 2026-01-31T12:00:00Z");
        }
        throw invalid(name + " must lie between 1970 and 2200");
    }

    @Nullable
    Cursor cursor() {
        String value = text("cursor");
        return value == null
                ? null
                : Cursor.of(value).orElseThrow(() -> invalid("cursor must be a value that a page gave as next"));
    }

    private static ProblemException invalid(String detail) {
        return new ProblemException(Problem.invalidParameter(detail));
    }

    /** A name as an answer may repeat it: short, and letters only. */
    static String printable(String name) {
        String letters = name.replaceAll("[^A-Za-z0-9_.-]", "?");
        return letters.length() <= 40 ? letters : letters.substring(0, 40) + "…";
    }
}
