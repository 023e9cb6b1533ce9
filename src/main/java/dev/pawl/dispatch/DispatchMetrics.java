package dev.pawl.dispatch;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** What the dispatcher does, as numbers. Labels are configured effect names and destinations, and the closed list of results. */
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
    private final MultiGauge circuits;

    DispatchMetrics(MeterRegistry registry) {
        this.registry = registry;
        this.circuits = MultiGauge.builder("pawl.effect.circuit")
                .description("Whether effects to a destination wait: 0 no, 1 one finds out, 2 yes")
                .register(registry);
    }

    /** The destinations there are from now on. */
    void circuits(List<Destination> destinations) {
        circuits.register(
                destinations.stream()
                        .map(destination -> MultiGauge.Row.of(
                                Tags.of("destination", destination.address()),
                                destination.circuit(),
                                circuit -> circuit.state().gauge()))
                        .collect(Collectors.toList()),
                true);
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
