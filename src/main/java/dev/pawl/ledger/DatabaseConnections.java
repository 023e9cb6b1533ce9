package dev.pawl.ledger;

import io.quarkus.reactive.pg.client.PgPoolCreator;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.pgclient.PgConnection;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.PoolOptions;
import jakarta.inject.Singleton;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Makes the pool for reads and jobs, with a short wait for a connection (the default is 30 s), and hands out
 * connections of their own to whoever may have to close one: one whose transaction's end is unknown must be closed, and a pool takes every connection back.
 */
@Singleton
public final class DatabaseConnections implements PgPoolCreator {

    private static final int CONNECT_TIMEOUT_MS = 1_000;

    /** Longer than any of Pawl's: what the driver does not keep (the default is 2,048) is parsed and planned each time. */
    private static final int LONGEST_KEPT = 8_192;

    private volatile @Nullable PgConnectOptions options;

    @Override
    public Pool create(Input input) {
        PgConnectOptions first = input.pgConnectOptionsList().get(0);
        first.setConnectTimeout(CONNECT_TIMEOUT_MS);
        first.addProperty("application_name", "pawl");
        first.setPreparedStatementCacheMaxSize(64);
        first.setPreparedStatementCacheSqlLimit(LONGEST_KEPT);
        options = new PgConnectOptions(first);
        PoolOptions pool = input.poolOptions();
        pool.setConnectionTimeout(2).setConnectionTimeoutUnit(TimeUnit.SECONDS);
        return Pool.pool(input.vertx(), first, pool);
    }

    /** A connection outside the pool, bound to the caller's context; closing it ends it. */
    public Future<PgConnection> open(Vertx vertx) {
        PgConnectOptions known = options;
        return known == null
                ? Future.failedFuture(new IllegalStateException("the pool is not made yet"))
                : PgConnection.connect(vertx, known);
    }
}
