package dev.pawl.retain;

import dev.pawl.config.Catalog;
import dev.pawl.config.Retention;
import dev.pawl.ledger.Upkeep;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;

/** Finds operations whose time is over, and has the ledger make tombstones of them, or forget them. */
final class OldOperations {

    /** The ledger's own limit is about as high: it takes one such batch beside webhooks. */
    private static final int BATCH = 200;

    private static final String SOURCES =
            "select distinct source from ${schema}.counter where kind = 'status' order by source";

    private static final String NEEDED = """
                and o.attention is null
                and o.status not in ('processing', 'unknown')
                and not exists (
                    select 1
                    from ${schema}.effect e
                    where e.operation_id = o.id and e.state not in ('done', 'canceled'))
                and not exists (select 1 from ${schema}.parked p where p.operation_id = o.id)
            """;

    private static final String STILL = """
            select o.id, o.latest_generation
            from ${schema}.operation o
            where o.source = $1 and not o.tombstone and o.updated_at <= now() - $2::bigint * interval '1 second'
            """ + NEEDED + """
            order by o.updated_at
            limit $3
            """;

    /** Generation 0 knows the latest: it is the last to go. */
    private static final String FORGETTABLE = """
            select o.id, o.latest_generation
            from ${schema}.operation o
            where o.source = $1 and o.tombstone and o.updated_at <= now() - $2::bigint * interval '1 second'
                and (o.latest_generation = 0 or not exists (
                    select 1
                    from ${schema}.operation g
                    where g.key = o.key and g.scope = o.scope and g.account = o.account and g.type = o.type
                        and g.generation > 0))
            """ + NEEDED + """
            order by o.updated_at
            limit $3
            """;

    private final Statement sql;
    private final Supplier<Upkeep> ledger;

    OldOperations(Statement sql, Supplier<Upkeep> ledger) {
        this.sql = sql;
        this.ledger = ledger;
    }

    /** How many became tombstones. */
    Uni<Integer> entomb(Catalog catalog, Budget budget) {
        return bySource(
                catalog,
                budget,
                Retention::operations,
                STILL,
                found -> ledger.get().entomb(found));
    }

    /** How many tombstones were forgotten. */
    Uni<Integer> forget(Catalog catalog, Budget budget) {
        return bySource(
                catalog,
                budget,
                Retention::memory,
                FORGETTABLE,
                found -> ledger.get().forget(found));
    }

    private Uni<Integer> bySource(
            Catalog catalog,
            Budget budget,
            Function<Retention, @org.jspecify.annotations.Nullable Duration> age,
            String find,
            Function<Map<UUID, Integer>, Uni<Integer>> end) {
        return sql.run(SOURCES, Tuple.tuple())
                .map(rows -> {
                    List<String> sources = new ArrayList<>();
                    rows.forEach(row -> sources.add(row.getString(0)));
                    return sources;
                })
                .flatMap(sources -> Multi.createFrom()
                        .iterable(sources)
                        .onItem()
                        .transformToUniAndConcatenate(source -> {
                            Duration over = age.apply(catalog.retention(source));
                            return over == null
                                    ? Uni.createFrom().item(0)
                                    : Batches.whileAny(budget, () -> step(find, source, over, end));
                        })
                        .collect()
                        .with(java.util.stream.Collectors.summingInt(ended -> ended)));
    }

    private Uni<Integer> step(
            String find, String source, Duration age, Function<Map<UUID, Integer>, Uni<Integer>> end) {
        return sql.run(find, Tuple.of(source, age.toSeconds(), BATCH)).flatMap(rows -> {
            Map<UUID, Integer> found = new HashMap<>();
            for (Row row : rows) {
                found.put(row.getUUID(0), row.getInteger(1));
            }
            return found.isEmpty() ? Uni.createFrom().item(0) : end.apply(found);
        });
    }
}
