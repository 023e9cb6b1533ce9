package dev.pawl.ledger;

import dev.pawl.config.Configuration;
import dev.pawl.support.PostgresResource;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quarkus.reactive.pg.client.PgPoolCreator;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.impl.VertxInternal;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.PoolOptions;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedDeque;

/** A ledger on the tests' database, with its pool, for tests of what stands on it. */
public record RealLedger(Ledger ledger, Pool pool) {

    public static RealLedger on(Vertx vertx, SchemaName schema, Configuration configuration) {
        DatabaseConnections connections = new DatabaseConnections();
        Pool pool = pool(vertx, connections);
        return new RealLedger(ledger(vertx, schema, configuration, connections, pool, left -> {}), pool);
    }

    /** The ledger of one replica. */
    static PostgresLedger replica(
            Vertx vertx, SchemaName schema, Configuration configuration, CommitListener listener) {
        DatabaseConnections connections = new DatabaseConnections();
        return ledger(vertx, schema, configuration, connections, pool(vertx, connections), listener);
    }

    /** Commits the entries in one transaction; those that have no place in it, in later ones, as they are handed on. */
    static void together(Vertx vertx, SchemaName schema, Configuration configuration, List<Entry<?>> entries) {
        DatabaseConnections connections = new DatabaseConnections();
        Pool pool = pool(vertx, connections);
        DatabaseState database = new DatabaseState();
        database.schemaIsUpToDate();
        Deque<List<Entry<?>>> left = new ConcurrentLinkedDeque<>();
        BatchRunner runner = new BatchRunner(
                vertx,
                configuration,
                database,
                committed -> {},
                new LedgerMetrics(new SimpleMeterRegistry()),
                left::add);
        Context context = ((VertxInternal) vertx).createEventLoopContext();
        Lane lane = new Lane(vertx, context, connections, new Lane.Sql(schema), 0);
        run(runner, lane, entries, false);
        while (!left.isEmpty()) {
            run(runner, lane, left.removeFirst(), true);
        }
        pool.close().toCompletionStage().toCompletableFuture().join();
    }

    private static void run(BatchRunner runner, Lane lane, List<Entry<?>> entries, boolean patient) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        lane.context().runOnContext(now -> runner.run(lane, entries, patient).onComplete(end -> done.complete(null)));
        done.join();
    }

    private static Pool pool(Vertx vertx, DatabaseConnections connections) {
        return connections.create(new PgPoolCreator.Input() {
            @Override
            public Vertx vertx() {
                return vertx;
            }

            @Override
            public PoolOptions poolOptions() {
                return new PoolOptions().setMaxSize(4);
            }

            @Override
            public List<PgConnectOptions> pgConnectOptionsList() {
                return List.of(new PgConnectOptions()
                        .setHost("localhost")
                        .setPort(PostgresResource.port())
                        .setDatabase(PostgresResource.DATABASE)
                        .setUser(PostgresResource.USER)
                        .setPassword(PostgresResource.USER)
                        .setCachePreparedStatements(true));
            }
        });
    }

    private static PostgresLedger ledger(
            Vertx vertx,
            SchemaName schema,
            Configuration configuration,
            DatabaseConnections connections,
            Pool pool,
            CommitListener listener) {
        DatabaseState database = new DatabaseState();
        database.schemaIsUpToDate();
        return new PostgresLedger(
                vertx, pool, connections, schema, configuration, database, listener, new SimpleMeterRegistry());
    }

    /** What every schema needs before a delivery can be recorded. */
    public static String makePartitions(SchemaName schema) {
        return schema.in(LedgerSql.MAKE_PARTITIONS);
    }
}
