package dev.pawl.intake;

import dev.pawl.admission.Refusal;
import dev.pawl.config.Source;
import dev.pawl.core.handshake.Answer;
import dev.pawl.http.Problem;
import dev.pawl.ledger.Ledger;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;

/** The answers a provider gets. None tells an unverified sender why. */
final class Answers {

    private static final String NO_SNIFFING = "X-Content-Type-Options";
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

    /** An answer that was made from a request: bytes as they are, and no page to any browser. */
    static Response made(Answer answer) {
        Response.ResponseBuilder response = Response.status(answer.status());
        answer.headers().forEach(response::header);
        response.header(NO_SNIFFING, null).header(NO_SNIFFING, "nosniff");
        if (!answer.body().isEmpty()) {
            response.entity(answer.body().getBytes(StandardCharsets.UTF_8));
        }
        return response.build();
    }

    /** The answer to a request that goes no further. */
    static Response refused(Source source, Refusal refusal) {
        return switch (refusal) {
            case RETIRED -> gone();
            case METHOD -> methodNotAllowed(source.reception().allow());
            case CODING -> unsupportedEncoding();
            case TOO_LARGE -> Problem.tooLarge(source.limit()).response().build();
            case NO_HANDSHAKE -> forbidden();
            case UNAUTHENTIC -> unauthorized(source);
            case UNAVAILABLE -> unavailable();
        };
    }

    static Response forbidden() {
        return Problem.forbidden().response().build();
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

    /** The same for a source whose provider counts a body as a mistake. */
    static Response unauthorized(Source source) {
        return source.reception().bareRefusals()
                ? Response.status(Response.Status.UNAUTHORIZED).build()
                : unauthorized();
    }

    static Response notFound() {
        return Problem.notFound().response().build();
    }

    /** Tells a provider to stop: Standard Webhooks, "Operational considerations", 410. */
    static Response gone() {
        return Problem.retired().response().build();
    }

    static Response methodNotAllowed(String allow) {
        return Problem.methodNotAllowed()
                .response()
                .header(HttpHeaders.ALLOW, allow)
                .build();
    }

    static Response unsupportedEncoding() {
        return Problem.unsupportedMediaType().response().build();
    }
}
