package dev.pawl.keys;

import io.smallrye.faulttolerance.api.RateLimitType;
import io.smallrye.faulttolerance.api.TypedGuard;
import jakarta.enterprise.util.TypeLiteral;
import jakarta.inject.Singleton;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A circuit breaker for each host, so that a sick one costs nothing, and a limit for each source on questions that are new.
 *
 * <p>What is new may have been thought up by a stranger: then neither the provider nor the keys of other sources may suffer.
 * An answer such as 404 never opens a circuit, or a stranger could. Guards have no description: with one, SmallRye would
 * publish metrics under it, and hosts may be named by strangers.
 */
@Singleton
final class FaultTolerance implements Guards {

    /** New questions of one source in a minute; a provider changes its certificate once a year. */
    static final int NEW_PER_MINUTE = 30;

    static final int FAILURES_IN_A_ROW = 4;
    static final int OPEN_SECONDS = 5;

    private static final int MOST_HOSTS = 256;
    private static final int MOST_SOURCES = 1_000;
    private static final TypeLiteral<CompletionStage<byte[]>> TYPE = new TypeLiteral<>() {};

    private final Map<String, TypedGuard<CompletionStage<byte[]>>> hosts = new Bounded<>(MOST_HOSTS);
    private final Map<String, TypedGuard<CompletionStage<byte[]>>> sources = new Bounded<>(MOST_SOURCES);

    @Override
    public CompletionStage<byte[]> ask(String host, Supplier<CompletionStage<byte[]>> call) {
        return guard(hosts, host, name -> breaker()).get(call);
    }

    @Override
    public CompletionStage<byte[]> askFirst(String source, String host, Supplier<CompletionStage<byte[]>> call) {
        return guard(sources, source, name -> limit()).get(() -> ask(host, call));
    }

    private TypedGuard<CompletionStage<byte[]>> guard(
            Map<String, TypedGuard<CompletionStage<byte[]>>> guards,
            String name,
            Function<String, TypedGuard<CompletionStage<byte[]>>> made) {
        synchronized (guards) {
            return guards.computeIfAbsent(name, made);
        }
    }

    private static TypedGuard<CompletionStage<byte[]>> breaker() {
        return TypedGuard.create(TYPE)
                .withCircuitBreaker()
                .when(failure -> failure instanceof NoAnswer no && no.isUnreachable())
                .requestVolumeThreshold(FAILURES_IN_A_ROW)
                .failureRatio(1)
                .delay(OPEN_SECONDS, ChronoUnit.SECONDS)
                .done()
                .build();
    }

    private static TypedGuard<CompletionStage<byte[]>> limit() {
        return TypedGuard.create(TYPE)
                .withRateLimit()
                .limit(NEW_PER_MINUTE)
                .window(1, ChronoUnit.MINUTES)
                .type(RateLimitType.ROLLING)
                .done()
                .build();
    }
}
