package dev.pawl.ledger;

import java.util.Map;
import java.util.Set;
import java.util.UUID;

/** Counts of what never became a delivery: refusals by source and cause. */
final class CountEntry extends Entry<Boolean> {

    private final Map<String, Map<String, Long>> refused;

    /** @param refused source → cause → how many */
    CountEntry(Map<String, Map<String, Long>> refused) {
        this.refused = refused;
    }

    @Override
    Set<UUID> operations() {
        return Set.of();
    }

    @Override
    int size() {
        return 128;
    }

    @Override
    Boolean decide(Batch batch) {
        refused.forEach((source, causes) ->
                causes.forEach((cause, count) -> batch.counters.add(source, "refused", cause, count)));
        return true;
    }
}
