package dev.pawl.ledger;

import io.quarkus.scheduler.Scheduled;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.inject.Singleton;
import java.time.Duration;
import org.jboss.logging.Logger;

/** Keeps two weeks of partitions ahead. Where it fails for long, the ledger makes the missing one itself. */
@Singleton
final class PartitionKeeper {

    private static final Logger LOG = Logger.getLogger(PartitionKeeper.class);
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final Pool pool;
    private final SchemaName schema;
    private final DatabaseState database;

    PartitionKeeper(Pool pool, SchemaName schema, DatabaseState database) {
        this.pool = pool;
        this.schema = schema;
        this.database = database;
    }

    @Scheduled(every = "1h", delayed = "10m", concurrentExecution = Scheduled.ConcurrentExecution.SKIP)
    Uni<Void> makeAhead() {
        if (!database.ready()) {
            return Uni.createFrom().voidItem();
        }
        return pool.query(schema.in(LedgerSql.MAKE_PARTITIONS))
                .execute()
                .ifNoItem()
                .after(LIMIT)
                .fail()
                .onFailure()
                .invoke(failure -> LOG.warnf(
                        "partitions for the days ahead were not made (%s); trying again in an hour",
                        SqlState.describe(failure)))
                .onFailure()
                .recoverWithNull()
                .replaceWithVoid();
    }
}
