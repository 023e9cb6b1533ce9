package dev.pawl.admin;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.pawl.admin.PeoplesRequests.Answer;
import dev.pawl.core.operation.OperationKey;
import dev.pawl.http.Problem;
import dev.pawl.http.ProblemException;
import io.smallrye.mutiny.Uni;
import io.vertx.core.http.HttpServerRequest;
import jakarta.inject.Singleton;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * {@code Idempotency-Key} on people's requests, after the IETF draft: the first request with a key runs, a repetition gets
 * the same answer. The database decides who is first. A claim whose process died is taken over after a minute; running an
 * action or a replay twice changes nothing the second time, or only where {@code seq} was left out.
 */
@Singleton
final class IdempotentAnswers {

    private static final String HEADER = "Idempotency-Key";
    private static final int LONGEST = 255;

    private final AdminResponses responses;
    private final ObjectMapper json;

    IdempotentAnswers(AdminResponses responses, ObjectMapper json) {
        this.responses = responses;
        this.json = json;
    }

    Uni<Response> once(String actor, HttpServerRequest http, byte[] body, Supplier<Uni<Answer>> action) {
        List<String> given = http.headers().getAll(HEADER);
        if (given.isEmpty()) {
            return Uni.createFrom().deferred(action::get).map(answer -> response(stored(answer), false));
        }
        AdminResponses.Claim claim = new AdminResponses.Claim(actor, keyOf(given), hash(http, body));
        return responses.claim(claim).flatMap(outcome -> switch (outcome.state()) {
            case OURS -> run(claim, action);
            case OTHER_REQUEST -> Uni.createFrom().failure(new ProblemException(Problem.keyReused()));
            case RUNNING -> Uni.createFrom().item(stillRunning());
            case ANSWERED -> Uni.createFrom().item(response(outcome.stored(), true));
        });
    }

    /** A problem the client made is an answer like any other; after a fault of ours the key is free again. */
    private Uni<Response> run(AdminResponses.Claim claim, Supplier<Uni<Answer>> action) {
        return Uni.createFrom()
                .deferred(action::get)
                .map(this::stored)
                .onFailure(ProblemException.class)
                .recoverWithItem(failure -> stored(failure))
                .onFailure()
                .call(() -> responses.release(claim))
                .call(answer -> responses.keep(claim, answer))
                .map(answer -> response(answer, false));
    }

    private AdminResponses.Stored stored(Answer answer) {
        return new AdminResponses.Stored(answer.status(), text(answer.entity()));
    }

    private AdminResponses.Stored stored(ProblemException failure) {
        return new AdminResponses.Stored(failure.problem().status(), text(failure.problem()));
    }

    private String text(Object entity) {
        try {
            return json.writeValueAsString(entity);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("answers always have a JSON form", e);
        }
    }

    private static Response response(AdminResponses.@Nullable Stored stored, boolean replayed) {
        if (stored == null) {
            throw new IllegalStateException("answered without an answer");
        }
        Response.ResponseBuilder response = Response.status(stored.status())
                .type(stored.status() < 400 ? MediaType.APPLICATION_JSON : Problem.MEDIA_TYPE)
                .entity(stored.body());
        if (replayed) {
            response.header("Idempotency-Replayed", "true");
        }
        return response.build();
    }

    private static Response stillRunning() {
        return Problem.conflict("still-running", "Still running", "the first request with this key has no answer yet")
                .response()
                .header(HttpHeaders.RETRY_AFTER, "1")
                .build();
    }

    /** {@code "k1"} and {@code k1} are the same key. */
    private static String keyOf(List<String> given) {
        String key = given.size() == 1 ? given.get(0).strip() : "";
        if (key.length() > 1 && key.startsWith("\"") && key.endsWith("\"")) {
            key = key.substring(1, key.length() - 1);
        }
        if (OperationKey.problemWith(key, LONGEST) != null) {
            throw new ProblemException(
                    Problem.invalidParameter(HEADER + " must be given once, with 1 to " + LONGEST + " characters"));
        }
        return key;
    }

    private static String hash(HttpServerRequest http, byte[] body) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update((http.method() + " " + http.uri() + "\n").getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest.digest(body));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
