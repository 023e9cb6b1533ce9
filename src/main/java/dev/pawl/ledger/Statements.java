package dev.pawl.ledger;

import dev.pawl.core.machine.Status;
import dev.pawl.core.operation.Fingerprint;
import dev.pawl.core.operation.Operation;
import dev.pawl.core.operation.OperationKey;
import dev.pawl.core.operation.Order;
import dev.pawl.core.outbound.Trace;
import dev.pawl.ledger.Ledger.Operator;
import dev.pawl.ledger.Rows.AttemptRow;
import dev.pawl.ledger.Rows.AuditRow;
import dev.pawl.ledger.Rows.CounterKey;
import dev.pawl.ledger.Rows.DeliveryRow;
import dev.pawl.ledger.Rows.EventRow;
import dev.pawl.ledger.Rows.ParkedRow;
import dev.pawl.ledger.Rows.Run;
import dev.pawl.ledger.Rows.TransitionRow;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Rows to statement parameters and back: one array per column, one statement per table. */
final class Statements {

    private Statements() {}

    static Operation operation(Row row) {
        return new Operation(
                row.getUUID(0),
                new OperationKey(row.getString(1), row.getString(3), row.getString(4), row.getString(5)),
                row.getInteger(6),
                row.getString(2),
                row.getString(7),
                row.getString(8),
                row.getString(9),
                Status.valueOf(row.getString(10).toUpperCase(Locale.ROOT)),
                Json.readAttention(row.getString(11)),
                new Order(row.getLong(13), instant(row.getOffsetDateTime(12))),
                row.getInteger(14),
                Json.readTexts(row.getString(15)),
                Fingerprint.of(Json.readTexts(row.getString(16))),
                new Operation.Counts(row.getInteger(17), row.getInteger(18), row.getInteger(19)),
                instant(row.getOffsetDateTime(20)),
                instant(row.getOffsetDateTime(21)),
                new Operation.Checks(row.getInteger(22), row.getUUID(23)),
                row.getBoolean(24),
                row.getInteger(25),
                row.getString(28),
                row.getOffsetDateTime(26).toInstant(),
                row.getOffsetDateTime(27).toInstant());
    }

    static Tuple inserted(List<Operation> rows) {
        Tuple identity = Tuple.tuple()
                .addArrayOfUUID(column(rows, UUID[]::new, Operation::id))
                .addArrayOfString(texts(rows, row -> row.key().scope()))
                .addArrayOfString(texts(rows, Operation::source))
                .addArrayOfString(texts(rows, row -> row.key().account()))
                .addArrayOfString(texts(rows, row -> row.key().type()))
                .addArrayOfString(texts(rows, row -> row.key().key()))
                .addArrayOfInteger(column(rows, Integer[]::new, Operation::generation))
                .addArrayOfString(texts(rows, Operation::reference))
                .addArrayOfString(texts(rows, Operation::machine));
        return withProgress(identity, rows).addArrayOfString(texts(rows, Operation::correlationId));
    }

    static Tuple updated(List<Operation> rows) {
        Tuple identity = Tuple.tuple()
                .addArrayOfUUID(column(rows, UUID[]::new, Operation::id))
                .addArrayOfString(texts(rows, Operation::reference));
        return withProgress(identity, rows).addArrayOfOffsetDateTime(times(rows, Operation::updatedAt));
    }

    /** Where the operations are now: the columns both statements write, in the order both have them. */
    private static Tuple withProgress(Tuple before, List<Operation> rows) {
        return before.addArrayOfString(texts(rows, Operation::state))
                .addArrayOfString(texts(rows, row -> row.status().word()))
                .addArrayOfString(texts(rows, row -> Json.write(row.attention())))
                .addArrayOfOffsetDateTime(times(rows, row -> row.order().occurredAt()))
                .addArrayOfLong(column(rows, Long[]::new, row -> row.order().version()))
                .addArrayOfInteger(column(rows, Integer[]::new, Operation::seq))
                .addArrayOfString(texts(rows, row -> Json.write(row.fields())))
                .addArrayOfString(
                        texts(rows, row -> Json.write(row.fingerprint().fields())))
                .addArrayOfInteger(
                        column(rows, Integer[]::new, row -> row.counts().deliveries()))
                .addArrayOfInteger(
                        column(rows, Integer[]::new, row -> row.counts().duplicates()))
                .addArrayOfInteger(
                        column(rows, Integer[]::new, row -> row.counts().conflicts()))
                .addArrayOfOffsetDateTime(times(rows, Operation::nextCheckAt))
                .addArrayOfOffsetDateTime(times(rows, Operation::expiresAt))
                .addArrayOfInteger(
                        column(rows, Integer[]::new, row -> row.checks().used()))
                .addArrayOfUUID(column(rows, UUID[]::new, row -> row.checks().claim()))
                .addArrayOfBoolean(column(rows, Boolean[]::new, Operation::tombstone))
                .addArrayOfInteger(column(rows, Integer[]::new, Operation::latestGeneration));
    }

    static Tuple deliveries(List<DeliveryRow> rows) {
        return Tuple.tuple()
                .addArrayOfLocalDate(column(rows, LocalDate[]::new, DeliveryRow::receivedOn))
                .addArrayOfUUID(column(rows, UUID[]::new, DeliveryRow::id))
                .addArrayOfString(texts(rows, DeliveryRow::source))
                .addArrayOfOffsetDateTime(times(rows, DeliveryRow::receivedAt))
                .addArrayOfInteger(column(rows, Integer[]::new, DeliveryRow::secret))
                .addArrayOfString(texts(rows, DeliveryRow::headers))
                .addArrayOfBuffer(column(rows, Buffer[]::new, DeliveryRow::body))
                .addArrayOfString(texts(rows, row -> row.cause().word()))
                .addArrayOfBoolean(column(rows, Boolean[]::new, DeliveryRow::effectsOff))
                .addArrayOfString(texts(rows, row -> row.trace().traceparent()))
                .addArrayOfString(texts(rows, row -> row.trace().correlationId()))
                .addArrayOfString(texts(rows, row -> row.trace().tracestate()));
    }

    static Tuple events(List<EventRow> rows) {
        return Tuple.tuple()
                .addArrayOfLocalDate(column(rows, LocalDate[]::new, EventRow::receivedOn))
                .addArrayOfUUID(column(rows, UUID[]::new, EventRow::delivery))
                .addArrayOfInteger(column(rows, Integer[]::new, EventRow::n))
                .addArrayOfString(texts(rows, EventRow::source))
                .addArrayOfString(texts(rows, EventRow::eventId))
                .addArrayOfString(texts(rows, EventRow::eventType))
                .addArrayOfUUID(column(rows, UUID[]::new, EventRow::operation))
                .addArrayOfString(texts(rows, EventRow::state))
                .addArrayOfOffsetDateTime(times(rows, EventRow::occurredAt))
                .addArrayOfString(texts(rows, EventRow::verdict))
                .addArrayOfString(texts(rows, EventRow::reason))
                .addArrayOfString(texts(rows, EventRow::detail));
    }

    /** Events of deliveries that are stored already. */
    static Tuple laterEvents(List<EventRow> rows) {
        return events(rows).addArrayOfBoolean(column(rows, Boolean[]::new, row -> row.run() == Run.RETRY));
    }

    static ParkedRow parked(Row row) {
        return new ParkedRow(
                row.getUUID(0),
                row.getInteger(1),
                row.getLocalDate(2),
                row.getUUID(3),
                row.getInteger(4),
                row.getUUID(5),
                row.getString(6),
                row.getString(7),
                row.getString(8),
                Json.readAssertion(row.getString(9)),
                row.getOffsetDateTime(10).toInstant(),
                row.getBoolean(11),
                new Trace(row.getString(12), row.getString(17), row.getString(13)),
                row.getBoolean(14),
                row.getString(15) == null ? null : new Operator(row.getString(15), row.getString(16)),
                true);
    }

    static Tuple parked(List<ParkedRow> rows) {
        return Tuple.tuple()
                .addArrayOfUUID(column(rows, UUID[]::new, ParkedRow::delivery))
                .addArrayOfInteger(column(rows, Integer[]::new, ParkedRow::n))
                .addArrayOfLocalDate(column(rows, LocalDate[]::new, ParkedRow::receivedOn))
                .addArrayOfUUID(column(rows, UUID[]::new, ParkedRow::operation))
                .addArrayOfInteger(column(rows, Integer[]::new, ParkedRow::generation))
                .addArrayOfUUID(column(rows, UUID[]::new, ParkedRow::first))
                .addArrayOfString(texts(rows, ParkedRow::source))
                .addArrayOfString(texts(rows, ParkedRow::eventId))
                .addArrayOfString(texts(rows, ParkedRow::eventType))
                .addArrayOfString(texts(rows, row -> Json.write(row.assertion())))
                .addArrayOfOffsetDateTime(times(rows, ParkedRow::overdueAt))
                .addArrayOfString(texts(rows, row -> row.trace().traceparent()))
                .addArrayOfString(texts(rows, row -> row.trace().correlationId()))
                .addArrayOfBoolean(column(rows, Boolean[]::new, ParkedRow::history))
                .addArrayOfString(texts(
                        rows,
                        row -> row.operator() == null ? null : row.operator().actor()))
                .addArrayOfString(texts(
                        rows,
                        row -> row.operator() == null ? null : row.operator().reason()))
                .addArrayOfString(texts(rows, row -> row.trace().tracestate()));
    }

    static Tuple overdue(List<ParkedRow> rows) {
        return Tuple.tuple()
                .addArrayOfUUID(column(rows, UUID[]::new, ParkedRow::delivery))
                .addArrayOfInteger(column(rows, Integer[]::new, ParkedRow::n));
    }

    static Tuple unparked(List<Parking.Gone> rows, int slot) {
        return Tuple.tuple()
                .addArrayOfUUID(column(rows, UUID[]::new, Parking.Gone::delivery))
                .addArrayOfInteger(column(rows, Integer[]::new, Parking.Gone::n))
                .addInteger(slot);
    }

    static Tuple ids(Collection<UUID> ids) {
        return Tuple.tuple().addArrayOfUUID(ids.toArray(UUID[]::new));
    }

    static Tuple transitions(List<TransitionRow> rows, String configuration) {
        return Tuple.tuple()
                .addArrayOfUUID(
                        column(rows, UUID[]::new, row -> row.transition().operation()))
                .addArrayOfInteger(
                        column(rows, Integer[]::new, row -> row.transition().seq()))
                .addArrayOfString(texts(rows, row -> row.transition().kind().word()))
                .addArrayOfString(texts(rows, row -> row.transition().from()))
                .addArrayOfString(texts(rows, row -> row.transition().to()))
                .addArrayOfString(texts(rows, row -> row.transition().cause().word()))
                .addArrayOfBoolean(
                        column(rows, Boolean[]::new, row -> row.transition().correction()))
                .addArrayOfString(texts(rows, TransitionRow::actor))
                .addArrayOfString(texts(rows, TransitionRow::reason))
                .addArrayOfUUID(column(rows, UUID[]::new, TransitionRow::delivery))
                .addArrayOfString(
                        texts(rows, row -> Json.writeOrNull(row.transition().detail())))
                .addString(configuration)
                .addArrayOfBoolean(column(rows, Boolean[]::new, TransitionRow::effectsOff));
    }

    static Tuple attempts(List<AttemptRow> rows) {
        return Tuple.tuple()
                .addArrayOfUUID(column(rows, UUID[]::new, AttemptRow::operation))
                .addArrayOfString(texts(rows, AttemptRow::kind))
                .addArrayOfString(texts(rows, AttemptRow::subject))
                .addArrayOfString(texts(rows, AttemptRow::cause))
                .addArrayOfString(texts(rows, AttemptRow::outcome))
                .addArrayOfString(texts(rows, AttemptRow::error))
                .addArrayOfInteger(column(rows, Integer[]::new, AttemptRow::tookMillis));
    }

    static Tuple audit(List<AuditRow> rows) {
        return Tuple.tuple()
                .addArrayOfString(texts(rows, AuditRow::actor))
                .addArrayOfString(texts(rows, AuditRow::action))
                .addArrayOfString(texts(rows, AuditRow::subject))
                .addArrayOfString(texts(rows, AuditRow::reason));
    }

    static Tuple counters(Counters counters, int slot) {
        List<Map.Entry<CounterKey, Long>> rows =
                List.copyOf(counters.differences().entrySet());
        return Tuple.tuple()
                .addInteger(slot)
                .addArrayOfString(texts(rows, row -> row.getKey().source()))
                .addArrayOfString(texts(rows, row -> row.getKey().kind()))
                .addArrayOfString(texts(rows, row -> row.getKey().name()))
                .addArrayOfLong(column(rows, Long[]::new, Map.Entry::getValue));
    }

    static <R, V> V[] column(
            List<R> rows, Function<Integer, V[]> array, Function<? super R, ? extends @Nullable V> value) {
        V[] column = array.apply(rows.size());
        for (int i = 0; i < column.length; i++) {
            column[i] = value.apply(rows.get(i));
        }
        return column;
    }

    static <R> String[] texts(List<R> rows, Function<? super R, @Nullable String> value) {
        return column(rows, String[]::new, value);
    }

    private static <R> OffsetDateTime[] times(List<R> rows, Function<? super R, @Nullable Instant> value) {
        return column(rows, OffsetDateTime[]::new, row -> {
            Instant instant = value.apply(row);
            return instant == null ? null : instant.atOffset(ZoneOffset.UTC);
        });
    }

    private static @Nullable Instant instant(@Nullable OffsetDateTime time) {
        return time == null ? null : time.toInstant();
    }
}
