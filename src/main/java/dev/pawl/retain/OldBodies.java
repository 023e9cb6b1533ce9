package dev.pawl.retain;

import dev.pawl.config.Catalog;
import dev.pawl.config.Source;
import dev.pawl.jobs.Failures;
import dev.pawl.retain.Batches.Step;
import dev.pawl.retain.Partitions.Day;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/**
 * Empties bodies of sources that keep them for a shorter time than their day's partition stays. What is in doubt is kept
 * aside. A day that is done is noted, so that it is walked once; one with something that fails is not done.
 */
final class OldBodies {

    private static final UUID FIRST = new UUID(0, 0);

    private final Statement sql;
    private final int batch;

    private record Done(LocalDate day, String source) {}

    /** @param sources whose bodies of the day are to go */
    private record Work(LocalDate day, List<String> sources) {}

    OldBodies(Statement sql, int batch) {
        this.sql = sql;
        this.batch = batch;
    }

    /** How many days were walked to their end. */
    Uni<Integer> empty(Catalog catalog, Budget budget, Failures failures) {
        return Partitions.list(sql)
                .flatMap(partitions -> done().flatMap(done -> Multi.createFrom()
                        .iterable(work(catalog, partitions, done))
                        .onItem()
                        .transformToUniAndConcatenate(work -> budget.isLeft()
                                ? failures.note(empty(work, budget, failures), 0)
                                : Uni.createFrom().item(0))
                        .collect()
                        .with(java.util.stream.Collectors.summingInt(walked -> walked))));
    }

    private Uni<Set<Done>> done() {
        return sql.run(PartitionSql.EMPTIED_DAYS, Tuple.tuple()).map(rows -> {
            Set<Done> done = new HashSet<>();
            for (Row row : rows) {
                done.add(new Done(row.getLocalDate(0), row.getString(1)));
            }
            return done;
        });
    }

    private static List<Work> work(Catalog catalog, Partitions partitions, Set<Done> done) {
        List<Work> work = new ArrayList<>();
        Duration longest = catalog.longestBodies();
        for (Day day : partitions.olderThan(Duration.ZERO)) {
            if (day.isOlder(longest, partitions.now())) {
                continue; // it goes as a whole
            }
            List<String> sources = new ArrayList<>();
            for (Source source : catalog.sources().values()) {
                if (day.isWhole() && day.isOlder(source.retention().bodies(), partitions.now())) {
                    sources.addAll(source.names());
                }
            }
            sources.removeIf(source -> done.contains(new Done(day.day(), source)));
            if (!sources.isEmpty()) {
                work.add(new Work(day.day(), sources));
            }
        }
        return work;
    }

    private Uni<Integer> empty(Work work, Budget budget, Failures failures) {
        String[] sources = work.sources().toArray(String[]::new);
        return Batches.walk(FIRST, batch, budget, failures, new Emptying(work.day(), sources))
                .flatMap(walked -> walked.whole()
                        ? sql.run(
                                        PartitionSql.DAY_IS_EMPTIED,
                                        Tuple.of(work.day()).addArrayOfString(sources))
                                .replaceWith(1)
                        : Uni.createFrom().item(0));
    }

    private final class Emptying implements Batches.Walk<UUID> {

        private final LocalDate day;
        private final String[] sources;

        Emptying(LocalDate day, String[] sources) {
            this.day = day;
            this.sources = sources;
        }

        @Override
        public Uni<Step<UUID>> step(UUID after, int most) {
            return sql.onDay(KeptSql.EMPTY_BODIES, day, Tuple.of(after, most).addArrayOfString(sources))
                    .map(Batches::seen);
        }

        @Override
        public Uni<Step<UUID>> next(UUID after) {
            return sql.onDay(KeptSql.NEXT_OF_DAY, day, Tuple.of(after)).map(Batches::found);
        }
    }
}
