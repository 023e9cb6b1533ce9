package dev.pawl.ledger;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.inject.Singleton;

/** Keeps two weeks of partitions ahead. Where it fails for long, the ledger makes the missing one itself. */
@Singleton
public final class PartitionKeeper {

    private final Pool pool;
    private final SchemaName schema;
    private final DatabaseState database;

    PartitionKeeper(Pool pool, SchemaName schema, DatabaseState database) {
        this.pool = pool;
        this.schema = schema;
        this.database = database;
    }

    /** Nothing while the database is away. */
    public Uni<Void> makeAhead() {
        return Uni.createFrom()
                .deferred(() -> database.ready()
                        ? pool.query(schema.in(LedgerSql.MAKE_PARTITIONS))
                                .execute()
                                .replaceWithVoid()
                        : Uni.createFrom().voidItem());
    }
}
