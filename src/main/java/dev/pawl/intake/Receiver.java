package dev.pawl.intake;

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
import dev.pawl.keys.KeyedVerification;
import dev.pawl.ledger.Ledger;
import dev.pawl.ledger.SignedOnce;
import dev.pawl.secrets.SourceSecrets;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import jakarta.inject.Singleton;
import jakarta.ws.rs.core.Response;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Takes one whole request of a known source: answer a handshake, or verify, interpret, commit, answer. What may take long
 * leaves the event loop, since everybody else waits behind it.
 */
@Singleton
final class Receiver {

    private final Ledger ledger;
    private final SignedOnce signedOnce;
    private final SourceSecrets secrets;
    private final KeyedVerification verification;
    private final Handshaker handshaker;
    private final Refusals refusals;
    private final InstantSource clock;

    Receiver(
            Ledger ledger,
            SignedOnce signedOnce,
            SourceSecrets secrets,
            KeyedVerification verification,
            Handshaker handshaker,
            Refusals refusals,
            InstantSource clock) {
        this.ledger = ledger;
        this.signedOnce = signedOnce;
        this.secrets = secrets;
        this.verification = verification;
        this.handshaker = handshaker;
        this.refusals = refusals;
        this.clock = clock;
    }

    /** @param coded whether the body has a content coding: its size then says little about the work */
    Uni<Response> receive(Source source, InboundRequest request, boolean coded) {
        Instant now = clock.instant();
        Uni<Response> answer = Uni.createFrom().deferred(() -> answer(source, request, now));
        return coded || Requests.isHeavy(request)
                ? answer.runSubscriptionOn(Infrastructure.getDefaultWorkerPool())
                : answer;
    }

    private Uni<Response> answer(Source source, InboundRequest request, Instant now) {
        List<Secret> known = secrets.of(source);
        Reply open = reply(source, request, now, false, known.isEmpty() ? null : known.get(0));
        if (open != null) {
            return handshaker.answer(source, open);
        }
        Reception reception = source.reception();
        if (!reception.delivers(request.method()) && !reception.handshakes().verifies(request.method())) {
            return Uni.createFrom().item(noHandshake(source));
        }
        return verified(source, request, now, known, true);
    }

    /** @param again whether a secret that came meanwhile is worth another try */
    private Uni<Response> verified(
            Source source, InboundRequest request, Instant now, List<Secret> known, boolean again) {
        if (known.isEmpty() && source.pending()) {
            return again
                    ? readAgain(source, request, now, null)
                    : Uni.createFrom().item(waiting(source));
        }
        return verification
                .verify(source.verifier(), source.name(), request, known, now)
                .flatMap(outcome -> outcome.fold(
                        verified -> authentic(source, request, verified, now, known),
                        refused -> again && source.learnsItsSecret()
                                ? readAgain(source, request, now, refused.reason())
                                : Uni.createFrom().item(refused(source, refused.reason())),
                        needed -> Uni.createFrom().item(withoutKey(source))));
    }

    /** Another replica may have been handed the secret. */
    private Uni<Response> readAgain(
            Source source, InboundRequest request, Instant now, Verification.@Nullable Reason reason) {
        return secrets.refresh()
                .onFailure(Ledger.Unavailable.class)
                .recoverWithItem(false)
                .flatMap(changed -> {
                    if (changed || reason == null) {
                        return verified(source, request, now, secrets.of(source), false);
                    }
                    return Uni.createFrom().item(refused(source, reason));
                });
    }

    private Uni<Response> authentic(
            Source source, InboundRequest request, Verified verified, Instant now, List<Secret> known) {
        Secret secret = verified.key() >= 0 && verified.key() < known.size() ? known.get(verified.key()) : null;
        Reply asked = reply(source, request, now, true, secret);
        if (asked != null) {
            return handshaker.answer(source, asked);
        }
        if (!source.reception().delivers(request.method())) {
            return Uni.createFrom().item(noHandshake(source));
        }
        String once = verified.once();
        InboundRequest kept = source.interpreter().kept(request);
        return once == null
                ? committed(source, kept, verified, now, secret)
                : signedOnce
                        .use(source, once, kept.body())
                        .flatMap(mine -> mine
                                ? committed(source, kept, verified, now, secret)
                                : Uni.createFrom().item(reused(source)))
                        .onFailure(Ledger.Unavailable.class)
                        .recoverWithItem(failure -> Answers.unavailable());
    }

    private Response noHandshake(Source source) {
        refusals.count(source.name(), "handshake");
        return Answers.forbidden();
    }

    /** A signed value that vouches for another body already: somebody has seen it and puts it beside one of their own. */
    private Response reused(Source source) {
        refusals.count(source.name(), SignedOnce.REUSED);
        return Answers.unauthorized(source);
    }

    private static @Nullable Reply reply(
            Source source, InboundRequest request, Instant now, boolean authentic, @Nullable Secret secret) {
        return source.reception().handshakes().methods().contains(request.method())
                ? source.reception()
                        .handshakes()
                        .reply(request.method(), authentic, scope(source, request, now, secret), secret)
                : null;
    }

    private static RequestScope scope(Source source, InboundRequest request, Instant now, @Nullable Secret secret) {
        RequestScope scope = source.scopeOf(request).with("now", Long.toString(now.getEpochSecond()));
        return secret == null ? scope : scope.with(secret);
    }

    private Uni<Response> committed(
            Source source, InboundRequest kept, Verified verified, Instant now, @Nullable Secret secret) {
        return ledger.record(
                        source, kept, verified.key(), now, source.interpreter().interpret(verified.request()))
                .map(recorded -> success(source, verified.request().request(), now, secret, recorded))
                .onFailure(Ledger.Unavailable.class)
                .recoverWithItem(failure -> Answers.unavailable());
    }

    /** The provider's own words, the same for the first delivery and every other; ours where the request lacks a part of them. */
    private static Response success(
            Source source, InboundRequest request, Instant now, @Nullable Secret secret, Ledger.Recorded recorded) {
        AnswerRule rule = source.reception().success();
        Answer answer = rule == null ? null : rule.in(scope(source, request, now, secret), secret);
        return answer == null ? Answers.recorded(recorded) : Answers.made(answer);
    }

    private Response waiting(Source source) {
        refusals.count(source.name(), "pending");
        return Answers.unavailable();
    }

    private Response withoutKey(Source source) {
        refusals.count(source.name(), KeyedVerification.NOT_OBTAINABLE);
        return Answers.unavailable();
    }

    private Response refused(Source source, Verification.Reason reason) {
        refusals.count(source.name(), reason.word());
        return Answers.unauthorized(source);
    }
}
