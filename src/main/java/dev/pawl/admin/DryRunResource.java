package dev.pawl.admin;

import dev.pawl.admin.PeoplesRequests.Answer;
import dev.pawl.admission.Admission.Admitted;
import dev.pawl.admission.Admission.Greeted;
import dev.pawl.admission.Admission.Refused;
import dev.pawl.admission.Admissions;
import dev.pawl.admission.Refusal;
import dev.pawl.config.Configuration;
import dev.pawl.config.Source;
import dev.pawl.core.interpret.Interpretation;
import dev.pawl.core.verify.InboundRequest;
import dev.pawl.core.verify.VerifiedRequest;
import dev.pawl.ledger.Rehearsal;
import dev.pawl.ledger.Rehearsal.Rehearsed;
import dev.pawl.ledger.SelfTest;
import dev.pawl.ledger.SignedOnce;
import dev.pawl.secrets.SourceSecrets;
import io.smallrye.mutiny.Uni;
import io.vertx.core.http.HttpServerRequest;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a given request would do: how it would be answered, is it authentic, what does it say, what would become of it. Takes
 * the way of one that arrives, but writes nothing and fetches nothing that only confirms a subscription, so it needs no
 * reason. A provider's logged request can be tried as of the time it was sent ({@code at}). With {@code rollBack} it goes
 * further: everything is written and the SQL effects run, in a transaction that is rolled back.
 */
@Path("/admin/dry-run")
@Produces(MediaType.APPLICATION_JSON)
public final class DryRunResource {

    private static final Set<String> FIELDS =
            Set.of("source", "method", "query", "headers", "body", "bodyBase64", "at", "rollBack");

    /** What any source takes has to fit, written as text in JSON or as base64, up to the longest text that is read. */
    private static final int LIMIT = 24 << 20;

    private final PeoplesRequests requests;
    private final Configuration configuration;
    private final Admissions admissions;
    private final SourceSecrets secrets;
    private final SignedOnce signedOnce;
    private final Rehearsal rehearsal;
    private final SelfTest selfTest;
    private final InstantSource clock;

    DryRunResource(
            PeoplesRequests requests,
            Configuration configuration,
            Admissions admissions,
            SourceSecrets secrets,
            SignedOnce signedOnce,
            Rehearsal rehearsal,
            SelfTest selfTest,
            InstantSource clock) {
        this.requests = requests;
        this.configuration = configuration;
        this.admissions = admissions;
        this.secrets = secrets;
        this.signedOnce = signedOnce;
        this.rehearsal = rehearsal;
        this.selfTest = selfTest;
        this.clock = clock;
    }

    @POST
    @Consumes(MediaType.APPLICATION_JSON)
    @RolesAllowed(BearerAuthentication.OPERATOR)
    public Uni<Response> tryOut(@Context HttpServerRequest http) {
        return requests.answer(http, LIMIT, body -> {
            JsonFields fields = new JsonFields(body, FIELDS);
            String name = fields.requiredText("source");
            Source source = configuration.current().source(name);
            if (source == null) {
                throw JsonFields.invalid("source is not configured");
            }
            if (source.commands() != null) {
                throw JsonFields.invalid("source takes commands, which cannot be tried out");
            }
            Instant at = at(fields.text("at"));
            boolean rollBack = fields.flag("rollBack");
            if (rollBack && fields.text("at") != null) {
                throw JsonFields.invalid("at and rollBack exclude each other");
            }
            return tried(new Trial(source, request(name, fields), at, rollBack)).map(Answer::ok);
        });
    }

    /** @param rollBack whether it is to be written as well, and rolled back */
    private record Trial(Source source, InboundRequest request, Instant at, boolean rollBack) {}

    private static InboundRequest request(String source, JsonFields fields) {
        String method = fields.text("method");
        String query = fields.text("query");
        if (query != null && query.chars().anyMatch(c -> c > 0xFF)) {
            throw JsonFields.invalid("query must be as it is sent, percent-encoded");
        }
        return new InboundRequest(
                method == null ? "POST" : method,
                SourceHint.path(source) + (query == null ? "" : '?' + query),
                fields.lists("headers"),
                bytes(fields.content("body"), fields.content("bodyBase64")));
    }

    private static byte[] bytes(@Nullable String text, @Nullable String base64) {
        if (text != null && base64 != null) {
            throw JsonFields.invalid("body and bodyBase64 exclude each other");
        }
        try {
            return base64 != null
                    ? Base64.getDecoder().decode(base64)
                    : (text == null ? "" : text).getBytes(StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw JsonFields.invalid("bodyBase64 is not base64");
        }
    }

    private Instant at(@Nullable String text) {
        try {
            return text == null ? clock.instant() : Instant.parse(text);
        } catch (DateTimeException e) {
            throw JsonFields.invalid("at must be a time such as 2026-01-31T12:00:00Z");
        }
    }

    private Uni<DryRun> tried(Trial trial) {
        return PeoplesRequests.backHere(admissions.ofWhole(trial.source(), trial.request(), trial.at()))
                .flatMap(admission -> admission.fold(
                        refused -> Uni.createFrom().item(DryRun.refused(refused)),
                        greeted -> Uni.createFrom().item(greeted(trial.source(), greeted)),
                        admitted -> admitted(trial, admitted)));
    }

    private DryRun greeted(Source source, Greeted greeted) {
        String brought = greeted.reply().secret();
        return brought == null || secrets.wouldTake(source, brought)
                ? DryRun.greeted(greeted)
                : DryRun.refused(new Refused(Refusal.UNAUTHENTIC, "handshake"));
    }

    private Uni<DryRun> admitted(Trial trial, Admitted admitted) {
        String once = admitted.verified().once();
        return once == null
                ? rehearsed(trial, admitted)
                : PeoplesRequests.backHere(signedOnce.wouldUse(
                                trial.source(), once, kept(trial).body()))
                        .flatMap(mine -> mine
                                ? rehearsed(trial, admitted)
                                : Uni.createFrom()
                                        .item(DryRun.refused(new Refused(Refusal.UNAUTHENTIC, SignedOnce.REUSED))));
    }

    private static InboundRequest kept(Trial trial) {
        return trial.source().interpreter().kept(trial.request());
    }

    private Uni<DryRun> rehearsed(Trial trial, Admitted admitted) {
        Source source = trial.source();
        VerifiedRequest verified = admitted.verified().request();
        Interpretation said = source.interpreter().interpret(verified);
        Uni<List<Rehearsed>> outcome = trial.rollBack()
                ? selfTest.of(source, kept(trial), admitted.verified().key(), trial.at(), said)
                : rehearsal.of(source, trial.at(), said);
        return PeoplesRequests.backHere(outcome)
                .map(all -> DryRun.admitted(
                        admitted.secret(),
                        Admissions.success(source, verified.request(), trial.at(), admitted.secret()),
                        all));
    }
}
