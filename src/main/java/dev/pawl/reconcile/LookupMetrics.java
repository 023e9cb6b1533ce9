package dev.pawl.reconcile;

import dev.pawl.core.lookup.Answer;
import io.micrometer.core.instrument.MeterRegistry;

/** {@code pawl.lookups} by source and outcome: how questions to providers end. */
final class LookupMetrics {

    private final MeterRegistry registry;

    LookupMetrics(MeterRegistry registry) {
        this.registry = registry;
    }

    void ended(String source, Answer answer, boolean asked) {
        String outcome = answer.fold(
                found -> "found",
                missing -> "not-found",
                unreadable -> "unreadable",
                notNow -> asked ? "not-now" : "not-asked");
        registry.counter("pawl.lookups", "source", source, "outcome", outcome).increment();
    }
}
