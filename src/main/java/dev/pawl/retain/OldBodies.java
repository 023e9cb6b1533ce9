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
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Empties bodies of sources that keep them for a shorter time than their day's partition stays. What is in doubt is kept
 * aside. A day that is done is noted, so that it is walked once; one with something that fails is not done. One that is too
 * large for a run is gone on with by the next, and every day has its share of a run.
 */
final class OldBodies {

    private static final UUID FIRST = new UUID(0, 0);

    private final Statement sql;
    private final int batch;
    /** This replica's; another begins each day anew. */
    private final Map<LocalDate, Place> places = new ConcurrentHashMap<>();

    /** Where the walk of a day for these sources goes on, and whether something was passed over on the way. */
    private record Place(List<String> sources, UUID after, boolean passedOver) {}

    private record Done(LocalDate day, String source) {}

    /** @param sources whose bodies of the day are to go */
    private record Work(Day day, List<String> sources) {}

    OldBodies(Statement sql, int batch) {
        this.sql = sql;
        this.batch = batch;
    }

    /** How many days were walked to their end. */
    Uni<Integer> empty(Catalog catalog, Budget budget, Failures failures) {
        return Partitions.list(sql)
                .flatMap(partitions -> done().map(done -> work(catalog, partitions, done)))
                .flatMap(days -> Multi.createFrom()
                        .range(0, days.size())
                        .onItem()
                        .transformToUniAndConcatenate(n ->
                                failures.note(empty(days.get(n), budget.share(days.size() - n), failures), 0))
                        .collect()
                        .with(java.util.stream.Collectors.summingInt(walked -> walked)));
    }

    /** For how long the oldest body that is left should have gone. */
    Uni<Duration> overdue(Catalog catalog, Partitions partitions) {
        return done().map(done -> work(catalog, partitions, done).stream()
                .flatMap(work -> work.sources().stream()
                        .map(source ->
                                work.day().overdue(catalog.retention(source).bodies(), partitions.now())))
                .max(Comparator.naturalOrder())
                .orElse(Duration.ZERO));
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
                work.add(new Work(day, sources));
            }
        }
        return work;
    }

    private Uni<Integer> empty(Work work, Budget budget, Failures failures) {
        LocalDate day = work.day().day();
        String[] sources = work.sources().toArray(String[]::new);
        Place known = places.remove(day);
        Place place = known == null || !known.sources().equals(work.sources())
                ? new Place(work.sources(), FIRST, false)
                : known;
        return Batches.walk(place.after(), batch, budget, failures, new Emptying(day, sources))
                .flatMap(walked -> {
                    UUID rest = walked.rest();
                    boolean passedOver = place.passedOver() || walked.passedOver();
                    if (rest != null) {
                        places.put(day, new Place(work.sources(), rest, passedOver));
                    }
                    return rest != null || passedOver
                            ? Uni.createFrom().item(0)
                            : sql.run(PartitionSql.DAY_IS_EMPTIED, Tuple.of(day).addArrayOfString(sources))
                                    .replaceWith(1);
                });
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
