package dev.pawl.ledger;

import dev.pawl.config.Configuration;
import dev.pawl.support.PostgresResource;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quarkus.reactive.pg.client.PgPoolCreator;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.PoolOptions;
import java.util.List;

/** A ledger on the tests' database, with its pool, for tests of what stands on it. */
public record RealLedger(Ledger ledger, Pool pool) {

    public static RealLedger on(Vertx vertx, SchemaName schema, Configuration configuration) {
        DatabaseConnections connections = new DatabaseConnections();
        Pool pool = connections.create(new PgPoolCreator.Input() {
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
        DatabaseState database = new DatabaseState();
        database.schemaIsUpToDate();
        Ledger ledger = new PostgresLedger(
                vertx, pool, connections, schema, configuration, database, effects -> {}, new SimpleMeterRegistry());
        return new RealLedger(ledger, pool);
    }

    /** What every schema needs before a delivery can be recorded. */
    public static String makePartitions(SchemaName schema) {
        return schema.in(LedgerSql.MAKE_PARTITIONS);
    }
}
