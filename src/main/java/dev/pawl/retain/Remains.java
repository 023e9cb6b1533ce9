package dev.pawl.retain;

import dev.pawl.jobs.Failures;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.List;

/**
 * Drops the tables of days that were let go, one piece after the other with rests: the files of a whole day, unlinked at
 * once, keep the disk from webhooks' commits for seconds. Nothing in them counts any more; what is left is for the next run.
 */
final class Remains {

    private final Statement sql;
    private final Impatience impatience;

    Remains(Statement sql, Impatience impatience) {
        this.sql = sql;
        this.impatience = impatience;
    }

    Uni<Void> drop(Budget budget, Failures failures) {
        return failures.note(pieces(), List.of())
                .flatMap(pieces -> Multi.createFrom()
                        .iterable(pieces)
                        .onItem()
                        .transformToUniAndConcatenate(piece -> budget.isLeft()
                                ? failures.note(Batches.paced(() -> dropped(piece)))
                                : Uni.createFrom().voidItem())
                        .collect()
                        .last());
    }

    private Uni<List<String>> pieces() {
        return sql.run(PartitionSql.REMAINS, Tuple.of(sql.schemaName())).map(rows -> {
            List<String> pieces = new ArrayList<>();
            rows.forEach(row -> pieces.add(row.getString(0)));
            return pieces;
        });
    }

    private Uni<Void> dropped(String piece) {
        return impatience.in(connection -> sql.on(connection).asItIs(piece).replaceWithVoid());
    }
}
