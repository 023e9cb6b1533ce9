package dev.pawl.reconcile;

import dev.pawl.config.Configuration;
import dev.pawl.ledger.Ledger;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * What the questions of all sources share.
 *
 * @param executor one event loop, on which all their state is touched
 * @param stop set once: nothing new is begun
 */
record ReconcileTools(
        Configuration configuration,
        Vertx vertx,
        Executor executor,
        Pool pool,
        ReconcileSql sql,
        Ledger ledger,
        StatusClient client,
        LookupMetrics metrics,
        AtomicBoolean stop) {

    boolean stopped() {
        return stop.get();
    }

    Uni<RowSet<Row>> query(String sql, Tuple parameters) {
        return Uni.createFrom()
                .completionStage(
                        () -> pool.preparedQuery(sql).execute(parameters).toCompletionStage());
    }
}
