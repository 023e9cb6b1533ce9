package dev.pawl.retain;

import io.smallrye.mutiny.Uni;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.function.Function;

/** Connections that wait for no lock for long; whoever gets one next finds it as usual. */
final class Impatience {

    private final Pool pool;
    private final Statement sql;
    private final Duration patience;

    /** @param patience how long to wait for transactions that still see a partition */
    Impatience(Pool pool, Statement sql, Duration patience) {
        this.pool = pool;
        this.sql = sql;
        this.patience = patience;
    }

    <T> Uni<T> in(Function<SqlConnection, Uni<T>> work) {
        return Uni.createFrom()
                .completionStage(() -> pool.getConnection().toCompletionStage())
                .flatMap(connection -> {
                    Statement here = sql.on(connection);
                    return here.run(PartitionSql.SHORT_WAITS, Tuple.of(patience.toMillis() + "ms"))
                            .flatMap(set -> work.apply(connection))
                            .eventually(() -> here.run(PartitionSql.USUAL_WAITS, Tuple.tuple())
                                    .eventually(() -> Uni.createFrom()
                                            .completionStage(
                                                    () -> connection.close().toCompletionStage())));
                });
    }
}
