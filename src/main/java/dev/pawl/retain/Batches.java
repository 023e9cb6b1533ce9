package dev.pawl.retain;

import dev.pawl.jobs.Failures;
import io.smallrye.mutiny.Uni;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

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
    static Uni<Boolean> byKey(UUID first, int full, Budget budget, BiFunction<UUID, Integer, Uni<RowSet<Row>>> step) {
        AtomicReference<UUID> after = new AtomicReference<>(first);
        Pace pace = new Pace(full);
        return paced(() -> {
                    int most = pace.most();
                    long began = System.nanoTime();
                    return step.apply(after.get(), most).map(rows -> {
                        pace.took(Duration.ofNanos(System.nanoTime() - began));
                        Row row = rows.iterator().next();
                        UUID last = row.getUUID(1);
                        if (last != null) {
                            after.set(last);
                        }
                        return row.getInteger(0) < most;
                    });
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

    /**
     * What one step came to.
     *
     * @param last the place behind which the next step begins; null: nothing was found
     * @param did how many of those it saw it did something to
     */
    record Step<P>(int seen, @Nullable P last, int did) {}

    /**
     * What a walk came to.
     *
     * @param rest the place behind which it goes on, since there was no time left; null: it came to the end
     */
    record Walked<P>(int did, boolean passedOver, @Nullable P rest) {}

    /** Steps in the order of places, in which what fails is alone at last, noted, and passed over. */
    interface Walk<P> {
        /** Does its work on so many at most behind the place. */
        Uni<Step<P>> step(P after, int most);

        /** Only finds the next one. */
        Uni<Step<P>> next(P after);
    }

    /** Of a row with how many were seen, and the last one's key. */
    static Step<UUID> seen(RowSet<Row> rows) {
        Row row = rows.iterator().next();
        return new Step<>(row.getInteger(0), row.getUUID(1), 0);
    }

    /** Of one row with a key, or none. */
    static Step<UUID> found(RowSet<Row> rows) {
        return new Step<>(
                rows.size(), rows.size() == 0 ? null : rows.iterator().next().getUUID(0), 0);
    }

    static <P> Uni<Walked<P>> walk(P first, int full, Budget budget, Failures failures, Walk<P> walk) {
        return new Walking<>(first, full, budget, failures, walk).start();
    }

    /** One walk; its steps come one after the other. */
    private static final class Walking<P> {

        private final int full;
        private final Budget budget;
        private final Failures failures;
        private final Walk<P> walk;
        private P after;
        private int most;
        private int did;
        private boolean end;
        private boolean passedOver;

        Walking(P first, int full, Budget budget, Failures failures, Walk<P> walk) {
            this.after = first;
            this.full = full;
            this.most = full;
            this.budget = budget;
            this.failures = failures;
            this.walk = walk;
        }

        Uni<Walked<P>> start() {
            return paced(this::step)
                    .repeat()
                    .whilst(done -> !end && budget.isLeft())
                    .collect()
                    .last()
                    .map(last -> new Walked<>(did, passedOver, end ? null : after));
        }

        private Uni<Boolean> step() {
            return Uni.createFrom()
                    .deferred(() -> walk.step(after, most))
                    .map(step -> {
                        arrive(step, step.seen() < most);
                        most = Math.min(full, 2 * most);
                        return true;
                    })
                    .onFailure()
                    .recoverWithUni(failure -> failed(failure));
        }

        private void arrive(Step<P> step, boolean last) {
            did += step.did();
            P place = step.last();
            end = last || place == null;
            after = place == null ? after : place;
        }

        private Uni<Boolean> failed(Throwable failure) {
            if (most > 1) {
                most /= 2;
                return Uni.createFrom().item(true);
            }
            passedOver = true;
            failures.add(failure);
            return walk.next(after).map(next -> {
                arrive(next, false);
                return true;
            });
        }
    }

    static <T> Uni<T> paced(Supplier<Uni<T>> step) {
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
