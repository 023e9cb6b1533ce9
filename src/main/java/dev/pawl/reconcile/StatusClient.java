package dev.pawl.reconcile;

import dev.pawl.config.Asking.Limits;
import dev.pawl.core.lookup.Answer;
import dev.pawl.core.lookup.Answer.NotNow;
import dev.pawl.core.lookup.Answer.Unreadable;
import dev.pawl.core.lookup.AnswerReader;
import dev.pawl.core.lookup.AnswerReader.Response;
import dev.pawl.core.lookup.Question;
import dev.pawl.core.lookup.StatusRecipe;
import dev.pawl.core.machine.Machine;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.CompletionException;
import org.eclipse.microprofile.faulttolerance.exceptions.BulkheadException;
import org.eclipse.microprofile.faulttolerance.exceptions.CircuitBreakerOpenException;
import org.eclipse.microprofile.faulttolerance.exceptions.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Asks a provider, within its source's guards, and reads the answer. Never fails: everything that may happen is an answer. */
@Singleton
final class StatusClient {

    private static final Duration A_MOMENT = Duration.ofSeconds(1);

    private final StatusCalls calls;
    private final Guards guards;
    private final InstantSource clock;

    StatusClient(Vertx vertx, Guards guards, InstantSource clock) {
        this.calls = new StatusCalls(vertx);
        this.guards = guards;
        this.clock = clock;
    }

    @PreDestroy
    void close() {
        calls.close();
    }

    /**
     * What came back.
     *
     * @param asked false: nobody was asked
     * @param rest how long the provider wants to be left alone by everybody; null: it does not say
     * @param pause how long this replica asks nothing more of the source; null: it goes on
     */
    record Reply(
            Answer answer,
            boolean asked,
            @Nullable Duration rest,
            @Nullable Duration pause) {

        static Reply of(Answer answer) {
            return new Reply(answer, true, null, null);
        }

        /** Nobody was asked, for a reason that lies with the operation. */
        static Reply unasked(NotNow why) {
            return new Reply(why, false, null, null);
        }

        /** Nobody was asked, and nobody will be for a while. */
        static Reply paused(String why, Duration pause) {
            return new Reply(new NotNow(why, pause, false), false, null, pause);
        }
    }

    Uni<Reply> ask(String source, Limits limits, Question question, StatusRecipe recipe, Machine machine) {
        return Uni.createFrom()
                .completionStage(() -> guards.ask(
                        source,
                        limits,
                        () -> calls.ask(question, limits.timeout()).toCompletionStage()))
                .map(response -> read(recipe, machine, response))
                .onFailure()
                .recoverWithItem(failure -> failed(limits, recipe, machine, failure));
    }

    private Reply read(StatusRecipe recipe, Machine machine, Response response) {
        Answer answer = AnswerReader.read(recipe, machine, response, clock.instant());
        Duration rest = answer.<@Nullable Duration>fold(
                found -> null,
                missing -> null,
                unreadable -> StatusCalls.isSick(response) ? response.retryAfter(clock.instant()) : null,
                notNow -> notNow.everybody() ? notNow.pause() : null);
        return new Reply(answer, true, rest, null);
    }

    private Reply failed(Limits limits, StatusRecipe recipe, Machine machine, Throwable thrown) {
        Throwable failure =
                thrown instanceof CompletionException && thrown.getCause() != null ? thrown.getCause() : thrown;
        if (failure instanceof NoAnswer none) {
            Response response = none.response();
            return response == null ? Reply.of(new Unreadable(none.reason())) : read(recipe, machine, response);
        }
        if (failure instanceof CircuitBreakerOpenException) {
            return Reply.paused("the circuit is open", SourceGuards.OPEN_FOR);
        }
        if (failure instanceof BulkheadException) {
            return Reply.paused("too many questions at once", A_MOMENT);
        }
        return Reply.of(new Unreadable(
                failure instanceof TimeoutException
                        ? "no answer within " + limits.timeout().toMillis() + " ms"
                        : "the question failed: " + failure.getClass().getSimpleName()));
    }
}
