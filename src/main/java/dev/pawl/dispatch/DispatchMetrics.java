package dev.pawl.dispatch;

import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.Locale;

/** What the dispatcher does, as numbers. Labels are configured effect names and the closed list of results. */
final class DispatchMetrics {

    /** How an attempt ended. */
    enum Result {
        DONE,
        REJECTED,
        RETRY,
        DEAD,
        /** Another claim holds the row, since this one took too long: its outcome counts, this one is dropped. */
        LEASE_LOST
    }

    private final MeterRegistry registry;

    DispatchMetrics(MeterRegistry registry) {
        this.registry = registry;
    }

    void ended(String effect, Result result) {
        String word = result.name().toLowerCase(Locale.ROOT).replace('_', '-');
        registry.counter("pawl.effect.attempts", "effect", effect, "outcome", word)
                .increment();
    }

    void took(String effect, Duration duration) {
        registry.timer("pawl.effect.call", "effect", effect).record(duration);
    }
}
