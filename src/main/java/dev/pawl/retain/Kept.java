package dev.pawl.retain;

import dev.pawl.config.Catalog;
import dev.pawl.config.Retention;
import dev.pawl.config.Source;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Function;

/** Deliveries and events that outlive their day, because something about them is not clear yet. */
final class Kept {

    private static final UUID FIRST = new UUID(0, 0);

    private final Statement sql;
    private final int batch;

    Kept(Statement sql, int batch) {
        this.sql = sql;
        this.batch = batch;
    }

    /** Copies all of a day that is in doubt; false: there was no time left. */
    Uni<Boolean> keep(LocalDate day, Budget budget) {
        List<String> doubts = List.of(KeptSql.OPEN_OPERATIONS, KeptSql.OPEN_EFFECTS, KeptSql.PARKED, KeptSql.INVALID);
        return Multi.createFrom()
                .iterable(doubts)
                .onItem()
                .transformToUniAndConcatenate(doubt ->
                        byKey(budget, after -> sql.onDay(doubt, day, keys(doubt, after, day))))
                .collect()
                .asList()
                .map(all -> !all.contains(false));
    }

    private Tuple keys(String doubt, UUID after, LocalDate day) {
        Tuple keys = Tuple.of(after, batch);
        return doubt.contains("$3") ? keys.addLocalDate(day) : keys;
    }

    /** Lets go what is no longer in doubt and older than its source keeps bodies. */
    Uni<Boolean> cleanUp(Catalog catalog, Budget budget) {
        Map<String, Retention> bySource = new TreeMap<>();
        for (Source source : catalog.sources().values()) {
            source.names().forEach(name -> bySource.put(name, source.retention()));
        }
        String[] sources = bySource.keySet().toArray(String[]::new);
        Long[] seconds = bySource.values().stream()
                .map(retention -> retention.bodies().toSeconds())
                .toArray(Long[]::new);
        return byKey(
                        budget,
                        after -> sql.run(
                                KeptSql.CLEAN_UP,
                                Tuple.of(after, batch)
                                        .addArrayOfString(sources)
                                        .addArrayOfLong(seconds)
                                        .addLong(catalog.retention().bodies().toSeconds())))
                .call(() -> sql.run(KeptSql.CLEAN_UP_ALONE, Tuple.of(batch)));
    }

    /** Batches in the order of a key, each from behind the last one's; false: there was no time left. */
    private Uni<Boolean> byKey(Budget budget, Function<UUID, Uni<RowSet<Row>>> step) {
        return Batches.byKey(FIRST, batch, budget, step);
    }
}
