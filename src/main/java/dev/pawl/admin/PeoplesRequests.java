package dev.pawl.admin;

import dev.pawl.http.BodyReader;
import dev.pawl.ledger.Ledger.Operator;
import io.quarkus.security.identity.SecurityIdentity;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import jakarta.inject.Singleton;
import jakarta.ws.rs.core.Response;
import java.util.function.Function;

/**
 * Requests that change something: the body is read only after the role was checked, up to a limit; an
 * {@code Idempotency-Key} is honoured.
 */
@Singleton
final class PeoplesRequests {

    static final int LIMIT = 1 << 20;

    private final SecurityIdentity identity;
    private final BodyReader bodies;
    private final IdempotentAnswers answers;

    PeoplesRequests(SecurityIdentity identity, BodyReader bodies, IdempotentAnswers answers) {
        this.identity = identity;
        this.bodies = bodies;
        this.answers = answers;
    }

    String actor() {
        return identity.getPrincipal().getName();
    }

    Operator operator(JsonFields fields) {
        return new Operator(actor(), fields.requiredText("reason"));
    }

    /** @param action what the body asks for; its answer's entity is turned into JSON */
    Uni<Response> answer(HttpServerRequest http, Function<byte[], Uni<Answer>> action) {
        return answer(http, LIMIT, action);
    }

    /** @param limit greatest body, in bytes */
    Uni<Response> answer(HttpServerRequest http, int limit, Function<byte[], Uni<Answer>> action) {
        String actor = actor();
        return bodies.read(http, limit, body -> answers.once(actor, http, body, () -> action.apply(body)));
    }

    /**
     * The ledger answers on a thread of its own; whatever reads afterwards must be where the request is, since its session
     * lives there.
     */
    static <T> Uni<T> backHere(Uni<T> answer) {
        Context here = Vertx.currentContext();
        return answer.emitOn(task -> here.runOnContext(nothing -> task.run()));
    }

    /** What a request came to. */
    record Answer(int status, Object entity) {
        static Answer ok(Object entity) {
            return new Answer(200, entity);
        }
    }
}
