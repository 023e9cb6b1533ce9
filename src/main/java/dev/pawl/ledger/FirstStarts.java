package dev.pawl.ledger;

import dev.pawl.config.Catalog;
import io.smallrye.mutiny.Uni;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Tuple;
import jakarta.inject.Singleton;

/** Since when there is a source. What its provider lists from before is history, which causes no effects. */
@Singleton
public final class FirstStarts {

    private static final String REMEMBER = """
            insert into ${schema}.source_state (source, first_started_at)
            select unnest($1::text[]), now()
            on conflict (source) do nothing
            """;

    private final Pool pool;
    private final SchemaName schema;

    FirstStarts(Pool pool, SchemaName schema) {
        this.pool = pool;
        this.schema = schema;
    }

    /** Those of sources that are new, by the database's clock; the others' stay. */
    public Uni<Void> remember(Catalog catalog) {
        String[] names = catalog.sources().keySet().toArray(String[]::new);
        return Uni.createFrom()
                .completionStage(() -> pool.preparedQuery(schema.in(REMEMBER))
                        .execute(Tuple.tuple().addArrayOfString(names))
                        .toCompletionStage())
                .replaceWithVoid();
    }
}
