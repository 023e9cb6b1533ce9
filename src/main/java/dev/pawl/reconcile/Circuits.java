package dev.pawl.reconcile;

import io.smallrye.faulttolerance.api.CircuitBreakerState;
import jakarta.inject.Singleton;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/** Whether this replica asks providers, for people. Thread-safe. */
@Singleton
public final class Circuits {

    private final Map<String, AtomicReference<CircuitBreakerState>> states = new ConcurrentHashMap<>();

    Circuits() {}

    /** Hears of a new guard's circuit, which is closed. What the one before still tells no longer counts. */
    Consumer<CircuitBreakerState> begin(String source) {
        AtomicReference<CircuitBreakerState> state = new AtomicReference<>(CircuitBreakerState.CLOSED);
        states.put(source, state);
        return state::set;
    }

    /** {@code closed}, {@code open} or {@code half-open}. */
    public String of(String source) {
        AtomicReference<CircuitBreakerState> state = states.get(source);
        return (state == null ? CircuitBreakerState.CLOSED : Objects.requireNonNull(state.get()))
                .name()
                .toLowerCase(Locale.ROOT)
                .replace('_', '-');
    }
}
