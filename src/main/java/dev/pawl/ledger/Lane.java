package dev.pawl.ledger;

import dev.pawl.ledger.CommitListener.Left;
import dev.pawl.ledger.Rows.EffectId;
import dev.pawl.ledger.Rows.EffectRow;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgConnection;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One connection of the ledger and the one transaction it may have at a time: three exchanges with the database, however
 * many entries, and two more where there are SQL effects. Statements are plain queries, not the driver's {@code Transaction}, which would turn COMMIT into ROLLBACK
 * after any error. A connection whose transaction's end is not known is closed. Confined to one event loop.
 */
final class Lane {

    private static final long MAX_AGE_MS = 30 * 60 * 1000L;

    private final Vertx vertx;
    private final Context context;
    private final DatabaseConnections connections;
    private final Sql sql;
    private final int slot;
    private final String ending;
    private @Nullable PgConnection connection;
    private long openedAt;
    private boolean stalePlan;
    /** How long the statements took that commands of the transaction need. */
    private long requiredMs;

    /**
     * What all lanes know of statements.
     *
     * @param schema whose name is filled in
     * @param unusable those of the application that cannot run
     */
    record Sql(SchemaName schema, UnusableStatements unusable) {
        Sql(SchemaName schema) {
            this(schema, new UnusableStatements());
        }
    }

    /**
     * How a transaction ended, when it did not fail.
     *
     * @param lost ids that turned out to exist, made or held by somebody else; empty: committed
     * @param left for somebody else to do
     * @param effectsDone how many SQL effects are done
     * @param notDone why the other SQL effects of the batch are not
     */
    record Ended(Set<UUID> lost, Left left, int effectsDone, Map<EffectId, String> notDone) {}

    Lane(Vertx vertx, Context context, DatabaseConnections connections, Sql sql, int slot) {
        this(vertx, context, connections, sql, slot, LedgerSql.COMMIT);
    }

    /** One of whose transactions nothing is kept. */
    static Lane rollingBack(Vertx vertx, Context context, DatabaseConnections connections, Sql sql, int slot) {
        return new Lane(vertx, context, connections, sql, slot, LedgerSql.ROLLBACK);
    }

    private Lane(Vertx vertx, Context context, DatabaseConnections connections, Sql sql, int slot, String ending) {
        this.vertx = vertx;
        this.context = context;
        this.connections = connections;
        this.sql = sql;
        this.slot = slot;
        this.ending = ending;
    }

    Context context() {
        return context;
    }

    /** Runs one transaction; {@code decide} gets the locked operations. A failure means: not committed, or not known. */
    Future<Ended> transaction(Wanted wanted, Function<Locked, Batch> decide) {
        requiredMs = 0;
        return connected()
                .compose(open -> locked(open, wanted)
                        .compose(found -> decided(open, wanted, found, decide))
                        .compose(batch -> written(open, batch))
                        .recover(failure -> rolledBack(open).transform(done -> Future.failedFuture(failure))));
    }

    /**
     * Decides again with what the statements came to that commands need. They run once in a transaction: commands that need
     * some only after that wait for the next one.
     */
    private Future<Batch> decided(PgConnection open, Wanted wanted, Locked found, Function<Locked, Batch> decide) {
        Batch batch = decide.apply(found);
        List<RequiredEffects> required = batch.effects.required();
        if (required.isEmpty()) {
            return Future.succeededFuture(batch);
        }
        if (!found.endings().isEmpty()) {
            return decided(open, wanted, found.with(putOff(required)), decide);
        }
        RequiredPhase phase = new RequiredPhase(vertx, open, sql.schema(), wanted.patient());
        return phase.run(required)
                .compose(endings -> {
                    stalePlan |= phase.stalePlan();
                    requiredMs = phase.elapsedMs();
                    return lookedAgain(open, wanted, found.with(endings));
                })
                .compose(known -> decided(open, wanted, known, decide));
    }

    private static Map<Entry<?>, Ending> putOff(List<RequiredEffects> required) {
        Map<Entry<?>, Ending> endings = new HashMap<>();
        required.forEach(command -> endings.put(command.entry(), Ending.putOff()));
        return endings;
    }

    /** A statement may have failed because somebody else has just done the same: then a key or identity is taken by now. */
    private Future<Locked> lookedAgain(PgConnection open, Wanted wanted, Locked found) {
        if (found.endings().values().stream().noneMatch(ending -> ending.kind() == Ending.Kind.REJECTED)) {
            return Future.succeededFuture(found);
        }
        CommandTables tables = new CommandTables((statement, parameters) -> run(open, statement, parameters));
        CommandTables.Looking looking = tables.find(wanted.commands());
        return allOf(tables.statements()).map(done -> found.with(looking.found()));
    }

    private Future<PgConnection> connected() {
        PgConnection open = connection;
        if (open != null && System.currentTimeMillis() - openedAt < MAX_AGE_MS) {
            return Future.succeededFuture(open);
        }
        close();
        return connections.open(vertx).map(fresh -> {
            connection = fresh;
            openedAt = System.currentTimeMillis();
            fresh.closeHandler(gone -> {
                if (connection == fresh) {
                    connection = null;
                }
            });
            return fresh;
        });
    }

    /** Ends the connection, and with it whatever transaction it had. */
    void close() {
        PgConnection open = connection;
        connection = null;
        stalePlan = false;
        if (open != null) {
            open.close().onFailure(ignored -> {});
        }
    }

    private Future<Locked> locked(PgConnection open, Wanted wanted) {
        Collection<UUID> ids = wanted.ids();
        Future<RowSet<Row>> began = open.query(LedgerSql.BEGIN).execute();
        Future<RowSet<Row>> found = ids.isEmpty()
                ? Future.succeededFuture()
                : open.preparedQuery(sql(wanted.patient() ? LedgerSql.LOCK_WAITING : LedgerSql.LOCK_FREE))
                        .execute(Statements.ids(ids));
        Future<RowSet<Row>> waiting = ids.isEmpty() || !wanted.parked()
                ? Future.succeededFuture()
                : run(open, LedgerSql.LOCK_PARKED, Statements.ids(ids));
        Future<RowSet<Row>> effects = wanted.withEffects().isEmpty()
                ? Future.succeededFuture()
                : run(open, EffectSql.LOCK_EFFECTS, Statements.ids(wanted.withEffects()));
        Future<RowSet<Row>> read = wanted.events().isEmpty()
                ? Future.succeededFuture()
                : run(open, ReadBefore.FIND, ReadBefore.parameters(wanted.events(), ids));
        CommandTables commands = new CommandTables((statement, parameters) -> run(open, statement, parameters));
        CommandTables.Looking looking = wanted.commands().isEmpty() ? null : commands.find(wanted.commands());
        List<Future<RowSet<Row>>> all = new ArrayList<>(List.of(began, found, waiting, effects, read));
        all.addAll(commands.statements());
        return allOf(all)
                .map(done -> new Locked(
                        nowOf(began.result()),
                        read(found, Statements::operation),
                        read(waiting, Statements::parked),
                        read(effects, EffectParameters::effect),
                        looking == null ? CommandRows.Found.NOTHING : looking.found(),
                        read(read, ReadBefore::reading),
                        Map.of()));
    }

    private static <T> List<T> read(Future<RowSet<Row>> answer, Function<Row, T> reader) {
        List<T> all = new ArrayList<>();
        if (answer.result() != null) {
            answer.result().forEach(row -> all.add(reader.apply(row)));
        }
        return all;
    }

    private static Instant nowOf(RowSet<Row> first) {
        RowSet<Row> last = first;
        while (last.next() != null) {
            last = last.next();
        }
        return last.iterator().next().getOffsetDateTime(0).toInstant();
    }

    private Future<Ended> written(PgConnection open, Batch batch) {
        BatchWrites writes = new BatchWrites((statement, parameters) -> run(open, statement, parameters), slot);
        writes.write(batch);
        return allOf(writes.statements()).transform(end -> {
            // Whoever made these operations first has written their transitions too: that failure is only a
            // consequence.
            Set<UUID> lost = writes.lost();
            if (!lost.isEmpty()) {
                return rolledBack(open).map(back -> new Ended(lost, Left.NOTHING, 0, Map.of()));
            }
            return end.failed()
                    ? Future.failedFuture(end.cause())
                    : sqlEffects(open, batch)
                            .compose(done -> open.query(ending).execute().map(over -> ended(batch, done)));
        });
    }

    /** Last, so that what the application's statements lock is locked for the shortest time. */
    private Future<SqlPhase.Ended> sqlEffects(PgConnection open, Batch batch) {
        List<EffectRow> effects = batch.effects.calls();
        return effects.isEmpty()
                ? Future.succeededFuture(SqlPhase.Ended.NOTHING)
                : new SqlPhase(vertx, open, sql, slot, batch.effects.ran(), requiredMs)
                        .run(effects, batch.effects.caused());
    }

    private Ended ended(Batch batch, SqlPhase.Ended phase) {
        if (phase.stalePlan() || stalePlan) {
            close();
        }
        List<EffectRow> caused = batch.effects.caused();
        Set<EffectId> over = new HashSet<>(batch.effects.ran());
        over.addAll(phase.done());
        boolean effects =
                caused.size() > over.size() || !batch.effects.changes().isEmpty();
        boolean endings = caused.stream().anyMatch(row -> row.telling() && over.contains(row.id()));
        Set<UUID> answered = Set.copyOf(batch.commands.answers.keySet());
        return new Ended(Set.of(), new Left(effects, endings, answered), over.size(), phase.notDone());
    }

    private Future<RowSet<Row>> run(PgConnection open, String statement, Tuple parameters) {
        return open.preparedQuery(sql(statement)).execute(parameters);
    }

    private String sql(String statement) {
        return sql.schema().in(statement);
    }

    private Future<Void> rolledBack(PgConnection open) {
        if (open != connection) {
            return Future.succeededFuture();
        }
        return open.query(LedgerSql.ROLLBACK).execute().<Void>mapEmpty().onFailure(failure -> close());
    }

    Future<Void> makePartitions() {
        return connected()
                .compose(open -> open.query(sql(LedgerSql.MAKE_PARTITIONS))
                        .execute()
                        .<Void>mapEmpty()
                        .recover(failure -> rolledBack(open).transform(done -> Future.failedFuture(failure))));
    }

    /**
     * Waits for all, so that nothing is under way when the transaction ends; fails with the failure that explains the
     * others, which only say that the transaction was lost already.
     */
    private static Future<Void> allOf(List<Future<RowSet<Row>>> statements) {
        return Future.join(statements).<Void>mapEmpty().recover(any -> {
            Throwable first = any;
            for (Future<RowSet<Row>> statement : statements) {
                if (statement.failed() && SqlState.of(statement.cause()) != SqlState.ABORTED) {
                    first = statement.cause();
                    break;
                }
            }
            return Future.failedFuture(first);
        });
    }
}
