package dev.pawl.ledger;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** What the ledger does, as numbers. Names begin with {@code pawl.ledger}. */
final class LedgerMetrics {

    private final DistributionSummary batchSize;
    private final Timer commit;
    private final Counter lostRaces;
    private final Counter retries;
    private final Counter splits;
    private final Counter effectsDone;
    private final MeterRegistry registry;

    LedgerMetrics(MeterRegistry registry) {
        this.registry = registry;
        this.batchSize = registry.summary("pawl.ledger.batch.size");
        this.commit = registry.timer("pawl.ledger.commit");
        this.lostRaces = registry.counter("pawl.ledger.races.lost");
        this.retries = registry.counter("pawl.ledger.retries");
        this.splits = registry.counter("pawl.ledger.splits");
        this.effectsDone = registry.counter("pawl.ledger.effects.done");
    }

    void watchQueue(Supplier<Number> waiting) {
        registry.gauge("pawl.ledger.waiting", this, any -> waiting.get().doubleValue());
    }

    void committed(int entries, long nanos) {
        batchSize.record(entries);
        commit.record(nanos, TimeUnit.NANOSECONDS);
    }

    /** Another replica made or held an operation first: a branch of its own, not an error. */
    void lostRace() {
        lostRaces.increment();
    }

    void retried() {
        retries.increment();
    }

    void split() {
        splits.increment();
    }

    /** SQL effects that ran in the transaction of what caused them. */
    void effectsDone(int effects) {
        effectsDone.increment(effects);
    }
}
