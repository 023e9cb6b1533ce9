package dev.pawl.ledger;

import dev.pawl.core.operation.Operation;
import dev.pawl.core.outbound.CommandAnswer;
import dev.pawl.ledger.Ledger.Unavailable;
import io.smallrye.mutiny.Uni;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** Looks up what became of commands. Every failure is {@link Unavailable}. */
@Singleton
public final class CommandReads {

    private static final Duration LIMIT = Duration.ofMillis(1_500);

    private static final String OPERATION_OF_CLAIM = """
            select operation_id from ${schema}.claim where id = any($1) order by array_position($1, id) limit 1
            """;

    private static final String ANSWERED = "select operation_id from ${schema}.response where operation_id = any($1)";

    private final Pool pool;
    private final SchemaName schema;
    private final DatabaseState database;

    CommandReads(Pool pool, SchemaName schema, DatabaseState database) {
        this.pool = pool;
        this.schema = schema;
        this.database = database;
    }

    /** The operation a key belongs to, as it is now. */
    public Uni<Optional<Operation>> operation(CommandKeys key) {
        return query(OPERATION_OF_CLAIM, Statements.ids(key.ids())).flatMap(rows -> {
            if (rows.size() == 0) {
                return Uni.createFrom().item(Optional.empty());
            }
            UUID id = rows.iterator().next().getUUID(0);
            return query(LedgerSql.LOOK, Statements.ids(List.of(id)))
                    .map(found -> found.size() == 0
                            ? Optional.empty()
                            : Optional.of(Statements.operation(found.iterator().next())));
        });
    }

    /** The final answer to an operation's commands; empty: there is none yet, or no longer. */
    public Uni<Optional<CommandAnswer>> answer(UUID operation) {
        return query(CommandSql.FIND_ANSWERS, Statements.ids(List.of(operation)))
                .map(rows -> {
                    Optional<CommandAnswer> found = rows.size() == 0
                            ? Optional.empty()
                            : Optional.of(CommandTables.answer(rows.iterator().next(), 1));
                    return found.filter(answer -> !answer.isGone());
                });
    }

    /** Those of the operations whose commands have their final answer. */
    public Uni<Set<UUID>> answered(Collection<UUID> operations) {
        return query(ANSWERED, Statements.ids(operations)).map(rows -> {
            Set<UUID> answered = new HashSet<>();
            rows.forEach(row -> answered.add(row.getUUID(0)));
            return answered;
        });
    }

    private Uni<RowSet<Row>> query(String sql, Tuple parameters) {
        if (!database.migrated()) {
            return Uni.createFrom().failure(new Unavailable("the database is not ready", null));
        }
        return Uni.createFrom()
                .completionStage(() ->
                        pool.preparedQuery(schema.in(sql)).execute(parameters).toCompletionStage())
                .ifNoItem()
                .after(LIMIT)
                .fail()
                .onFailure()
                .transform(failure -> new Unavailable("what became of a command is not known", failure));
    }
}
