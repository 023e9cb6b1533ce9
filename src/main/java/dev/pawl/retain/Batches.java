package dev.pawl.retain;

import io.smallrye.mutiny.Uni;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Small steps, one after the other, until nothing is left or the time is over. After each there is a rest of several times its
 * length: there is no hurry, and whoever waits for a webhook's answer must not notice.
 */
final class Batches {

    private static final int REST = 3;

    private Batches() {}

    /**
     * Steps that each answer how many rows they saw, and the last one's key; a step that is not full is the last.
     *
     * @return false: there was no time left
     */
    static Uni<Boolean> byKey(UUID first, int full, Budget budget, Function<UUID, Uni<RowSet<Row>>> step) {
        AtomicReference<UUID> after = new AtomicReference<>(first);
        return paced(() -> step.apply(after.get()))
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
        return paced(step)
                .repeat()
                .whilst(did -> did > 0 && budget.isLeft())
                .collect()
                .in(() -> new int[1], (sum, did) -> sum[0] += did)
                .map(sum -> sum[0]);
    }

    private static <T> Uni<T> paced(Supplier<Uni<T>> step) {
        return Uni.createFrom().deferred(() -> {
            long began = System.nanoTime();
            return step.get()
                    .call(() -> Uni.createFrom()
                            .voidItem()
                            .onItem()
                            .delayIt()
                            .by(Duration.ofNanos(REST * (System.nanoTime() - began))
                                    .plusMillis(1)));
        });
    }
}
