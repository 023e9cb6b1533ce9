package dev.pawl.ledger;

import dev.pawl.core.interpret.Interpretation.Reading;
import dev.pawl.core.machine.Machine;
import dev.pawl.core.operation.Assertion;
import dev.pawl.core.operation.Verdict;
import dev.pawl.core.outbound.Trace;
import dev.pawl.ledger.Ledger.Operator;
import dev.pawl.ledger.Rows.EventRow;
import dev.pawl.ledger.Rows.ParkedRow;
import dev.pawl.ledger.Rows.Run;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A delivery as it is read now: what it says, and who brought it.
 *
 * @param delivery id; its day tells the partition
 * @param replay whether it was stored before and is read again
 */
record DeliveryReader(
        String source,
        UUID delivery,
        List<Reading> readings,
        Origin origin,
        @Nullable Operator operator,
        boolean replay,
        Trace trace) {

    /** The same delivery, read otherwise. */
    DeliveryReader reading(List<Reading> others) {
        return new DeliveryReader(source, delivery, others, origin, operator, replay, trace);
    }

    EventRow event(
            Reading reading,
            int n,
            @Nullable UUID operation,
            @Nullable String state,
            Verdict verdict,
            @Nullable String reason,
            @Nullable String detail) {
        return new EventRow(
                DeliveryIds.day(delivery),
                delivery,
                n,
                replay ? Run.REPLAY : Run.RECEIVED,
                source,
                reading.eventId(),
                reading.eventType(),
                operation,
                state,
                reading.occurredAt(),
                verdict.word(),
                reason,
                detail);
    }

    /** @param event the one that waits */
    ParkedRow parked(Batch batch, EventRow event, Batch.Landed landed, Assertion assertion) {
        Machine machine = Objects.requireNonNull(batch.machine(assertion.machine()));
        return new ParkedRow(
                event.delivery(),
                event.n(),
                event.receivedOn(),
                landed.id(),
                landed.generation(),
                Entry.idOf(assertion.key()),
                event.source(),
                event.eventId(),
                event.eventType(),
                assertion,
                batch.now().plus(machine.parkFor()),
                false,
                trace,
                origin.isHistory(event.occurredAt()),
                operator,
                false);
    }
}
