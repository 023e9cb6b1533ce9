package dev.pawl.intake;

import dev.pawl.ledger.Ledger;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.stream.Collectors;

/** The answers a provider gets. Problems follow RFC 9457; none tells an unverified sender why. */
final class Answers {

    private static final String RETRY_AFTER_SECONDS = "2";

    private Answers() {}

    static Response recorded(Ledger.Recorded recorded) {
        // Verdicts are words of a closed list: nothing to escape.
        String verdicts = recorded.verdicts().stream()
                .map(verdict -> '"' + verdict + '"')
                .collect(Collectors.joining(",", "[", "]"));
        return Response.ok(
                        "{\"delivery\":\"" + recorded.delivery() + "\",\"verdicts\":" + verdicts + "}",
                        MediaType.APPLICATION_JSON)
                .build();
    }

    static Response unavailable() {
        return problem(503, "unavailable", "Not stored, try again")
                .header("Retry-After", RETRY_AFTER_SECONDS)
                .build();
    }

    static Response unauthorized() {
        return problem(401, "unauthorized", "Unauthorized").build();
    }

    static Response notFound() {
        return problem(404, "not-found", "Not found").build();
    }

    static Response methodNotAllowed() {
        return problem(405, "method-not-allowed", "Method not allowed")
                .header("Allow", "POST")
                .build();
    }

    static Response tooLarge() {
        return problem(413, "too-large", "Body too large").build();
    }

    static Response unsupportedEncoding() {
        return problem(415, "unsupported-encoding", "Content-Encoding not supported")
                .build();
    }

    private static Response.ResponseBuilder problem(int status, String slug, String title) {
        return Response.status(status)
                .type("application/problem+json")
                .entity("{\"type\":\"urn:pawl:problem:" + slug + "\",\"title\":\"" + title + "\",\"status\":" + status
                        + "}");
    }
}
