package dev.pawl.ledger;

import dev.pawl.core.machine.Machine;
import dev.pawl.core.operation.Assertion;
import dev.pawl.core.operation.Attention;
import dev.pawl.core.operation.Cause;
import dev.pawl.core.operation.Decision;
import dev.pawl.core.operation.Generations.Subject;
import dev.pawl.core.operation.Operation;
import dev.pawl.core.operation.Progress;
import dev.pawl.core.operation.Verdict;
import dev.pawl.ledger.Rows.EventRow;
import dev.pawl.ledger.Rows.ParkedRow;
import java.util.Map;
import java.util.UUID;

/** Parks events that come before their predecessors, and gives each its turn when its operation has moved. One batch's. */
final class ParkedTurns {

    private final Batch batch;

    ParkedTurns(Batch batch) {
        this.batch = batch;
    }

    /** Whether events are parked until the operation moves. */
    boolean areAwaited(UUID operation) {
        return !batch.parking.on(operation).isEmpty();
    }

    /** An event that waits for its predecessor. */
    void park(ParkedRow row) {
        batch.parking.add(row);
        batch.counters.add(row.source(), "parked", "waiting", 1);
    }

    /** Tries what waits for the operation again, until nothing of it has its turn; returns how many are left. */
    int retry(UUID id) {
        boolean progress = true;
        while (progress) {
            progress = false;
            for (ParkedRow row : batch.parking.on(id)) {
                progress |= hasItsTurn(row);
            }
        }
        Operation operation = batch.operation(id);
        Attention waiting = operation == null ? null : operation.attention().get(Attention.Reason.PARKED);
        // It may be about an effect instead, which clears it by itself.
        if (operation != null
                && waiting != null
                && waiting.detail().containsKey("event")
                && batch.parking.on(id).stream().noneMatch(ParkedRow::overdue)) {
            batch.carryOut(
                    operation,
                    Progress.cleared(operation, Attention.Reason.PARKED, Cause.SCHEDULE, batch.now()),
                    Batch.Voice.OURS);
        }
        if (operation != null && operation.createdAt().equals(batch.now())) {
            // Their time may have been over when there was nothing yet to carry the attention.
            batch.parking.on(id).stream().filter(ParkedRow::overdue).findFirst().ifPresent(this::askForAttention);
        }
        return batch.parking.on(id).size();
    }

    private boolean hasItsTurn(ParkedRow row) {
        Assertion assertion = row.assertion();
        Machine machine = batch.machine(assertion.machine());
        if (machine == null || !machine.knows(assertion.state())) {
            return false;
        }
        Operation current = batch.operation(row.operation());
        Decision decision = batch.decide(current, assertion);
        if (decision.verdict() == Verdict.PARKED) {
            return false;
        }
        batch.carryOut(
                new Subject(row.operation(), row.generation(), current),
                assertion,
                decision,
                new Batch.Voice(row.operator(), row.delivery(), row.history(), row.trace()));
        UUID operation = batch.operation(row.operation()) == null ? null : row.operation();
        batch.events.add(EventRow.retried(row, operation, decision, Json.bothValues(current, assertion, decision)));
        batch.counters.add(row.source(), "verdict", decision.verdict().word(), 1);
        if (!row.stored()) {
            batch.counters.add(row.source(), "parked", "waiting", -1);
        }
        batch.parking.leave(row);
        return true;
    }

    /** Tells of those that have waited for longer than {@code parkFor}, once. */
    void markOverdue(UUID id) {
        for (ParkedRow row : batch.parking.on(id)) {
            if (row.overdue() || row.overdueAt().isAfter(batch.now())) {
                continue;
            }
            batch.parking.markOverdue(row);
            batch.counters.add(row.source(), "attention-by", "parked-events", 1);
            askForAttention(row);
        }
    }

    private void askForAttention(ParkedRow row) {
        Operation operation = batch.operation(row.operation());
        if (operation != null) {
            Map<String, String> detail =
                    Map.of("state", row.assertion().state(), "event", row.delivery() + "/" + row.n());
            batch.carryOut(
                    operation,
                    Progress.raised(operation, Attention.Reason.PARKED, Cause.SCHEDULE, detail, batch.now()),
                    Batch.Voice.OURS);
        }
    }
}
