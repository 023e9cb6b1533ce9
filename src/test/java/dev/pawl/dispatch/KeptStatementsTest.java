package dev.pawl.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.ledger.DatabaseConnections;
import dev.pawl.ledger.SchemaName;
import dev.pawl.support.PostgresResource;
import io.quarkus.reactive.pg.client.PgPoolCreator;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.PoolOptions;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The dispatcher's statements are long, and run for every effect: a connection keeps them parsed and planned. */
class KeptStatementsTest {

    @Test
    void claimAndOutcomeArePreparedOncePerConnection() {
        DispatchSql sql = new DispatchSql(new SchemaName(PostgresResource.freshSchema()));
        Vertx vertx = Vertx.vertx();
        Pool pool = new DatabaseConnections().create(new OneConnection(vertx));
        try {
            pool.preparedQuery(sql.claim)
                    .execute(EffectRows.claim(
                            List.of(new EffectRows.Room("shop", 1, Duration.ofSeconds(1))), List.of("shop")))
                    .compose(claimed -> pool.preparedQuery(sql.finish).execute(EffectRows.finish(List.of())))
                    .toCompletionStage()
                    .toCompletableFuture()
                    .join();

            assertThat(pool.query("select statement from pg_prepared_statements")
                            .mapping(row -> row.getString(0))
                            .execute()
                            .toCompletionStage()
                            .toCompletableFuture()
                            .join())
                    .containsExactlyInAnyOrder(sql.claim, sql.finish);
        } finally {
            pool.close().toCompletionStage().toCompletableFuture().join();
            vertx.close().toCompletionStage().toCompletableFuture().join();
        }
    }

    private record OneConnection(Vertx vertx) implements PgPoolCreator.Input {

        @Override
        public PoolOptions poolOptions() {
            return new PoolOptions().setMaxSize(1);
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
    }
}
