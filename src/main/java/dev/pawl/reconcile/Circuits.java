package dev.pawl.reconcile;

import io.smallrye.faulttolerance.api.CircuitBreakerState;
import jakarta.inject.Singleton;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Whether this replica asks providers, for people. Thread-safe. */
@Singleton
public final class Circuits {

    private final Map<String, CircuitBreakerState> states = new ConcurrentHashMap<>();

    Circuits() {}

    void changed(String source, CircuitBreakerState state) {
        states.put(source, state);
    }

    /** {@code closed}, {@code open} or {@code half-open}. */
    public String of(String source) {
        return states.getOrDefault(source, CircuitBreakerState.CLOSED)
                .name()
                .toLowerCase(Locale.ROOT)
                .replace('_', '-');
    }
}
