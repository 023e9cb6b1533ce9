package dev.pawl.ledger;

import dev.pawl.core.operation.Operation;
import dev.pawl.core.outbound.EffectRule;
import dev.pawl.ledger.Rows.EffectId;
import dev.pawl.ledger.Rows.EffectRow;
import dev.pawl.ledger.Rows.EventRow;
import dev.pawl.ledger.Rows.ParkedRow;
import dev.pawl.ledger.Rows.Run;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Writes what a batch has decided, except for the SQL effects that are still to run: a constant number of statements, sent
 * together. Confined to one thread.
 */
final class BatchWrites {

    private final BiFunction<String, Tuple, Future<RowSet<Row>>> run;
    private final int slot;
    private final List<Future<RowSet<Row>>> statements = new ArrayList<>();
    private final Set<UUID> made = new HashSet<>();
    private @Nullable Future<RowSet<Row>> creation;
    private CommandTables.@Nullable Writing claiming;

    /** @param run sends one statement, the schema's name not yet filled in */
    BatchWrites(BiFunction<String, Tuple, Future<RowSet<Row>>> run, int slot) {
        this.run = run;
        this.slot = slot;
    }

    /** What was sent, in order. */
    List<Future<RowSet<Row>>> statements() {
        return statements;
    }

    /** Ids of what somebody else was faster to make or take; for when all statements have ended. */
    Set<UUID> lost() {
        Set<UUID> lost = claiming == null ? new HashSet<>() : claiming.lost();
        if (creation != null && creation.succeeded()) {
            lost.addAll(made);
            creation.result().forEach(row -> lost.remove(row.getUUID(0)));
        }
        return lost;
    }

    /** Sends everything; nothing is waited for. */
    void write(Batch batch) {
        List<Operation> created = batch.created();
        if (!created.isEmpty()) {
            creation = send(LedgerSql.INSERT_OPERATIONS, Statements.inserted(created));
            created.forEach(operation -> made.add(operation.id()));
        }
        List<Operation> updated = batch.updated();
        if (!updated.isEmpty()) {
            sendExactly(updated.size(), LedgerSql.UPDATE_OPERATIONS, Statements.updated(updated));
        }
        if (!batch.deliveries.isEmpty()) {
            send(LedgerSql.INSERT_DELIVERIES, Statements.deliveries(batch.deliveries));
        }
        writeEvents(batch);
        if (!batch.transitions.isEmpty()) {
            send(LedgerSql.INSERT_TRANSITIONS, Statements.transitions(batch.transitions, batch.configuration()));
        }
        if (!batch.attempts.isEmpty()) {
            send(LedgerSql.INSERT_ATTEMPTS, Statements.attempts(batch.attempts));
        }
        if (!batch.audit.isEmpty()) {
            send(LedgerSql.INSERT_AUDIT, Statements.audit(batch.audit));
        }
        if (!batch.effects.changes().isEmpty()) {
            send(EffectSql.CHANGE_EFFECTS, EffectParameters.changes(batch.effects.changes()));
        }
        writeEndings(batch);
        if (!batch.counters.differences().isEmpty()) {
            send(LedgerSql.COUNT, Statements.counters(batch.counters, slot));
        }
        List<EffectRow> caused = batch.effects.caused();
        if (!caused.isEmpty() && batch.effects.calls().isEmpty()) {
            Set<EffectId> ran = batch.effects.ran();
            send(EffectSql.INSERT_EFFECTS, EffectParameters.effects(caused, ran, slot));
        }
        CommandTables commands = new CommandTables(run);
        claiming = commands.write(batch.commands);
        statements.addAll(commands.statements());
    }

    /** A parked event is tried again after its delivery was written, and its first verdict. */
    private void writeEvents(Batch batch) {
        List<EventRow> received =
                batch.events.stream().filter(row -> row.run() == Run.RECEIVED).toList();
        List<EventRow> later =
                batch.events.stream().filter(row -> row.run() != Run.RECEIVED).toList();
        if (!received.isEmpty()) {
            send(LedgerSql.INSERT_EVENTS, Statements.events(received));
        }
        if (!later.isEmpty()) {
            send(LedgerSql.INSERT_LATER_EVENTS, Statements.laterEvents(later));
        }
        Parking parking = batch.parking;
        if (!parking.gone().isEmpty()) {
            send(LedgerSql.DELETE_PARKED, Statements.unparked(parking.gone(), slot));
        }
        if (!parking.overdue().isEmpty()) {
            send(LedgerSql.MARK_OVERDUE, Statements.overdue(parking.overdue()));
        }
        List<ParkedRow> parked = parking.added();
        if (!parked.isEmpty()) {
            send(LedgerSql.INSERT_PARKED, Statements.parked(parked));
        }
    }

    /** After everything else has been written: what ends with this batch. */
    private void writeEndings(Batch batch) {
        Set<UUID> ending = new HashSet<>(batch.entombed);
        ending.addAll(batch.forgotten);
        if (!ending.isEmpty()) {
            for (String statement : List.of(LedgerSql.DELETE_TRANSITIONS, LedgerSql.DELETE_ATTEMPTS)) {
                send(statement, Statements.ids(ending));
            }
            List<String> once = batch.effects.rules().stream()
                    .filter(EffectRule::once)
                    .map(EffectRule::name)
                    .toList();
            send(EffectSql.DELETE_EFFECTS, EffectParameters.ended(batch.entombed, once));
        }
        if (!batch.entombed.isEmpty()) {
            send(CommandSql.WITHDRAW_ANSWERS, Statements.ids(batch.entombed));
            send(CommandSql.EMPTY_ANSWERS, Statements.ids(batch.entombed));
        }
        if (!batch.forgotten.isEmpty()) {
            send(EffectSql.DELETE_EFFECTS, EffectParameters.ended(batch.forgotten, List.of()));
            CommandSql.FORGET.forEach(statement -> send(statement, Statements.ids(batch.forgotten)));
            sendExactly(batch.forgotten.size(), LedgerSql.DELETE_OPERATIONS, Statements.ids(batch.forgotten));
        }
    }

    private Future<RowSet<Row>> send(String statement, Tuple parameters) {
        Future<RowSet<Row>> sent = run.apply(statement, parameters);
        statements.add(sent);
        return sent;
    }

    private void sendExactly(int expected, String statement, Tuple parameters) {
        statements.add(run.apply(statement, parameters)
                .compose(rows -> rows.rowCount() == expected
                        ? Future.succeededFuture(rows)
                        : Future.failedFuture(new IllegalStateException("a locked row vanished"))));
    }
}
