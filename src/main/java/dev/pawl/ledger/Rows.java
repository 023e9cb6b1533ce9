package dev.pawl.ledger;

import dev.pawl.core.operation.Assertion;
import dev.pawl.core.operation.Cause;
import dev.pawl.core.operation.Decision;
import dev.pawl.core.operation.Transition;
import dev.pawl.core.outbound.EffectRule.SqlTarget;
import dev.pawl.core.outbound.SqlValues;
import dev.pawl.ledger.Ledger.Operator;
import io.vertx.core.buffer.Buffer;
import java.time.Instant;
import java.time.LocalDate;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What a batch writes, one record per table. */
final class Rows {

    private Rows() {}

    record DeliveryRow(
            LocalDate receivedOn,
            UUID id,
            String source,
            Instant receivedAt,
            int secret,
            String headers,
            Buffer body,
            Cause cause,
            boolean effectsOff) {}

    /** Why there is a verdict. */
    enum Run {
        /** The delivery came in: run 0. */
        RECEIVED,
        /** The delivery was read again: the next free run. */
        REPLAY,
        /** This one event had been parked: the next free run. */
        RETRY
    }

    record EventRow(
            LocalDate receivedOn,
            UUID delivery,
            int n,
            Run run,
            String source,
            @Nullable String eventId,
            @Nullable String eventType,
            @Nullable UUID operation,
            @Nullable String state,
            @Nullable Instant occurredAt,
            String verdict,
            @Nullable String reason,
            @Nullable String detail) {

        /** What became of an event that had been parked. */
        static EventRow retried(ParkedRow row, @Nullable UUID operation, Decision decision, @Nullable String detail) {
            return new EventRow(
                    row.receivedOn(),
                    row.delivery(),
                    row.n(),
                    Run.RETRY,
                    row.source(),
                    row.eventId(),
                    row.eventType(),
                    operation,
                    row.assertion().state(),
                    row.assertion().order().occurredAt(),
                    decision.verdict().word(),
                    decision.reason(),
                    detail);
        }
    }

    /**
     * An event that waits for its predecessor.
     *
     * @param first generation 0 of the operation's identity
     * @param overdueAt when {@code parkFor} is over
     * @param overdue whether that has been told
     * @param stored false: it came with this batch
     */
    record ParkedRow(
            UUID delivery,
            int n,
            LocalDate receivedOn,
            UUID operation,
            int generation,
            UUID first,
            String source,
            @Nullable String eventId,
            @Nullable String eventType,
            Assertion assertion,
            Instant overdueAt,
            boolean overdue,
            boolean stored) {

        ParkedRow late() {
            return new ParkedRow(
                    delivery,
                    n,
                    receivedOn,
                    operation,
                    generation,
                    first,
                    source,
                    eventId,
                    eventType,
                    assertion,
                    overdueAt,
                    true,
                    stored);
        }
    }

    record TransitionRow(
            Transition transition,
            @Nullable String actor,
            @Nullable String reason,
            @Nullable UUID delivery,
            boolean effectsOff) {

        static TransitionRow of(Transition transition, Batch.Voice voice) {
            Operator operator = voice.operator();
            return new TransitionRow(
                    transition,
                    operator == null ? null : operator.actor(),
                    operator == null ? null : operator.reason(),
                    voice.delivery(),
                    voice.history());
        }
    }

    /**
     * @param once not written when the operation has had this effect before
     * @param sql what to run in this database; null: it goes elsewhere
     */
    record EffectRow(
            UUID operation,
            int seq,
            String name,
            String source,
            String webhookId,
            Buffer payload,
            boolean once,
            @Nullable SqlCall sql) {

        EffectId id() {
            return new EffectId(operation, seq, name);
        }
    }

    /** What tells one effect from another. */
    record EffectId(UUID operation, int seq, String name) {}

    /** A statement and what it is bound to. */
    record SqlCall(SqlTarget target, SqlValues values) {
        boolean complete() {
            return values.missing(target.statement()).isEmpty();
        }
    }

    /** One try of something that can fail; it gets the next number of its operation, kind and subject. */
    record AttemptRow(
            UUID operation,
            String kind,
            String subject,
            String cause,
            String outcome,
            @Nullable String error,
            int tookMillis) {}

    record AuditRow(String actor, String action, String subject, String reason) {}

    /** One counter of one source; kinds and names are listed in {@link Counters}. */
    record CounterKey(String source, String kind, String name) implements Comparable<CounterKey> {
        @Override
        public int compareTo(CounterKey other) {
            int bySource = source.compareTo(other.source);
            int byKind = bySource == 0 ? kind.compareTo(other.kind) : bySource;
            return byKind == 0 ? name.compareTo(other.name) : byKind;
        }
    }
}
