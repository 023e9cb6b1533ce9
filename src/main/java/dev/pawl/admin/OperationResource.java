package dev.pawl.admin;

import dev.pawl.admin.PeoplesRequests.Answer;
import dev.pawl.config.Configuration;
import dev.pawl.config.Source;
import dev.pawl.ledger.Ledger;
import dev.pawl.ledger.Ledger.Action;
import dev.pawl.ledger.Ledger.ActionOutcome;
import dev.pawl.reconcile.ReconcileJob;
import io.smallrye.mutiny.Uni;
import io.vertx.core.http.HttpServerRequest;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Operations: find them, see how they got where they are, and say a word about them. */
@Path("/admin/operations")
@Produces(MediaType.APPLICATION_JSON)
public final class OperationResource {

    private static final Logger LOG = Logger.getLogger(OperationResource.class);
    private static final Set<String> ACTION_FIELDS =
            Set.of("action", "state", "adopt", "seq", "key", "confirm", "reason");

    private final OperationReads reads;
    private final OperationActions actions;
    private final NewRuns newRuns;
    private final PeoplesRequests requests;
    private final Ledger ledger;
    private final Configuration configuration;
    private final ReconcileJob reconciling;

    OperationResource(
            OperationReads reads,
            OperationActions actions,
            NewRuns newRuns,
            PeoplesRequests requests,
            Ledger ledger,
            Configuration configuration,
            ReconcileJob reconciling) {
        this.reads = reads;
        this.actions = actions;
        this.newRuns = newRuns;
        this.requests = requests;
        this.ledger = ledger;
        this.configuration = configuration;
        this.reconciling = reconciling;
    }

    @GET
    @RolesAllowed(BearerAuthentication.VIEWER)
    public Uni<Page<OperationView>> list(@Context UriInfo uri) {
        return reads.page(new OperationFilter(new QueryParameters(uri, OperationFilter.PARAMETERS)));
    }

    @GET
    @Path("{id}")
    @RolesAllowed(BearerAuthentication.VIEWER)
    public Uni<OperationDetail> byId(@PathParam("id") String id) {
        return found(Paths.id(id));
    }

    @GET
    @Path("{source}/{type}/{key}")
    @RolesAllowed(BearerAuthentication.VIEWER)
    public Uni<Response> byKey(
            @PathParam("source") String name,
            @PathParam("type") String type,
            @PathParam("key") String key,
            @Context UriInfo uri) {
        String account = new QueryParameters(uri, Set.of("account")).text("account");
        Source source = configuration.current().source(name);
        // Operations of a source that is gone stay findable under its name, the usual scope.
        String scope = source == null ? name : source.scope();
        return reads.matches(scope, type, key, account).flatMap(this::oneOrMany);
    }

    private Uni<Response> oneOrMany(List<OperationView> matches) {
        return switch (matches.size()) {
            case 0 -> Uni.createFrom().failure(Paths.notFound());
            case 1 ->
                found(UUID.fromString(matches.get(0).id()))
                        .map(detail -> Response.ok(detail).build());
            default ->
                Uni.createFrom()
                        .item(Response.status(300)
                                .entity(new Page<>(matches, null))
                                .build());
        };
    }

    @POST
    @Path("{id}/actions")
    @Consumes(MediaType.APPLICATION_JSON)
    @RolesAllowed(BearerAuthentication.OPERATOR)
    public Uni<Response> act(@PathParam("id") String id, @Context HttpServerRequest http) {
        UUID operation = Paths.id(id);
        return requests.answer(http, body -> {
            JsonFields fields = new JsonFields(body, ACTION_FIELDS);
            Ledger.Operator operator = requests.operator(fields);
            Integer expectedSeq = fields.integer("seq");
            if (NewRuns.ACTION.equals(fields.text("action"))) {
                return newRuns.run(operation, fields, expectedSeq, operator)
                        .flatMap(this::found)
                        .map(detail -> new Answer(201, detail));
            }
            return actions.read(operation, fields).flatMap(action -> acted(operation, action, expectedSeq, operator));
        });
    }

    private Uni<Answer> acted(UUID operation, Action action, @Nullable Integer expectedSeq, Ledger.Operator operator) {
        return PeoplesRequests.backHere(ledger.act(operation, action, expectedSeq, operator))
                .flatMap(outcome -> outcome == ActionOutcome.DONE
                        ? done(operation, action)
                        : Uni.createFrom().failure(ActionProblems.of(outcome)));
    }

    /** A question is on its way; its answer is seen later. */
    private Uni<Answer> done(UUID operation, Action action) {
        boolean asking = action instanceof Action.Reconcile;
        if (asking) {
            reconciling.run().subscribe().with(done -> {}, OperationResource::byScheduleThen);
        }
        return found(operation).map(detail -> new Answer(asking ? 202 : 200, detail));
    }

    private static void byScheduleThen(Throwable failure) {
        LOG.debugf(
                "The provider is asked by schedule: reason=%s",
                failure.getClass().getSimpleName());
    }

    private Uni<OperationDetail> found(UUID id) {
        return reads.detail(id).onItem().ifNull().failWith(Paths::notFound);
    }
}
