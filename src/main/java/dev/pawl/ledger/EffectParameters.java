package dev.pawl.ledger;

import dev.pawl.core.outbound.Trace;
import dev.pawl.ledger.Rows.EffectChange;
import dev.pawl.ledger.Rows.EffectId;
import dev.pawl.ledger.Rows.EffectRow;
import dev.pawl.ledger.Rows.EffectState;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/** What the statements of {@link EffectSql} are bound with, and how their rows are read. */
final class EffectParameters {

    private EffectParameters() {}

    /** @param done those whose statement ran in this transaction */
    static Tuple effects(List<EffectRow> rows, Set<EffectId> done, int slot) {
        return effectIds(rows)
                .addArrayOfString(Statements.texts(rows, EffectRow::source))
                .addArrayOfString(Statements.texts(rows, EffectRow::webhookId))
                .addArrayOfBuffer(Statements.column(rows, Buffer[]::new, EffectRow::payload))
                .addArrayOfBoolean(Statements.column(rows, Boolean[]::new, EffectRow::once))
                .addArrayOfBoolean(Statements.column(rows, Boolean[]::new, row -> done.contains(row.id())))
                .addInteger(slot)
                .addArrayOfBoolean(Statements.column(rows, Boolean[]::new, EffectRow::telling))
                .addArrayOfString(Statements.texts(rows, row -> row.trace().traceparent()))
                .addArrayOfString(Statements.texts(rows, row -> row.trace().correlationId()))
                .addArrayOfLong(Statements.column(rows, Long[]::new, EffectRow::delayMillis))
                .addArrayOfString(Statements.texts(rows, EffectRow::kind))
                .addArrayOfString(Statements.texts(rows, row -> row.trace().tracestate()));
    }

    static EffectState effect(Row row) {
        OffsetDateTime finishedAt = row.getOffsetDateTime(8);
        return new EffectState(
                row.getUUID(0),
                row.getInteger(1),
                row.getString(2),
                row.getString(3),
                row.getString(4),
                row.getBoolean(5),
                row.getBoolean(6),
                row.getBoolean(7),
                finishedAt == null ? null : finishedAt.toInstant(),
                row.getBoolean(9),
                new Trace(row.getString(10), row.getString(12), row.getString(11)));
    }

    static Tuple changes(List<EffectChange> rows) {
        return Tuple.tuple()
                .addArrayOfUUID(
                        Statements.column(rows, UUID[]::new, row -> row.effect().operation()))
                .addArrayOfInteger(Statements.column(
                        rows, Integer[]::new, row -> row.effect().seq()))
                .addArrayOfString(Statements.texts(rows, row -> row.effect().name()))
                .addArrayOfString(Statements.texts(rows, row -> row.kind().word()));
    }

    /** @param once names of which one row stays */
    static Tuple ended(Set<UUID> operations, List<String> once) {
        return Statements.ids(operations).addArrayOfString(once.toArray(String[]::new));
    }

    static Tuple mayRun(List<EffectRow> rows) {
        return effectIds(rows).addArrayOfBoolean(Statements.column(rows, Boolean[]::new, EffectRow::once));
    }

    private static Tuple effectIds(List<EffectRow> rows) {
        return Tuple.tuple()
                .addArrayOfUUID(Statements.column(rows, UUID[]::new, EffectRow::operation))
                .addArrayOfInteger(Statements.column(rows, Integer[]::new, EffectRow::seq))
                .addArrayOfString(Statements.texts(rows, EffectRow::name));
    }
}
