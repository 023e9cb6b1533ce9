package dev.pawl.intake;

import dev.pawl.core.outbound.CommandAnswer;
import dev.pawl.http.Problem;
import dev.pawl.ledger.CommandOutcome;
import dev.pawl.ledger.CommandOutcome.Ended;
import dev.pawl.ledger.CommandOutcome.Running;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** The answers to those who command. */
final class CommandAnswers {

    private static final String REPLAYED = "Idempotency-Replayed";
    private static final String RETRY_AFTER_SECONDS = "2";
    private static final int ACCEPTED = 202;
    private static final CommandOutcome.Cases<Response> CASES = new CommandOutcome.Cases<>(
            CommandAnswers::ended,
            CommandAnswers::running,
            reused -> Problem.keyReused().response().build(),
            exists -> located(
                    Problem.conflict("already-exists", "Already exists", "it was done under another key"),
                    exists.path()),
            contradicts -> Problem.conflict(
                            "contradicts",
                            "Contradicts the operation",
                            "the operation is not one this command can be about: " + contradicts.verdict())
                    .response()
                    .build(),
            expired -> located(Problem.gone("the answer is not kept any longer"), expired.path()));

    private CommandAnswers() {}

    static Response of(CommandOutcome outcome) {
        return outcome.fold(CASES);
    }

    private static Response ended(Ended ended) {
        CommandAnswer answer = ended.answer();
        Response.ResponseBuilder response = Response.status(answer.status())
                .entity(answer.body().getBytes(StandardCharsets.UTF_8))
                .header(HttpHeaders.LOCATION, ended.path())
                .header("X-Content-Type-Options", "nosniff");
        answer.headers().forEach(response::header);
        if (ended.replayed()) {
            response.header(REPLAYED, "true");
        }
        return response.build();
    }

    private static Response running(Running running) {
        String operation = running.operation();
        Response.ResponseBuilder response = operation == null
                ? Problem.conflict("in-progress", "In progress", "the command has not come to its end")
                        .response()
                : Response.status(ACCEPTED)
                        .type(CommandAnswer.JSON_TYPE)
                        .entity(operation.getBytes(StandardCharsets.UTF_8))
                        .header("X-Content-Type-Options", "nosniff");
        return response.header(HttpHeaders.LOCATION, running.path())
                .header(HttpHeaders.RETRY_AFTER, RETRY_AFTER_SECONDS)
                .build();
    }

    private static Response located(Problem problem, @Nullable String path) {
        Response.ResponseBuilder response = problem.response();
        return path == null
                ? response.build()
                : response.header(HttpHeaders.LOCATION, path).build();
    }

    /** What the operation is like now. */
    static Response operation(String json) {
        return Response.ok(json.getBytes(StandardCharsets.UTF_8), CommandAnswer.JSON_TYPE)
                .header("X-Content-Type-Options", "nosniff")
                .header(HttpHeaders.CACHE_CONTROL, "no-store")
                .build();
    }
}
