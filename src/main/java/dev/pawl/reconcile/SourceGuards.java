package dev.pawl.reconcile;

import dev.pawl.config.Asking.Limits;
import dev.pawl.core.lookup.AnswerReader.Response;
import io.smallrye.faulttolerance.api.TypedGuard;
import jakarta.enterprise.util.TypeLiteral;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * A timeout, a circuit breaker and a bulkhead for each source. Nothing is tried again here: the schedule in the operation's
 * row is the retry. Only what says that the provider is not well opens a circuit, never an answer about one operation.
 */
@Singleton
final class SourceGuards implements Guards {

    /** After this time one question tries whether the provider is well again. */
    static final Duration OPEN_FOR = Duration.ofSeconds(5);

    private static final int QUESTIONS = 6;
    private static final double BAD = 0.5;
    private static final TypeLiteral<CompletionStage<Response>> TYPE = new TypeLiteral<>() {};

    private final Circuits circuits;
    private final Map<String, Guard> guards = new ConcurrentHashMap<>();

    private record Guard(Limits limits, TypedGuard<CompletionStage<Response>> guard) {}

    SourceGuards(Circuits circuits) {
        this.circuits = circuits;
    }

    @Override
    public CompletionStage<Response> ask(String source, Limits limits, Supplier<CompletionStage<Response>> call) {
        return guard(source, limits).get(call);
    }

    /** Other limits make another guard, whose circuit is closed. */
    private TypedGuard<CompletionStage<Response>> guard(String source, Limits limits) {
        return guards.compute(
                        source,
                        (name, known) -> known != null && known.limits().equals(limits)
                                ? known
                                : new Guard(limits, made(source, limits)))
                .guard();
    }

    private TypedGuard<CompletionStage<Response>> made(String source, Limits limits) {
        return TypedGuard.create(TYPE)
                .withTimeout()
                .duration(limits.timeout().toMillis(), ChronoUnit.MILLIS)
                .done()
                .withCircuitBreaker()
                .when(SourceGuards::isSick)
                .requestVolumeThreshold(QUESTIONS)
                .failureRatio(BAD)
                .delay(OPEN_FOR.toMillis(), ChronoUnit.MILLIS)
                .onStateChange(circuits.begin(source))
                .done()
                .withBulkhead()
                .limit(limits.concurrency())
                .queueSize(limits.concurrency())
                .done()
                .build();
    }

    private static boolean isSick(Throwable failure) {
        return failure instanceof NoAnswer
                || failure instanceof org.eclipse.microprofile.faulttolerance.exceptions.TimeoutException;
    }
}
