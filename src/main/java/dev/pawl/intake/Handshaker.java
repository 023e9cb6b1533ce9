package dev.pawl.intake;

import dev.pawl.config.Source;
import dev.pawl.core.handshake.Handshakes.Reply;
import dev.pawl.ledger.Ledger.Unavailable;
import dev.pawl.secrets.SourceSecrets;
import io.micrometer.core.instrument.MeterRegistry;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import jakarta.ws.rs.core.Response;
import org.jboss.logging.Logger;

/** Gives providers the answers they want before they send events. Writes no delivery and causes no effect. */
@Singleton
final class Handshaker {

    private static final Logger LOG = Logger.getLogger(Handshaker.class);

    private final SourceSecrets secrets;
    private final Confirmations confirmations;
    private final Refusals refusals;
    private final MeterRegistry registry;

    Handshaker(SourceSecrets secrets, Confirmations confirmations, Refusals refusals, MeterRegistry registry) {
        this.secrets = secrets;
        this.confirmations = confirmations;
        this.refusals = refusals;
        this.registry = registry;
    }

    Uni<Response> answer(Arrival arrival, Reply reply) {
        Source source = arrival.source();
        return secretTaken(source, reply)
                .flatMap(taken ->
                        taken ? confirmed(source, reply) : Uni.createFrom().item(refused(arrival)))
                .onFailure(Unavailable.class)
                .recoverWithItem(failure -> Answers.unavailable());
    }

    private Uni<Boolean> secretTaken(Source source, Reply reply) {
        String secret = reply.secret();
        return secret == null ? Uni.createFrom().item(true) : secrets.bring(source, secret);
    }

    private Uni<Response> confirmed(Source source, Reply reply) {
        String url = reply.confirmUrl();
        if (url == null) {
            return Uni.createFrom().item(given(source, reply));
        }
        return confirmations
                .confirm(url, reply.confirmHosts())
                .map(confirmed -> confirmed ? given(source, reply) : notConfirmed(source))
                .onFailure()
                .recoverWithItem(failure -> notConfirmed(source));
    }

    /** The provider asks again, or somebody has it ask again. */
    private static Response notConfirmed(Source source) {
        LOG.warnf("a subscription could not be confirmed: answered 503 to source %s", source.name());
        return Answers.unavailable();
    }

    private Response given(Source source, Reply reply) {
        registry.counter("pawl.intake.handshakes", "source", source.name()).increment();
        return Answers.made(reply.answer());
    }

    /** A handshake with another secret than the one we know: whoever it is, it is not the one who came first. */
    private Response refused(Arrival arrival) {
        refusals.count(arrival, "handshake");
        return Answers.unauthorized(arrival.source());
    }
}
