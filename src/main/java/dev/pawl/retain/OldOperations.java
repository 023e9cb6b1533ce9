package dev.pawl.retain;

import dev.pawl.config.Catalog;
import dev.pawl.config.Retention;
import dev.pawl.jobs.Failures;
import dev.pawl.ledger.Upkeep;
import dev.pawl.retain.Batches.Step;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Finds operations whose time is over, and has the ledger make tombstones of them, or forget them. */
final class OldOperations {

    /** The ledger's own limit is about as high: it takes one such batch beside webhooks. */
    private static final int BATCH = 200;

    private static final String SOURCES =
            "select distinct source from ${schema}.counter where kind = 'status' order by source";

    /** Behind the place of the batch before, whatever became of that. */
    private static final String NEEDED = """
                and o.updated_at >= $4::timestamptz and (o.updated_at, o.id) > ($4::timestamptz, $5::uuid)
                and o.attention is null
                and o.status not in ('processing', 'unknown')
                and not exists (
                    select 1
                    from ${schema}.effect e
                    where e.operation_id = o.id and e.state not in ('done', 'canceled'))
                and not exists (select 1 from ${schema}.parked p where p.operation_id = o.id)
            """;

    private static final String STILL = """
            select o.id, o.latest_generation, o.updated_at
            from ${schema}.operation o
            where o.source = $1 and not o.tombstone and o.updated_at <= now() - $2::bigint * interval '1 second'
            """ + NEEDED + """
            order by o.updated_at, o.id
            limit $3
            """;

    /** Generation 0 knows the latest: it is the last to go. */
    private static final String FORGETTABLE = """
            select o.id, o.latest_generation, o.updated_at
            from ${schema}.operation o
            where o.source = $1 and o.tombstone and o.updated_at <= now() - $2::bigint * interval '1 second'
                and (o.latest_generation = 0 or not exists (
                    select 1
                    from ${schema}.operation g
                    where g.key = o.key and g.scope = o.scope and g.account = o.account and g.type = o.type
                        and g.generation > 0))
            """ + NEEDED + """
            order by o.updated_at, o.id
            limit $3
            """;

    private final Statement sql;
    private final Supplier<Upkeep> ledger;

    OldOperations(Statement sql, Supplier<Upkeep> ledger) {
        this.sql = sql;
        this.ledger = ledger;
    }

    /** How many became tombstones. */
    Uni<Integer> entomb(Catalog catalog, Budget budget, Failures failures) {
        return bySource(catalog, budget, failures, Retention::operations, STILL, Upkeep::entomb);
    }

    /** How many tombstones were forgotten. */
    Uni<Integer> forget(Catalog catalog, Budget budget, Failures failures) {
        return bySource(catalog, budget, failures, Retention::memory, FORGETTABLE, Upkeep::forget);
    }

    /** For how long the one that has waited the longest should have become a tombstone, or have been forgotten. */
    Uni<Duration> overdue(Catalog catalog, Instant now) {
        return Uni.join()
                .all(
                        endings(catalog, Retention::operations, STILL, Upkeep::entomb),
                        endings(catalog, Retention::memory, FORGETTABLE, Upkeep::forget))
                .andFailFast()
                .flatMap(both -> Multi.createFrom()
                        .iterable(both)
                        .flatMap(endings -> Multi.createFrom().iterable(endings))
                        .onItem()
                        .transformToUniAndConcatenate(ending -> ending.overdue(now))
                        .collect()
                        .with(java.util.stream.Collectors.reducing(
                                Duration.ZERO, (one, other) -> one.compareTo(other) < 0 ? other : one)));
    }

    private Uni<List<Ending>> endings(
            Catalog catalog,
            Function<Retention, @Nullable Duration> age,
            String find,
            BiFunction<Upkeep, Map<UUID, Integer>, Uni<Integer>> end) {
        return sql.run(SOURCES, Tuple.tuple()).map(rows -> {
            List<Ending> endings = new ArrayList<>();
            rows.forEach(row -> {
                Duration over = age.apply(catalog.retention(row.getString(0)));
                if (over != null) {
                    endings.add(new Ending(row.getString(0), over, find, end));
                }
            });
            return endings;
        });
    }

    private Uni<Integer> bySource(
            Catalog catalog,
            Budget budget,
            Failures failures,
            Function<Retention, @Nullable Duration> age,
            String find,
            BiFunction<Upkeep, Map<UUID, Integer>, Uni<Integer>> end) {
        return endings(catalog, age, find, end)
                .flatMap(endings -> Multi.createFrom()
                        .range(0, endings.size())
                        .onItem()
                        .transformToUniAndConcatenate(n -> failures.note(
                                Uni.createFrom()
                                        .deferred(() -> Batches.walk(
                                                Place.FIRST,
                                                BATCH,
                                                budget.share(endings.size() - n),
                                                failures,
                                                endings.get(n)))
                                        .map(Batches.Walked::did),
                                0))
                        .collect()
                        .with(java.util.stream.Collectors.summingInt(ended -> ended)));
    }

    /** Of the operation behind which the next batch begins. */
    private record Place(OffsetDateTime updatedAt, UUID id) {
        static final Place FIRST = new Place(Instant.EPOCH.atOffset(ZoneOffset.UTC), new UUID(0, 0));
    }

    /** The walk along one source's operations. */
    private final class Ending implements Batches.Walk<Place> {

        private final String source;
        private final Duration age;
        private final String find;
        private final BiFunction<Upkeep, Map<UUID, Integer>, Uni<Integer>> end;

        Ending(String source, Duration age, String find, BiFunction<Upkeep, Map<UUID, Integer>, Uni<Integer>> end) {
            this.source = source;
            this.age = age;
            this.find = find;
            this.end = end;
        }

        @Override
        public Uni<Step<Place>> step(Place after, int most) {
            return find(after, most).flatMap(rows -> {
                Map<UUID, Integer> found = new HashMap<>();
                Place last = null;
                for (Row row : rows) {
                    found.put(row.getUUID(0), row.getInteger(1));
                    last = place(row);
                }
                Place behind = last;
                return found.isEmpty()
                        ? Uni.createFrom().item(new Step<>(0, behind, 0))
                        : end.apply(ledger.get(), found).map(did -> new Step<>(found.size(), behind, did));
            });
        }

        @Override
        public Uni<Step<Place>> next(Place after) {
            return find(after, 1)
                    .map(rows -> new Step<>(
                            rows.size(),
                            rows.size() == 0 ? null : place(rows.iterator().next()),
                            0));
        }

        Uni<Duration> overdue(Instant now) {
            return find(Place.FIRST, 1)
                    .map(rows -> rows.size() == 0
                            ? Duration.ZERO
                            : Duration.between(
                                    place(rows.iterator().next())
                                            .updatedAt()
                                            .toInstant()
                                            .plus(age),
                                    now));
        }

        private Uni<RowSet<Row>> find(Place after, int most) {
            return sql.run(
                    find,
                    Tuple.of(source, age.toSeconds(), most)
                            .addOffsetDateTime(after.updatedAt())
                            .addUUID(after.id()));
        }

        private static Place place(Row row) {
            return new Place(row.getOffsetDateTime(2), row.getUUID(0));
        }
    }
}
