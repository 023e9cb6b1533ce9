package dev.pawl.http;

import dev.pawl.ledger.Ledger;
import io.quarkus.security.AuthenticationFailedException;
import io.quarkus.security.ForbiddenException;
import io.quarkus.security.UnauthorizedException;
import jakarta.ws.rs.NotAllowedException;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import java.util.UUID;
import org.jboss.logging.Logger;
import org.jboss.resteasy.reactive.server.ServerExceptionMapper;

/** Whatever goes wrong in a resource ends here and leaves as a {@link Problem}. */
public final class ProblemMappers {

    private static final Logger LOG = Logger.getLogger(ProblemMappers.class);

    @ServerExceptionMapper
    Response problem(ProblemException e) {
        return e.problem().response().build();
    }

    @ServerExceptionMapper
    Response unauthenticated(UnauthorizedException e) {
        return challenge();
    }

    @ServerExceptionMapper
    Response unauthenticated(AuthenticationFailedException e) {
        return challenge();
    }

    @ServerExceptionMapper
    Response forbidden(ForbiddenException e) {
        return Problem.forbidden().response().build();
    }

    @ServerExceptionMapper
    Response notFound(NotFoundException e) {
        return Problem.notFound().response().build();
    }

    @ServerExceptionMapper
    Response methodNotAllowed(NotAllowedException e) {
        return Problem.methodNotAllowed().response().build();
    }

    @ServerExceptionMapper
    Response refused(WebApplicationException e) {
        int status = e.getResponse().getStatus();
        return switch (status) {
            case 400 -> Problem.badRequest().response().build();
            case 404 -> Problem.notFound().response().build();
            case 405 -> Problem.methodNotAllowed().response().build();
            case 406 -> Problem.notAcceptable().response().build();
            case 415 -> Problem.unsupportedMediaType().response().build();
            default -> status < 500 ? Problem.status(status).response().build() : failed(e);
        };
    }

    @ServerExceptionMapper
    Response notRead(NotRead e) {
        return e.response();
    }

    @ServerExceptionMapper
    Response unavailable(Ledger.Unavailable e) {
        return retryLater();
    }

    @ServerExceptionMapper
    Response failed(Throwable e) {
        if (DatabaseTrouble.isOutage(e)) {
            LOG.warnf("database not reachable, answered 503: %s", e.getClass().getName());
            return retryLater();
        }
        // Without the exception's message towards the client; the number connects answer and log.
        String number = UUID.randomUUID().toString();
        LOG.errorf(e, "request failed, answered 500 error=%s", number);
        Problem plain = Problem.status(500);
        return new Problem(plain.type(), plain.title(), plain.status(), "error " + number)
                .response()
                .build();
    }

    private static Response challenge() {
        return Problem.unauthenticated()
                .response()
                .header(HttpHeaders.WWW_AUTHENTICATE, "Bearer")
                .build();
    }

    private static Response retryLater() {
        return Problem.unavailable()
                .response()
                .header(HttpHeaders.RETRY_AFTER, "5")
                .build();
    }
}
