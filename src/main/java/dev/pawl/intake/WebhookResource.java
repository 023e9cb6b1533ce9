package dev.pawl.intake;

import dev.pawl.admission.Admission.Refused;
import dev.pawl.admission.Admissions;
import dev.pawl.config.Configuration;
import dev.pawl.config.Source;
import dev.pawl.http.BodyReader;
import dev.pawl.http.NotRead;
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

/**
 * Where providers send their webhooks. Checks in this order: source known, method, content coding, size, signature. Runs on
 * the event loop; a body is read here, since it must not pass through any filter or converter before it is verified.
 */
@Path("/webhooks/{source}")
@PermitAll
public final class WebhookResource {

    private final Configuration configuration;
    private final Admissions admissions;
    private final BodyReader bodies;
    private final Receiver receiver;
    private final Refusals refusals;
    private final Senders senders;

    WebhookResource(
            Configuration configuration,
            Admissions admissions,
            BodyReader bodies,
            Receiver receiver,
            Refusals refusals,
            Senders senders) {
        this.configuration = configuration;
        this.admissions = admissions;
        this.bodies = bodies;
        this.receiver = receiver;
        this.refusals = refusals;
        this.senders = senders;
    }

    @POST
    public Uni<Response> post(@PathParam("source") String name, @Context HttpServerRequest http) {
        return receive(name, http);
    }

    @PUT
    public Uni<Response> put(@PathParam("source") String name, @Context HttpServerRequest http) {
        return receive(name, http);
    }

    @GET
    public Uni<Response> get(@PathParam("source") String name, @Context HttpServerRequest http) {
        return receive(name, http);
    }

    @HEAD
    public Uni<Response> head(@PathParam("source") String name, @Context HttpServerRequest http) {
        return receive(name, http);
    }

    @OPTIONS
    public Uni<Response> options(@PathParam("source") String name, @Context HttpServerRequest http) {
        return receive(name, http);
    }

    @PATCH
    public Uni<Response> patch(@PathParam("source") String name, @Context HttpServerRequest http) {
        return receive(name, http);
    }

    @DELETE
    public Uni<Response> delete(@PathParam("source") String name, @Context HttpServerRequest http) {
        return receive(name, http);
    }

    private Uni<Response> receive(String name, HttpServerRequest http) {
        Source source = configuration.current().source(name);
        if (source == null || source.commands() != null) {
            return Uni.createFrom().item(Answers.notFound());
        }
        String coding = Requests.codingOf(http);
        Arrival arrival = new Arrival(source, senders.of(http));
        Refused refused = admissions.byHead(source, http.method().name(), coding);
        if (refused != null) {
            refusals.count(arrival, refused.cause());
            return Uni.createFrom().item(Answers.refused(source, refused.refusal()));
        }
        return bodies.read(
                        http,
                        source.limit(),
                        bytes -> receiver.receive(arrival, Requests.of(http, bytes), !coding.isEmpty()))
                .onFailure(NotRead.class)
                .invoke(failure -> refusals.unread(arrival, failure));
    }
}
