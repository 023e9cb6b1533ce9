package dev.pawl.admin;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.pawl.config.Configuration;
import dev.pawl.config.Source;
import dev.pawl.http.BodyReader;
import dev.pawl.http.Problem;
import dev.pawl.http.ProblemException;
import dev.pawl.secrets.SourceSecrets;
import io.quarkus.runtime.annotations.RegisterForReflection;
import io.smallrye.mutiny.Uni;
import io.vertx.core.http.HttpServerRequest;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The secret a provider handed over: shown once, since some providers want it entered on a page of theirs; forgotten when
 * the wrong one came first. An {@code Idempotency-Key} means nothing here: answers to those are stored, and this is a secret.
 */
@Path("/admin/sources/{source}/secret")
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
@RolesAllowed(BearerAuthentication.OPERATOR)
public final class SecretResource {

    private static final Set<String> FIELDS = Set.of("action", "reason");

    private final Configuration configuration;
    private final SourceSecrets secrets;
    private final BodyReader bodies;
    private final PeoplesRequests requests;

    SecretResource(Configuration configuration, SourceSecrets secrets, BodyReader bodies, PeoplesRequests requests) {
        this.configuration = configuration;
        this.secrets = secrets;
        this.bodies = bodies;
        this.requests = requests;
    }

    /** What became of it; {@code secret} only where it was to be shown. */
    @RegisterForReflection
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record SecretView(String source, @Nullable String secret) {}

    @POST
    public Uni<Response> act(@PathParam("source") String name, @Context HttpServerRequest http) {
        Source source = configuration.current().source(name);
        if (source == null) {
            return Uni.createFrom().failure(Paths.notFound());
        }
        return bodies.read(
                http,
                PeoplesRequests.LIMIT,
                body -> PeoplesRequests.backHere(act(source, new JsonFields(body, FIELDS))));
    }

    private Uni<Response> act(Source source, JsonFields fields) {
        var operator = requests.operator(fields);
        return switch (fields.requiredText("action")) {
            case "show" ->
                secrets.show(source, operator)
                        .map(shown -> shown.map(text -> answer(new SecretView(source.name(), text)))
                                .orElseThrow(() -> new ProblemException(
                                        Problem.gone("there is none, or it has been shown already"))));
            case "forget" ->
                secrets.forget(source, operator).map(forgotten -> {
                    if (!forgotten) {
                        throw Paths.notFound();
                    }
                    return answer(new SecretView(source.name(), null));
                });
            default -> throw JsonFields.invalid("action must be show or forget");
        };
    }

    private static Response answer(SecretView view) {
        return Response.ok(view).header(HttpHeaders.CACHE_CONTROL, "no-store").build();
    }
}
