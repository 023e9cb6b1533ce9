package dev.pawl.intake;

import dev.pawl.config.Source;
import dev.pawl.core.verify.InboundRequest;
import dev.pawl.core.verify.Verification;
import dev.pawl.ledger.Ledger;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import jakarta.inject.Singleton;
import jakarta.ws.rs.core.Response;
import java.time.Instant;
import java.time.InstantSource;

/**
 * Takes one whole request of a known source: verify, interpret, commit, answer. What may take long leaves the event loop,
 * since everybody else waits behind it.
 */
@Singleton
final class Receiver {

    /** Bytes that are verified and read in less time than changing threads is worth. */
    private static final int LIGHT = 64 << 10;

    private final Ledger ledger;
    private final Refusals refusals;
    private final InstantSource clock;

    Receiver(Ledger ledger, Refusals refusals, InstantSource clock) {
        this.ledger = ledger;
        this.refusals = refusals;
        this.clock = clock;
    }

    /** @param coded whether the body has a content coding: its size then says little about the work */
    Uni<Response> receive(Source source, InboundRequest request, boolean coded) {
        Instant now = clock.instant();
        Uni<Response> answer = Uni.createFrom().deferred(() -> answer(source, request, now));
        return coded || request.body().length > LIGHT
                ? answer.runSubscriptionOn(Infrastructure.getDefaultWorkerPool())
                : answer;
    }

    private Uni<Response> answer(Source source, InboundRequest request, Instant now) {
        return source.verifier()
                .verify(request, source.secrets(), now)
                .fold(
                        verified -> committed(source, request, verified, now),
                        refused -> Uni.createFrom().item(refused(source, refused.reason())));
    }

    private Uni<Response> committed(
            Source source, InboundRequest request, Verification.Verified verified, Instant now) {
        return ledger.record(
                        source,
                        request,
                        verified.key(),
                        now,
                        source.interpreter().interpret(verified.request()))
                .map(Answers::recorded)
                .onFailure(Ledger.Unavailable.class)
                .recoverWithItem(failure -> Answers.unavailable());
    }

    private Response refused(Source source, Verification.Reason reason) {
        refusals.count(source.name(), reason.word());
        return Answers.unauthorized();
    }

    Response tooLarge(Source source) {
        refusals.count(source.name(), "too-large");
        return Answers.tooLarge(source.limit());
    }
}
