package dev.pawl.retain;

import dev.pawl.config.Catalog;
import dev.pawl.config.Retention;
import dev.pawl.config.Source;
import dev.pawl.jobs.Failures;
import dev.pawl.retain.Batches.Step;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.vertx.sqlclient.Tuple;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;

/** Deliveries and events that outlive their day, because something about them is not clear yet. */
final class Kept {

    private static final UUID FIRST = new UUID(0, 0);
    private static final List<String> DOUBTS = List.of(
            KeptSql.OPEN_OPERATIONS, KeptSql.OPEN_EFFECTS, KeptSql.PARKED, KeptSql.INVALID, KeptSql.BEYOND_RETENTION);

    private final Statement sql;
    private final int batch;

    Kept(Statement sql, int batch) {
        this.sql = sql;
        this.batch = batch;
    }

    /** Copies all of a day that is in doubt; false: there was no time left. */
    Uni<Boolean> keep(LocalDate day, Budget budget) {
        return Multi.createFrom()
                .iterable(DOUBTS)
                .onItem()
                .transformToUniAndConcatenate(doubt -> Batches.byKey(
                        FIRST, batch, budget, (after, most) -> sql.onDay(doubt, day, keys(doubt, after, most, day))))
                .collect()
                .asList()
                .map(all -> !all.contains(false));
    }

    /** The same with one statement for each kind of doubt, in the transaction of the connection. */
    Uni<Void> keepAtOnce(Statement here, LocalDate day) {
        return Multi.createFrom()
                .iterable(DOUBTS)
                .onItem()
                .transformToUniAndConcatenate(
                        doubt -> here.onDay(doubt, day, keys(doubt, FIRST, Integer.MAX_VALUE, day)))
                .collect()
                .last()
                .replaceWithVoid();
    }

    private static Tuple keys(String doubt, UUID after, int most, LocalDate day) {
        Tuple keys = Tuple.of(after, most);
        return doubt.contains("$3") ? keys.addLocalDate(day) : keys;
    }

    /** Lets go what is no longer in doubt and older than its source keeps bodies. */
    Uni<Void> cleanUp(Catalog catalog, Budget budget, Failures failures) {
        Map<String, Retention> bySource = new TreeMap<>();
        for (Source source : catalog.sources().values()) {
            source.names().forEach(name -> bySource.put(name, source.retention()));
        }
        String[] sources = bySource.keySet().toArray(String[]::new);
        Long[] seconds = bySource.values().stream()
                .map(retention -> retention.bodies().toSeconds())
                .toArray(Long[]::new);
        long others = catalog.retention().bodies().toSeconds();
        return Batches.walk(FIRST, batch, budget, failures, new Batches.Walk<UUID>() {
                    @Override
                    public Uni<Step<UUID>> step(UUID after, int most) {
                        return sql.run(
                                        KeptSql.CLEAN_UP,
                                        Tuple.of(after, most)
                                                .addArrayOfString(sources)
                                                .addArrayOfLong(seconds)
                                                .addLong(others))
                                .map(Batches::seen);
                    }

                    @Override
                    public Uni<Step<UUID>> next(UUID after) {
                        return sql.run(KeptSql.NEXT_KEPT, Tuple.of(after)).map(Batches::found);
                    }
                })
                .flatMap(walked -> failures.note(
                        sql.run(KeptSql.CLEAN_UP_ALONE, Tuple.of(batch)).replaceWithVoid()));
    }
}
