package dev.pawl.intake;

import dev.pawl.config.Configuration;
import dev.pawl.config.Source;
import dev.pawl.core.verify.InboundRequest;
import dev.pawl.core.verify.Verification;
import dev.pawl.http.BodyReader;
import dev.pawl.ledger.Ledger;
import io.smallrye.mutiny.Uni;
import io.vertx.core.http.HttpServerRequest;
import jakarta.annotation.security.PermitAll;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HEAD;
import jakarta.ws.rs.OPTIONS;
import jakarta.ws.rs.PATCH;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Response;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Where providers send their webhooks. Checks in this order: source known, method, content coding, size, signature. Runs on
 * the event loop; a body is read here, since it must not pass through any filter or converter before it is verified.
 */
@Path("/webhooks/{source}")
@PermitAll
public final class WebhookResource {

    private final Configuration configuration;
    private final Ledger ledger;
    private final Refusals refusals;
    private final InstantSource clock;

    WebhookResource(Configuration configuration, Ledger ledger, Refusals refusals, InstantSource clock) {
        this.configuration = configuration;
        this.ledger = ledger;
        this.refusals = refusals;
        this.clock = clock;
    }

    @POST
    public Uni<Response> receive(@PathParam("source") String name, @Context HttpServerRequest http) {
        Source source = configuration.current().source(name);
        if (source == null) {
            return Uni.createFrom().item(Answers.notFound());
        }
        if (configuration.current().retired().sources().contains(name)) {
            return Uni.createFrom().item(Answers.gone());
        }
        if (isEncoded(http)) {
            return Uni.createFrom().item(Answers.unsupportedEncoding());
        }
        return BodyReader.read(http, source.limit())
                .onItem()
                .transformToUni(body -> body.fold(
                        bytes -> received(source, http, bytes),
                        size -> Uni.createFrom().item(tooLarge(source))));
    }

    private Uni<Response> received(Source source, HttpServerRequest http, byte[] body) {
        InboundRequest request = new InboundRequest(http.method().name(), http.uri(), headersOf(http), body);
        Instant now = clock.instant();
        return source.verifier()
                .verify(request, source.secrets(), now)
                .fold(
                        verified -> committed(source, request, verified, now),
                        refused -> Uni.createFrom().item(refused(source, refused.reason())),
                        needed -> Uni.createFrom().item(Answers.unavailable()));
    }

    private Uni<Response> committed(
            Source source, InboundRequest request, Verification.Verified verified, Instant now) {
        return ledger.record(
                        source,
                        request,
                        verified.key(),
                        now,
                        source.interpreter().interpret(verified.request()))
                .map(Answers::recorded)
                .onFailure(Ledger.Unavailable.class)
                .recoverWithItem(failure -> Answers.unavailable());
    }

    private Response refused(Source source, Verification.Reason reason) {
        refusals.count(source.name(), reason.word());
        return Answers.unauthorized();
    }

    private Response tooLarge(Source source) {
        refusals.count(source.name(), "too-large");
        return Answers.tooLarge(source.limit());
    }

    @GET
    public Response get(@PathParam("source") String name) {
        return otherMethod(name);
    }

    @HEAD
    public Response head(@PathParam("source") String name) {
        return otherMethod(name);
    }

    @PUT
    public Response put(@PathParam("source") String name) {
        return otherMethod(name);
    }

    @PATCH
    public Response patch(@PathParam("source") String name) {
        return otherMethod(name);
    }

    @DELETE
    public Response delete(@PathParam("source") String name) {
        return otherMethod(name);
    }

    @OPTIONS
    public Response options(@PathParam("source") String name) {
        return otherMethod(name);
    }

    private Response otherMethod(String name) {
        return configuration.current().source(name) == null ? Answers.notFound() : Answers.methodNotAllowed();
    }

    private static boolean isEncoded(HttpServerRequest http) {
        String encoding = http.getHeader("Content-Encoding");
        return encoding != null && !encoding.isBlank() && !encoding.equalsIgnoreCase("identity");
    }

    private static Map<String, List<String>> headersOf(HttpServerRequest http) {
        Map<String, List<String>> headers = new LinkedHashMap<>();
        http.headers().names().forEach(name -> headers.put(name, http.headers().getAll(name)));
        return headers;
    }
}
