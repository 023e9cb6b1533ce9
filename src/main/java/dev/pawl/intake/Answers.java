package dev.pawl.intake;

import dev.pawl.http.Problem;
import dev.pawl.ledger.Ledger;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.stream.Collectors;

/** The answers a provider gets. None tells an unverified sender why. */
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
        return Problem.unavailable()
                .response()
                .header(HttpHeaders.RETRY_AFTER, RETRY_AFTER_SECONDS)
                .build();
    }

    /** Every refusal gets the same answer, byte for byte. */
    static Response unauthorized() {
        return Problem.unauthenticated().response().build();
    }

    static Response notFound() {
        return Problem.notFound().response().build();
    }

    static Response methodNotAllowed(String allow) {
        return Problem.methodNotAllowed()
                .response()
                .header(HttpHeaders.ALLOW, allow)
                .build();
    }

    static Response tooLarge(int limit) {
        return Problem.tooLarge(limit).response().build();
    }

    static Response unsupportedEncoding() {
        return Problem.unsupportedMediaType().response().build();
    }
}
