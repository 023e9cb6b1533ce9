package dev.pawl.retain;

import io.smallrye.mutiny.Uni;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Supplier;

/** Small steps, one after the other, until nothing is left or the time is over. */
final class Batches {

    private Batches() {}

    /**
     * Steps that each answer how many rows they saw, and the last one's key; a step that is not full is the last.
     *
     * @return false: there was no time left
     */
    static Uni<Boolean> byKey(UUID first, int full, Budget budget, Function<UUID, Uni<RowSet<Row>>> step) {
        AtomicReference<UUID> after = new AtomicReference<>(first);
        return Uni.createFrom()
                .deferred(() -> step.apply(after.get()))
                .map(rows -> {
                    Row row = rows.iterator().next();
                    UUID last = row.getUUID(1);
                    if (last != null) {
                        after.set(last);
                    }
                    return row.getInteger(0) < full;
                })
                .repeat()
                .whilst(done -> !done && budget.isLeft())
                .collect()
                .last();
    }

    /** Steps that each answer how much they did, until one finds nothing to do; the sum. */
    static Uni<Integer> whileAny(Budget budget, Supplier<Uni<Integer>> step) {
        return Uni.createFrom()
                .deferred(() -> step.get())
                .repeat()
                .whilst(did -> did > 0 && budget.isLeft())
                .collect()
                .in(() -> new int[1], (sum, did) -> sum[0] += did)
                .map(sum -> sum[0]);
    }
}
