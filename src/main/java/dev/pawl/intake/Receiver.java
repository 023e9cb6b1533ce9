package dev.pawl.intake;

import dev.pawl.admission.Admission.Admitted;
import dev.pawl.admission.Admission.Refused;
import dev.pawl.admission.Admissions;
import dev.pawl.admission.Refusal;
import dev.pawl.config.Source;
import dev.pawl.core.handshake.Answer;
import dev.pawl.core.verify.InboundRequest;
import dev.pawl.core.verify.Secret;
import dev.pawl.core.verify.VerifiedRequest;
import dev.pawl.ledger.Ledger;
import dev.pawl.ledger.SignedOnce;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import jakarta.inject.Singleton;
import jakarta.ws.rs.core.Response;
import java.time.Instant;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/**
 * Takes one whole request of a known source: answer a handshake, or verify, interpret, commit, answer. What may take long
 * leaves the event loop, since everybody else waits behind it.
 */
@Singleton
final class Receiver {

    private final Ledger ledger;
    private final SignedOnce signedOnce;
    private final Admissions admissions;
    private final Handshaker handshaker;
    private final Refusals refusals;
    private final InstantSource clock;

    Receiver(
            Ledger ledger,
            SignedOnce signedOnce,
            Admissions admissions,
            Handshaker handshaker,
            Refusals refusals,
            InstantSource clock) {
        this.ledger = ledger;
        this.signedOnce = signedOnce;
        this.admissions = admissions;
        this.handshaker = handshaker;
        this.refusals = refusals;
        this.clock = clock;
    }

    /** @param coded whether the body has a content coding: its size then says little about the work */
    Uni<Response> receive(Arrival arrival, InboundRequest request, boolean coded) {
        Instant now = clock.instant();
        Uni<Response> answer = Uni.createFrom().deferred(() -> answer(arrival, request, now));
        return coded || Requests.isHeavy(request)
                ? answer.runSubscriptionOn(Infrastructure.getDefaultWorkerPool())
                : answer;
    }

    private Uni<Response> answer(Arrival arrival, InboundRequest request, Instant now) {
        return admissions
                .ofRead(arrival.source(), request, now)
                .flatMap(admission -> admission.fold(
                        refused -> Uni.createFrom().item(refused(arrival, refused)),
                        greeted -> handshaker.answer(arrival, greeted.reply()),
                        admitted -> admitted(arrival, request, admitted, now)));
    }

    private Uni<Response> admitted(Arrival arrival, InboundRequest request, Admitted admitted, Instant now) {
        Source source = arrival.source();
        String once = admitted.verified().once();
        InboundRequest kept = source.interpreter().kept(request);
        return once == null
                ? committed(source, kept, admitted, now)
                : signedOnce
                        .use(source, once, kept.body())
                        .flatMap(mine -> mine
                                ? committed(source, kept, admitted, now)
                                : Uni.createFrom().item(reused(arrival)))
                        .onFailure(Ledger.Unavailable.class)
                        .recoverWithItem(failure -> Answers.unavailable());
    }

    /** A signed value that vouches for another body already: somebody has seen it and puts it beside one of their own. */
    private Response reused(Arrival arrival) {
        return refused(arrival, new Refused(Refusal.UNAUTHENTIC, SignedOnce.REUSED));
    }

    private Uni<Response> committed(Source source, InboundRequest kept, Admitted admitted, Instant now) {
        VerifiedRequest verified = admitted.verified().request();
        return ledger.record(
                        source,
                        kept,
                        admitted.verified().key(),
                        now,
                        source.interpreter().interpret(verified))
                .map(recorded -> success(source, verified.request(), now, admitted.secret(), recorded))
                .onFailure(Ledger.Unavailable.class)
                .recoverWithItem(failure -> Answers.unavailable());
    }

    private static Response success(
            Source source, InboundRequest request, Instant now, @Nullable Secret secret, Ledger.Recorded recorded) {
        Answer answer = Admissions.success(source, request, now, secret);
        return answer == null ? Answers.recorded(recorded) : Answers.made(answer);
    }

    private Response refused(Arrival arrival, Refused refused) {
        refusals.count(arrival, refused.cause());
        return Answers.refused(arrival.source(), refused.refusal());
    }
}
