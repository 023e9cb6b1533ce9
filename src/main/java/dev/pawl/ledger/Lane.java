package dev.pawl.ledger;

import dev.pawl.core.operation.Operation;
import dev.pawl.ledger.CommitListener.Left;
import dev.pawl.ledger.Rows.EffectRow;
import dev.pawl.ledger.Rows.EffectState;
import dev.pawl.ledger.Rows.EventRow;
import dev.pawl.ledger.Rows.ParkedRow;
import dev.pawl.ledger.Rows.Run;
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
import java.util.HashSet;
import java.util.List;
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
    private @Nullable PgConnection connection;
    private long openedAt;

    /** The statements with the schema's name filled in, and what they are bound with. */
    record Sql(SchemaName schema) {}

    /**
     * How a transaction ended, when it did not fail.
     *
     * @param lost ids that turned out to exist, made or held by somebody else; empty: committed
     * @param left for somebody else to do
     * @param effectsDone how many SQL effects are done
     */
    record Ended(Set<UUID> lost, Left left, int effectsDone) {}

    Lane(Vertx vertx, Context context, DatabaseConnections connections, Sql sql, int slot) {
        this.vertx = vertx;
        this.context = context;
        this.connections = connections;
        this.sql = sql;
        this.slot = slot;
    }

    Context context() {
        return context;
    }

    /** Runs one transaction; {@code decide} gets the locked operations. A failure means: not committed, or not known. */
    Future<Ended> transaction(Wanted wanted, Function<Locked, Batch> decide) {
        return connected()
                .compose(open -> locked(open, wanted)
                        .map(decide)
                        .compose(batch -> written(open, batch))
                        .recover(failure -> rolledBack(open).transform(done -> Future.failedFuture(failure))));
    }

    /**
     * What to lock.
     *
     * @param patient whether to wait for rows held elsewhere
     * @param parked whether the operations' parked events are needed, too
     * @param withEffects operations whose effects are needed, too
     */
    record Wanted(Collection<UUID> ids, boolean patient, boolean parked, Collection<UUID> withEffects) {}

    /** What was found. */
    record Locked(Instant now, List<Operation> operations, List<ParkedRow> parked, List<EffectState> effects) {}

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
                : run(open, LedgerSql.LOCK_EFFECTS, Statements.ids(wanted.withEffects()));
        return allOf(List.of(began, found, waiting, effects))
                .map(done -> new Locked(
                        nowOf(began.result()),
                        read(found, Statements::operation),
                        read(waiting, Statements::parked),
                        read(effects, Statements::effect)));
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
        List<Operation> created = batch.created();
        List<Future<RowSet<Row>>> statements = new ArrayList<>();
        Future<RowSet<Row>> inserted = null;
        if (!created.isEmpty()) {
            inserted = run(open, LedgerSql.INSERT_OPERATIONS, Statements.inserted(created));
            statements.add(inserted);
        }
        statements.addAll(writes(open, batch));
        Future<RowSet<Row>> creation = inserted;
        return allOf(statements).transform(end -> {
            // Whoever made these operations first has written their transitions too: that failure is only a
            // consequence.
            Set<UUID> lost = creation == null || creation.failed() ? Set.of() : missing(created, creation.result());
            if (!lost.isEmpty()) {
                return rolledBack(open).map(back -> new Ended(lost, Left.NOTHING, 0));
            }
            return end.failed()
                    ? Future.failedFuture(end.cause())
                    : sqlEffects(open, batch)
                            .compose(done ->
                                    open.query(LedgerSql.COMMIT).execute().map(committed -> ended(batch, done)));
        });
    }

    /** Last, so that what the application's statements lock is locked for the shortest time. */
    private Future<SqlPhase.Ended> sqlEffects(PgConnection open, Batch batch) {
        List<EffectRow> effects = batch.effects.calls();
        return effects.isEmpty()
                ? Future.succeededFuture(SqlPhase.Ended.NOTHING)
                : new SqlPhase(vertx, open, sql.schema(), slot).run(effects, batch.effects.caused());
    }

    private Ended ended(Batch batch, SqlPhase.Ended phase) {
        if (phase.stalePlan()) {
            close();
        }
        List<EffectRow> caused = batch.effects.caused();
        int done = phase.done().size();
        boolean effects = caused.size() > done || !batch.effects.changes().isEmpty();
        boolean endings =
                caused.stream().anyMatch(row -> row.telling() && phase.done().contains(row.id()));
        return new Ended(Set.of(), new Left(effects, endings), done);
    }

    private List<Future<RowSet<Row>>> writes(PgConnection open, Batch batch) {
        List<Future<RowSet<Row>>> statements = new ArrayList<>();
        List<Operation> updated = batch.updated();
        if (!updated.isEmpty()) {
            statements.add(
                    exactly(updated.size(), run(open, LedgerSql.UPDATE_OPERATIONS, Statements.updated(updated))));
        }
        if (!batch.deliveries.isEmpty()) {
            statements.add(run(open, LedgerSql.INSERT_DELIVERIES, Statements.deliveries(batch.deliveries)));
        }
        statements.addAll(eventWrites(open, batch));
        if (!batch.transitions.isEmpty()) {
            statements.add(run(
                    open,
                    LedgerSql.INSERT_TRANSITIONS,
                    Statements.transitions(batch.transitions, batch.configuration())));
        }
        if (!batch.attempts.isEmpty()) {
            statements.add(run(open, LedgerSql.INSERT_ATTEMPTS, Statements.attempts(batch.attempts)));
        }
        if (!batch.audit.isEmpty()) {
            statements.add(run(open, LedgerSql.INSERT_AUDIT, Statements.audit(batch.audit)));
        }
        if (!batch.effects.changes().isEmpty()) {
            statements.add(run(open, LedgerSql.CHANGE_EFFECTS, Statements.changes(batch.effects.changes())));
        }
        statements.addAll(endings(open, batch));
        if (!batch.counters.differences().isEmpty()) {
            statements.add(run(open, LedgerSql.COUNT, Statements.counters(batch.counters, slot)));
        }
        List<EffectRow> caused = batch.effects.caused();
        if (!caused.isEmpty() && batch.effects.calls().isEmpty()) {
            statements.add(run(open, LedgerSql.INSERT_EFFECTS, Statements.effects(caused, Set.of(), slot)));
        }
        return statements;
    }

    /** A parked event is tried again after its delivery was written, and its first verdict. */
    private List<Future<RowSet<Row>>> eventWrites(PgConnection open, Batch batch) {
        List<Future<RowSet<Row>>> statements = new ArrayList<>();
        List<EventRow> received =
                batch.events.stream().filter(row -> row.run() == Run.RECEIVED).toList();
        List<EventRow> later =
                batch.events.stream().filter(row -> row.run() != Run.RECEIVED).toList();
        if (!received.isEmpty()) {
            statements.add(run(open, LedgerSql.INSERT_EVENTS, Statements.events(received)));
        }
        if (!later.isEmpty()) {
            statements.add(run(open, LedgerSql.INSERT_LATER_EVENTS, Statements.laterEvents(later)));
        }
        Parking parking = batch.parking;
        if (!parking.gone().isEmpty()) {
            statements.add(run(open, LedgerSql.DELETE_PARKED, Statements.unparked(parking.gone(), slot)));
        }
        if (!parking.overdue().isEmpty()) {
            statements.add(run(open, LedgerSql.MARK_OVERDUE, Statements.overdue(parking.overdue())));
        }
        List<ParkedRow> parked = parking.added();
        if (!parked.isEmpty()) {
            statements.add(run(open, LedgerSql.INSERT_PARKED, Statements.parked(parked)));
        }
        return statements;
    }

    /** After everything else has been written: what ends with this batch. */
    private List<Future<RowSet<Row>>> endings(PgConnection open, Batch batch) {
        List<Future<RowSet<Row>>> statements = new ArrayList<>();
        Set<UUID> ending = new HashSet<>(batch.entombed);
        ending.addAll(batch.forgotten);
        if (!ending.isEmpty()) {
            for (String statement :
                    List.of(LedgerSql.DELETE_TRANSITIONS, LedgerSql.DELETE_ATTEMPTS, LedgerSql.DELETE_EFFECTS)) {
                statements.add(run(open, statement, Statements.ids(ending)));
            }
        }
        if (!batch.forgotten.isEmpty()) {
            statements.add(exactly(
                    batch.forgotten.size(), run(open, LedgerSql.DELETE_OPERATIONS, Statements.ids(batch.forgotten))));
        }
        return statements;
    }

    private Future<RowSet<Row>> run(PgConnection open, String statement, Tuple parameters) {
        return open.preparedQuery(sql(statement)).execute(parameters);
    }

    private String sql(String statement) {
        return sql.schema().in(statement);
    }

    private static Future<RowSet<Row>> exactly(int expected, Future<RowSet<Row>> statement) {
        return statement.compose(rows -> rows.rowCount() == expected
                ? Future.succeededFuture(rows)
                : Future.failedFuture(new IllegalStateException("a locked row vanished")));
    }

    private static Set<UUID> missing(List<Operation> created, RowSet<Row> inserted) {
        if (inserted.rowCount() == created.size()) {
            return Set.of();
        }
        Set<UUID> lost = new HashSet<>();
        created.forEach(operation -> lost.add(operation.id()));
        inserted.forEach(row -> lost.remove(row.getUUID(0)));
        return lost;
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
