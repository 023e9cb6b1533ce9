package dev.pawl.intake;

import dev.pawl.config.Commands;
import dev.pawl.config.Source;
import dev.pawl.core.interpret.CommandReader;
import dev.pawl.core.interpret.CommandReading.Understood;
import dev.pawl.core.interpret.IdempotencyKey;
import dev.pawl.core.outbound.CommandAnswer;
import dev.pawl.core.verify.InboundRequest;
import dev.pawl.core.verify.Verification.Verified;
import dev.pawl.http.Problem;
import dev.pawl.keys.KeyedVerification;
import dev.pawl.ledger.CommandKeys;
import dev.pawl.ledger.CommandOutcome;
import dev.pawl.ledger.CommandOutcome.Ended;
import dev.pawl.ledger.CommandOutcome.Running;
import dev.pawl.ledger.CommandReads;
import dev.pawl.ledger.Ledger;
import dev.pawl.ledger.SignedOnce;
import dev.pawl.secrets.SourceSecrets;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import jakarta.inject.Singleton;
import jakarta.ws.rs.core.Response;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** Takes one whole request of a source of commands: verify, read, commit or look up, answer. */
@Singleton
final class CommandReceiver {

    private final Ledger ledger;
    private final CommandReads reads;
    private final CommandWaiters waiters;
    private final SignedOnce signedOnce;
    private final SourceSecrets secrets;
    private final KeyedVerification verification;
    private final Refusals refusals;
    private final InstantSource clock;

    CommandReceiver(
            Ledger ledger,
            CommandReads reads,
            CommandWaiters waiters,
            SignedOnce signedOnce,
            SourceSecrets secrets,
            KeyedVerification verification,
            Refusals refusals,
            InstantSource clock) {
        this.ledger = ledger;
        this.reads = reads;
        this.waiters = waiters;
        this.signedOnce = signedOnce;
        this.secrets = secrets;
        this.verification = verification;
        this.refusals = refusals;
        this.clock = clock;
    }

    /** One request, and who sent it. */
    private record Authentic(
            Arrival arrival, Commands commands, CommandPath path, Verified verified, String caller, Instant now) {
        Source source() {
            return arrival.source();
        }

        InboundRequest request() {
            return verified.request().request();
        }
    }

    Uni<Response> receive(Arrival arrival, Commands commands, CommandPath path, InboundRequest request) {
        Instant now = clock.instant();
        Uni<Response> answer = Uni.createFrom()
                .deferred(() -> verified(arrival, commands, path, request, now))
                .onFailure(Ledger.Unavailable.class)
                .recoverWithItem(failure -> Answers.unavailable());
        return Requests.isHeavy(request) ? answer.runSubscriptionOn(Infrastructure.getDefaultWorkerPool()) : answer;
    }

    private Uni<Response> verified(
            Arrival arrival, Commands commands, CommandPath path, InboundRequest request, Instant now) {
        Source source = arrival.source();
        return verification
                .verify(source.verifier(), source.name(), request, secrets.of(source), now)
                .flatMap(outcome -> outcome.fold(
                        verified -> once(
                                new Authentic(arrival, commands, path, verified, commands.caller(verified.key()), now)),
                        refused -> Uni.createFrom()
                                .item(refused(arrival, refused.reason().word())),
                        needed -> Uni.createFrom().item(withoutKey(arrival))));
    }

    private Uni<Response> once(Authentic authentic) {
        String value = authentic.verified().once();
        return value == null
                ? answered(authentic)
                : signedOnce
                        .use(authentic.source(), value, authentic.request().body())
                        .flatMap(mine -> mine
                                ? answered(authentic)
                                : Uni.createFrom().item(refused(authentic.arrival(), SignedOnce.REUSED)));
    }

    private Uni<Response> answered(Authentic authentic) {
        String key = authentic.path().key();
        return key == null
                ? IdempotencyKey.parse(authentic.request().header(IdempotencyKey.HEADER))
                        .fold(
                                read -> command(authentic, read),
                                problem -> Uni.createFrom().item(bad(Problem.invalidParameter(problem))))
                : look(authentic, key);
    }

    private Uni<Response> look(Authentic authentic, String key) {
        return reads.operation(key(authentic, key))
                .map(found -> found.map(operation -> CommandAnswers.operation(CommandAnswer.operation(operation)))
                        .orElseGet(Answers::notFound));
    }

    private static CommandKeys key(Authentic authentic, String key) {
        return CommandKeys.of(
                authentic.source(), authentic.caller(), authentic.path().type(), key);
    }

    private Uni<Response> command(Authentic authentic, String key) {
        var type = authentic.commands().recipe().types().get(authentic.path().type());
        return CommandReader.read(
                        authentic.commands().recipe(),
                        java.util.Objects.requireNonNull(type),
                        authentic.verified().request(),
                        key,
                        authentic.caller(),
                        authentic.now())
                .fold(
                        understood -> commanded(authentic, key, understood),
                        unreadable -> Uni.createFrom().item(bad(Problem.invalidBody(unreadable.why()))),
                        unusable -> Uni.createFrom().item(bad(Problem.unprocessable(unusable.why()))));
    }

    private static Response bad(Problem problem) {
        return problem.response().build();
    }

    private Uni<Response> commanded(Authentic authentic, String key, Understood said) {
        Duration patience = Preference.wait(authentic.request().header("Prefer"));
        return ledger.command(new Ledger.Command(
                        authentic.source(),
                        authentic.request(),
                        authentic.verified().key(),
                        authentic.now(),
                        authentic.caller(),
                        key,
                        said))
                .flatMap(outcome -> outcome instanceof Running running && !patience.isZero()
                        ? waited(running, patience)
                        : Uni.createFrom().item(outcome))
                .map(CommandAnswers::of);
    }

    /**
     * Looks once more when it has begun to wait: what was committed in between wakes nobody. Keeps nothing of the request.
     */
    private Uni<CommandOutcome> waited(Running running, Duration patience) {
        Uni<Void> end = waiters.answered(running.id(), patience).memoize().indefinitely();
        var unused = end.subscribe().with(woken -> {});
        return reads.answer(running.id())
                .flatMap(answer -> answer.isPresent()
                        ? Uni.createFrom().item(answer)
                        : end.flatMap(woken -> reads.answer(running.id())))
                .map(answer -> answer.<CommandOutcome>map(
                                found -> new Ended(found, running.path(), running.operation() == null))
                        .orElse(running))
                // It is committed; only its end cannot be seen now.
                .onFailure(Ledger.Unavailable.class)
                .recoverWithItem(running);
    }

    private Response refused(Arrival arrival, String reason) {
        refusals.count(arrival, reason);
        return Answers.unauthorized();
    }

    private Response withoutKey(Arrival arrival) {
        refusals.count(arrival, KeyedVerification.NOT_OBTAINABLE);
        return Answers.unavailable();
    }
}
