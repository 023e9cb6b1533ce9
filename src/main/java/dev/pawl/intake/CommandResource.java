package dev.pawl.intake;

import dev.pawl.admission.Admission.Refused;
import dev.pawl.admission.Admissions;
import dev.pawl.admission.Refusal;
import dev.pawl.config.Commands;
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
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Response;
import java.util.Optional;

/**
 * Where applications send commands and ask what became of them. Checks in this order: source and type known, method, content
 * coding, size, signature, the rest. Runs on the event loop.
 */
@Path("/operations/{rest: .*}")
@PermitAll
public final class CommandResource {

    private final Configuration configuration;
    private final Admissions admissions;
    private final BodyReader bodies;
    private final CommandReceiver receiver;
    private final Refusals refusals;
    private final Senders senders;

    CommandResource(
            Configuration configuration,
            Admissions admissions,
            BodyReader bodies,
            CommandReceiver receiver,
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
    public Uni<Response> post(@Context HttpServerRequest http) {
        return receive(http);
    }

    @GET
    public Uni<Response> get(@Context HttpServerRequest http) {
        return receive(http);
    }

    @HEAD
    public Uni<Response> head(@Context HttpServerRequest http) {
        return receive(http);
    }

    @PUT
    public Uni<Response> put(@Context HttpServerRequest http) {
        return receive(http);
    }

    @PATCH
    public Uni<Response> patch(@Context HttpServerRequest http) {
        return receive(http);
    }

    @DELETE
    public Uni<Response> delete(@Context HttpServerRequest http) {
        return receive(http);
    }

    @OPTIONS
    public Uni<Response> options(@Context HttpServerRequest http) {
        return receive(http);
    }

    private Uni<Response> receive(HttpServerRequest http) {
        Optional<CommandPath> path = CommandPath.of(http.uri());
        Source source = path.map(known -> configuration.current().source(known.source()))
                .orElse(null);
        Commands commands = source == null ? null : source.commands();
        if (path.isEmpty()
                || source == null
                || commands == null
                || !commands.recipe().types().containsKey(path.get().type())) {
            return Uni.createFrom().item(Answers.notFound());
        }
        boolean isNew = path.get().key() == null;
        String method = http.method().name();
        boolean takesMethod = isNew ? method.equals("POST") : method.equals("GET") || method.equals("HEAD");
        Arrival arrival = new Arrival(source, senders.of(http));
        Refused refused = admissions.byHead(source, takesMethod, Requests.codingOf(http));
        if (refused != null) {
            refusals.count(arrival, refused.cause());
            return Uni.createFrom()
                    .item(
                            refused.refusal() == Refusal.METHOD
                                    ? Answers.methodNotAllowed(isNew ? "POST" : "GET, HEAD")
                                    : Answers.refused(source, refused.refusal()));
        }
        return bodies.read(
                        http,
                        source.limit(),
                        bytes -> receiver.receive(arrival, commands, path.get(), Requests.of(http, bytes)))
                .onFailure(NotRead.class)
                .invoke(failure -> refusals.unread(arrival, failure));
    }
}
