package dev.pawl.admin;

import dev.pawl.admin.PeoplesRequests.Answer;
import dev.pawl.config.Configuration;
import dev.pawl.config.Source;
import dev.pawl.core.operation.OperationKey;
import dev.pawl.core.verify.InboundRequest;
import dev.pawl.core.verify.Secret;
import dev.pawl.core.verify.Verification;
import dev.pawl.keys.KeyedVerification;
import dev.pawl.ledger.Rehearsal;
import dev.pawl.ledger.Rehearsal.Rehearsed;
import dev.pawl.secrets.SourceSecrets;
import io.quarkus.runtime.annotations.RegisterForReflection;
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
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a given request would do: is it authentic, what does it say, what would become of it. Writes nothing, so it needs no
 * reason. A provider's logged request can be tried as of the time it was sent ({@code at}).
 */
@Path("/admin/dry-run")
@Produces(MediaType.APPLICATION_JSON)
public final class DryRunResource {

    private static final Set<String> FIELDS =
            Set.of("source", "method", "query", "headers", "body", "bodyBase64", "at");

    private final PeoplesRequests requests;
    private final Configuration configuration;
    private final SourceSecrets secrets;
    private final KeyedVerification verification;
    private final Rehearsal rehearsal;
    private final InstantSource clock;

    DryRunResource(
            PeoplesRequests requests,
            Configuration configuration,
            SourceSecrets secrets,
            KeyedVerification verification,
            Rehearsal rehearsal,
            InstantSource clock) {
        this.requests = requests;
        this.configuration = configuration;
        this.secrets = secrets;
        this.verification = verification;
        this.rehearsal = rehearsal;
        this.clock = clock;
    }

    @POST
    @Consumes(MediaType.APPLICATION_JSON)
    @RolesAllowed(BearerAuthentication.OPERATOR)
    public Uni<Response> tryOut(@Context HttpServerRequest http) {
        return requests.answer(http, body -> {
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
            return tried(source, request(name, fields), at).map(Answer::ok);
        });
    }

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

    private Uni<DryRun> tried(Source source, InboundRequest request, Instant at) {
        List<Secret> known = secrets.of(source);
        return PeoplesRequests.backHere(verification.verify(source.verifier(), source.name(), request, known, at))
                .flatMap(outcome -> outcome.fold(
                        verified -> rehearsed(source, verified, known, at),
                        refused -> refused(refused.reason().word()),
                        needed -> refused(KeyedVerification.NOT_OBTAINABLE)));
    }

    private static Uni<DryRun> refused(String cause) {
        return Uni.createFrom().item(new DryRun(false, cause, null, List.of()));
    }

    private Uni<DryRun> rehearsed(Source source, Verification.Verified verified, List<Secret> known, Instant at) {
        String secret = verified.key() < 0 ? null : known.get(verified.key()).name();
        return PeoplesRequests.backHere(
                        rehearsal.of(source, at, source.interpreter().interpret(verified.request())))
                .map(all -> new DryRun(
                        true, null, secret, all.stream().map(Said::of).toList()));
    }

    /**
     * The answer.
     *
     * @param refused why it is not authentic; null: it is
     * @param secret name of the secret that fits; null: none is needed
     */
    @RegisterForReflection
    record DryRun(
            boolean verified,
            @Nullable String refused,
            @Nullable String secret,
            List<Said> verdicts) {}

    /**
     * One event, read for one operation type.
     *
     * @param effects names of the effects it would cause
     */
    @RegisterForReflection
    record Said(
            String verdict,
            @Nullable String reason,
            @Nullable String event,
            @Nullable String type,
            @Nullable String operation,
            @Nullable Asserted asserted,
            List<String> effects) {

        static Said of(Rehearsed rehearsed) {
            return new Said(
                    rehearsed.verdict(),
                    rehearsed.reason(),
                    rehearsed.reading().eventId(),
                    rehearsed.reading().eventType(),
                    rehearsed.operation() == null ? null : rehearsed.operation().toString(),
                    Asserted.of(rehearsed),
                    rehearsed.effects());
        }
    }

    /** What an event says about an operation. Times as everywhere: ISO 8601. */
    @RegisterForReflection
    record Asserted(
            String scope,
            String account,
            String type,
            String key,
            String state,
            @Nullable Instant occurredAt,
            @Nullable Long version,
            Map<String, String> fields,
            Map<String, String> invariant) {

        static @Nullable Asserted of(Rehearsed rehearsed) {
            if (rehearsed.assertion() == null) {
                return null;
            }
            OperationKey key = rehearsed.assertion().key();
            return new Asserted(
                    key.scope(),
                    key.account(),
                    key.type(),
                    key.key(),
                    rehearsed.assertion().state(),
                    rehearsed.assertion().order().occurredAt(),
                    rehearsed.assertion().order().version(),
                    rehearsed.assertion().fields(),
                    rehearsed.assertion().fingerprint().fields());
        }
    }
}
