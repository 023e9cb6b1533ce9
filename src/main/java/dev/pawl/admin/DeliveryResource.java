package dev.pawl.admin;

import dev.pawl.admin.DeliveryReads.WithBody;
import dev.pawl.admin.PeoplesRequests.Answer;
import dev.pawl.config.Configuration;
import dev.pawl.config.Source;
import dev.pawl.core.operation.Cause;
import dev.pawl.core.outbound.Trace;
import dev.pawl.core.verify.InboundRequest;
import dev.pawl.core.verify.VerifiedRequest;
import dev.pawl.http.Problem;
import dev.pawl.http.ProblemException;
import dev.pawl.ledger.Ledger;
import dev.pawl.ledger.Origin;
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
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;

/** Deliveries: what came in, byte for byte, and reading it again. */
@Path("/admin/deliveries")
@Produces(MediaType.APPLICATION_JSON)
public final class DeliveryResource {

    private static final Set<String> REPLAY_FIELDS = Set.of("reason");

    private final DeliveryReads reads;
    private final PeoplesRequests requests;
    private final Ledger ledger;
    private final Configuration configuration;

    DeliveryResource(DeliveryReads reads, PeoplesRequests requests, Ledger ledger, Configuration configuration) {
        this.reads = reads;
        this.requests = requests;
        this.ledger = ledger;
        this.configuration = configuration;
    }

    @GET
    @RolesAllowed(BearerAuthentication.VIEWER)
    public Uni<Page<DeliveryView>> list(@Context UriInfo uri) {
        return reads.page(new DeliveryFilter(new QueryParameters(uri, DeliveryFilter.PARAMETERS)));
    }

    @GET
    @Path("{id}")
    @RolesAllowed(BearerAuthentication.VIEWER)
    public Uni<DeliveryView> byId(@PathParam("id") String id) {
        return reads.detail(Paths.id(id)).onItem().ifNull().failWith(Paths::notFound);
    }

    /** The exact bytes, never shown inside a page of ours. Written down before they are handed out. */
    @GET
    @Path("{id}/body")
    @Produces({MediaType.APPLICATION_OCTET_STREAM, MediaType.APPLICATION_JSON})
    @RolesAllowed(BearerAuthentication.OPERATOR)
    public Uni<Response> body(@PathParam("id") String text) {
        UUID id = Paths.id(text);
        String actor = requests.actor();
        return reads.withBody(id)
                .map(DeliveryResource::kept)
                .call(delivery -> AuditEntity.record(actor, "body", "delivery/" + id, null, null))
                .map(delivery -> Response.ok(delivery.body, MediaType.APPLICATION_OCTET_STREAM_TYPE)
                        .header(HttpHeaders.CONTENT_DISPOSITION, "attachment; filename=\"" + id + ".bin\"")
                        .header("Content-Security-Policy", "sandbox; default-src 'none'")
                        .build());
    }

    /** Reads the bytes again as the configuration now says; the ledger writes down who wanted it. */
    @POST
    @Path("{id}/replay")
    @Consumes(MediaType.APPLICATION_JSON)
    @RolesAllowed(BearerAuthentication.OPERATOR)
    public Uni<Response> replay(@PathParam("id") String text, @Context HttpServerRequest http) {
        UUID id = Paths.id(text);
        return requests.answer(http, body -> {
            Ledger.Operator operator = requests.operator(new JsonFields(body, REPLAY_FIELDS));
            return reads.withBody(id).map(DeliveryResource::kept).flatMap(delivery -> replayed(delivery, operator));
        });
    }

    private Uni<Answer> replayed(WithBody delivery, Ledger.Operator operator) {
        Source source = configuration.current().source(Objects.requireNonNull(delivery.row).source);
        if (source == null) {
            return Uni.createFrom()
                    .failure(new ProblemException(Problem.conflict(
                            "source-gone", "Source not configured", "the delivery's source is no longer configured")));
        }
        if (source.commands() != null) {
            return Uni.createFrom()
                    .failure(new ProblemException(Problem.conflict(
                            "command", "Not replayed", "a command runs again under its own key or not at all")));
        }
        return PeoplesRequests.backHere(ledger.replay(
                        source, stored(delivery.row), source.interpreter().interpret(restored(delivery)), operator))
                .map(recorded -> Answer.ok(new Replayed(recorded.delivery().toString(), recorded.verdicts())));
    }

    private static Ledger.Stored stored(DeliveryEntity row) {
        return new Ledger.Stored(
                row.id,
                new Origin(Cause.valueOf(row.cause.toUpperCase(Locale.ROOT)), row.effectsOff, null),
                new Trace(row.traceparent, row.tracestate, row.correlationId));
    }

    /** Method and path are not stored: they are those of every delivery. */
    private static VerifiedRequest restored(WithBody delivery) {
        String source = Objects.requireNonNull(delivery.row).source;
        return VerifiedRequest.restored(new InboundRequest(
                "POST",
                SourceHint.path(source),
                JsonText.lists(delivery.row.headers),
                Objects.requireNonNull(delivery.body)));
    }

    private static WithBody kept(WithBody delivery) {
        return switch (delivery.trace) {
            case KEPT -> delivery;
            case GONE -> throw new ProblemException(Problem.gone("the body has been removed by retention"));
            case NEVER_SEEN -> throw Paths.notFound();
        };
    }

    /** What a replay came to. */
    @io.quarkus.runtime.annotations.RegisterForReflection
    record Replayed(String delivery, List<String> verdicts) {}
}
