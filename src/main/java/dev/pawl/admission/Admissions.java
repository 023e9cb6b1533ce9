package dev.pawl.admission;

import dev.pawl.admission.Admission.Admitted;
import dev.pawl.admission.Admission.Greeted;
import dev.pawl.admission.Admission.Refused;
import dev.pawl.config.Configuration;
import dev.pawl.config.Reception;
import dev.pawl.config.Source;
import dev.pawl.core.handshake.Answer;
import dev.pawl.core.handshake.AnswerRule;
import dev.pawl.core.handshake.Handshakes.Reply;
import dev.pawl.core.verify.InboundRequest;
import dev.pawl.core.verify.RequestScope;
import dev.pawl.core.verify.Secret;
import dev.pawl.core.verify.Verification;
import dev.pawl.core.verify.Verification.Verified;
import dev.pawl.http.NotRead;
import dev.pawl.keys.KeyedVerification;
import dev.pawl.ledger.Ledger;
import dev.pawl.secrets.SourceSecrets;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Decides what a request comes to. Writes nothing and counts nothing, but may ask the provider for a key and read secrets
 * again that another replica was handed. In this order: retired, method, content coding, size, handshake, signature.
 */
@Singleton
public final class Admissions {

    private static final Set<String> GZIP = Set.of("gzip", "x-gzip");

    private final Configuration configuration;
    private final SourceSecrets secrets;
    private final KeyedVerification verification;

    Admissions(Configuration configuration, SourceSecrets secrets, KeyedVerification verification) {
        this.configuration = configuration;
        this.secrets = secrets;
        this.verification = verification;
    }

    /** What can be told before the body is there; null: nothing speaks against reading it. */
    public @Nullable Refused byHead(Source source, String method, String coding) {
        return byHead(source, source.reception().takes(method), coding);
    }

    /** The same where the path has a say in which method is taken. */
    public @Nullable Refused byHead(Source source, boolean takesMethod, String coding) {
        if (configuration.current().retired().sources().contains(source.name())) {
            return new Refused(Refusal.RETIRED, "retired");
        }
        if (!takesMethod) {
            return new Refused(Refusal.METHOD, "method");
        }
        return coding.isEmpty() || (source.reception().gzip() && GZIP.contains(coding))
                ? null
                : new Refused(Refusal.CODING, "content-coding");
    }

    /** Every coding that was applied, in one text; empty: the body is as it is. */
    public static String codingOf(List<String> contentEncoding) {
        String codings = String.join(",", contentEncoding).strip().toLowerCase(Locale.ROOT);
        return codings.equals("identity") ? "" : codings;
    }

    /** A request that is there as a whole, from the beginning. Answers on any thread. */
    public Uni<Admission> ofWhole(Source source, InboundRequest request, Instant now) {
        Refused byHead = byHead(source, request.method(), codingOf(request.header("Content-Encoding")));
        if (byHead != null) {
            return Uni.createFrom().item(byHead);
        }
        return request.body().length > source.limit()
                ? refused(Refusal.TOO_LARGE, NotRead.Cause.TOO_LARGE.word())
                : ofRead(source, request, now);
    }

    /** A request whose head was taken and whose body was read. Answers on any thread. */
    public Uni<Admission> ofRead(Source source, InboundRequest request, Instant now) {
        List<Secret> known = secrets.of(source);
        Reply open = reply(source, request, now, false, known.isEmpty() ? null : known.get(0));
        if (open != null) {
            return Uni.createFrom().item(new Greeted(open, false));
        }
        Reception reception = source.reception();
        return reception.delivers(request.method()) || reception.handshakes().verifies(request.method())
                ? verified(source, request, now, known, true)
                : noHandshake();
    }

    /** @param again whether a secret that came meanwhile is worth another try */
    private Uni<Admission> verified(
            Source source, InboundRequest request, Instant now, List<Secret> known, boolean again) {
        if (known.isEmpty() && source.learnsItsSecret()) {
            return again ? readAgain(source, request, now, null) : refused(Refusal.UNAVAILABLE, "pending");
        }
        return verification
                .verify(source.verifier(), source.name(), request, known, now)
                .flatMap(outcome -> outcome.fold(
                        verified -> authentic(source, request, verified, now, known),
                        refused -> again && source.learnsItsSecret()
                                ? readAgain(source, request, now, refused.reason())
                                : refused(Refusal.UNAUTHENTIC, refused.reason().word()),
                        needed -> refused(Refusal.UNAVAILABLE, KeyedVerification.NOT_OBTAINABLE)));
    }

    /** Another replica may have been handed the secret. */
    private Uni<Admission> readAgain(
            Source source, InboundRequest request, Instant now, Verification.@Nullable Reason reason) {
        return secrets.refresh()
                .onFailure(Ledger.Unavailable.class)
                .recoverWithItem(false)
                .flatMap(changed -> changed || reason == null
                        ? verified(source, request, now, secrets.of(source), false)
                        : refused(Refusal.UNAUTHENTIC, reason.word()));
    }

    private static Uni<Admission> authentic(
            Source source, InboundRequest request, Verified verified, Instant now, List<Secret> known) {
        Secret secret = verified.key() >= 0 && verified.key() < known.size() ? known.get(verified.key()) : null;
        Reply asked = reply(source, request, now, true, secret);
        if (asked != null) {
            return Uni.createFrom().item(new Greeted(asked, true));
        }
        return source.reception().delivers(request.method())
                ? Uni.createFrom().item(new Admitted(verified, secret))
                : noHandshake();
    }

    private static Uni<Admission> noHandshake() {
        return refused(Refusal.NO_HANDSHAKE, "handshake");
    }

    private static Uni<Admission> refused(Refusal refusal, String cause) {
        return Uni.createFrom().item(new Refused(refusal, cause));
    }

    private static @Nullable Reply reply(
            Source source, InboundRequest request, Instant now, boolean authentic, @Nullable Secret secret) {
        return source.reception().handshakes().methods().contains(request.method())
                ? source.reception()
                        .handshakes()
                        .reply(request.method(), authentic, scope(source, request, now, secret), secret)
                : null;
    }

    /**
     * The provider's own words for a delivery that was taken, the same for the first one and every other; null: it has none,
     * or the request lacks a part of them.
     */
    public static @Nullable Answer success(
            Source source, InboundRequest request, Instant now, @Nullable Secret secret) {
        AnswerRule rule = source.reception().success();
        return rule == null ? null : rule.in(scope(source, request, now, secret), secret);
    }

    private static RequestScope scope(Source source, InboundRequest request, Instant now, @Nullable Secret secret) {
        RequestScope scope = source.scopeOf(request).with("now", Long.toString(now.getEpochSecond()));
        return secret == null ? scope : scope.with(secret);
    }
}
