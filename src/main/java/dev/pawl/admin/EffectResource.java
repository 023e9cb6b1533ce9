package dev.pawl.admin;

import dev.pawl.admin.PeoplesRequests.Answer;
import dev.pawl.http.Problem;
import dev.pawl.http.ProblemException;
import dev.pawl.ledger.Ledger;
import dev.pawl.ledger.Ledger.EffectAction;
import io.smallrye.mutiny.Uni;
import io.vertx.core.http.HttpServerRequest;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.util.Set;
import java.util.UUID;

/** Effects: trying one once more, giving one up, and causing what was not caused while effects were off. */
@Path("/admin/effects")
@Produces(MediaType.APPLICATION_JSON)
public final class EffectResource {

    private static final Set<String> ACTION_FIELDS = Set.of("action", "reason");

    private final OperationReads reads;
    private final EffectsResent resent;
    private final PeoplesRequests requests;
    private final Ledger ledger;

    EffectResource(OperationReads reads, EffectsResent resent, PeoplesRequests requests, Ledger ledger) {
        this.reads = reads;
        this.resent = resent;
        this.requests = requests;
        this.ledger = ledger;
    }

    @POST
    @Path("{operation}/{seq}/{name}/actions")
    @Consumes(MediaType.APPLICATION_JSON)
    @RolesAllowed(BearerAuthentication.OPERATOR)
    public Uni<Response> act(
            @PathParam("operation") String operation,
            @PathParam("seq") String seq,
            @PathParam("name") String name,
            @Context HttpServerRequest http) {
        UUID id = Paths.id(operation);
        int number = Paths.number(seq);
        return requests.answer(http, body -> {
            JsonFields fields = new JsonFields(body, ACTION_FIELDS);
            EffectAction action = action(fields.requiredText("action"));
            return PeoplesRequests.backHere(ledger.actOnEffect(id, number, name, action, requests.operator(fields)))
                    .flatMap(outcome -> switch (outcome) {
                        case DONE -> detail(id);
                        case NOT_FOUND -> Uni.createFrom().failure(Paths.notFound());
                        case SETTLED -> conflict("effect-settled", "The effect has ended", "its state is final");
                        case UNDER_WAY ->
                            conflict("effect-under-way", "The effect is under way", "an attempt has not ended yet");
                        case NOT_CONFIGURED ->
                            conflict(
                                    "effect-not-configured",
                                    "The effect is not configured",
                                    "nothing would send it; it can be cancelled");
                    });
        });
    }

    private Uni<Answer> detail(UUID id) {
        return reads.detail(id).onItem().ifNull().failWith(Paths::notFound).map(Answer::ok);
    }

    private static EffectAction action(String word) {
        return switch (word) {
            case "retry" -> EffectAction.RETRY;
            case "cancel" -> EffectAction.CANCEL;
            default -> throw JsonFields.invalid("action must be retry or cancel");
        };
    }

    private static Uni<Answer> conflict(String type, String title, String detail) {
        return Uni.createFrom().failure(new ProblemException(Problem.conflict(type, title, detail)));
    }

    /** With {@code preview=true} only counts. */
    @POST
    @Path("resend")
    @Consumes(MediaType.APPLICATION_JSON)
    @RolesAllowed(BearerAuthentication.OPERATOR)
    public Uni<Response> resend(@Context UriInfo uri, @Context HttpServerRequest http) {
        boolean preview = new QueryParameters(uri, Set.of("preview")).flag("preview");
        return requests.answer(http, body -> {
            JsonFields fields = new JsonFields(body, EffectsResent.FIELDS);
            EffectsResent.Wanted wanted = EffectsResent.wanted(fields);
            Ledger.Operator operator = requests.operator(fields);
            return preview
                    ? resent.preview(wanted).map(Answer::ok)
                    : resent.run(wanted, operator).map(Answer::ok);
        });
    }
}
