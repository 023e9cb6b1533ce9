package dev.pawl.ledger;

import dev.pawl.core.operation.Assertion;
import dev.pawl.core.operation.Cause;
import dev.pawl.core.operation.Decision;
import dev.pawl.core.operation.Transition;
import dev.pawl.core.outbound.EffectRule.SqlTarget;
import dev.pawl.core.outbound.SqlValues;
import dev.pawl.core.outbound.Trace;
import dev.pawl.ledger.Ledger.EffectEnding;
import dev.pawl.ledger.Ledger.Operator;
import io.vertx.core.buffer.Buffer;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
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
            boolean effectsOff,
            Trace trace) {}

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
     * @param trace of its delivery
     * @param history it causes no effects
     * @param operator who brought it, or had it read again; null: the provider sent it
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
            Trace trace,
            boolean history,
            @Nullable Operator operator,
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
                    trace,
                    history,
                    operator,
                    stored);
        }
    }

    /** @param effectsOff it causes nothing, and may be caught up on */
    record TransitionRow(
            Transition transition,
            @Nullable String actor,
            @Nullable String reason,
            @Nullable UUID delivery,
            boolean effectsOff) {

        static TransitionRow of(Transition transition, Batch.Voice voice, boolean effectsOff) {
            Operator operator = voice.operator();
            return new TransitionRow(
                    transition,
                    operator == null ? null : operator.actor(),
                    operator == null ? null : operator.reason(),
                    voice.delivery(),
                    effectsOff);
        }
    }

    /**
     * An effect to be written.
     *
     * @param kind what the payload is written for
     * @param once not written when the operation has had this effect before
     * @param telling whether the operation is to be told when it is done
     * @param sql what to run in this database with the batch; null: the dispatcher takes it
     * @param delayMillis from now until it is due
     */
    record EffectRow(
            UUID operation,
            int seq,
            String name,
            String source,
            String webhookId,
            String kind,
            Buffer payload,
            boolean once,
            boolean telling,
            @Nullable SqlCall sql,
            Trace trace,
            long delayMillis) {

        EffectId id() {
            return new EffectId(operation, seq, name);
        }
    }

    /** What tells one effect from another. */
    record EffectId(UUID operation, int seq, String name) {}

    /** A statement and what it is bound to. */
    record SqlCall(SqlTarget target, SqlValues values) {
        /** Parameters that have no value. */
        List<String> missing() {
            return values.missing(target.statement());
        }
    }

    /**
     * An effect that exists.
     *
     * @param claimed pending: an attempt is under way
     * @param unsure whether the receiver has it is not known
     * @param orphan its operation carries the attention that the configuration does not know it
     * @param finishedAt null: pending, or changed in this batch
     * @param blank there is nothing left to send
     * @param trace of what caused it
     */
    record EffectState(
            UUID operation,
            int seq,
            String name,
            String source,
            String state,
            boolean claimed,
            boolean unsure,
            boolean orphan,
            @Nullable Instant finishedAt,
            boolean blank,
            Trace trace) {

        boolean pending() {
            return state.equals("pending");
        }

        /** Nothing is to be done about it any more. */
        boolean over() {
            return state.equals("done") || state.equals("canceled");
        }

        /** Given up, so that somebody has to look. */
        boolean refused() {
            return state.equals("rejected") || state.equals("dead");
        }

        boolean is(int otherSeq, String otherName) {
            return seq == otherSeq && name.equals(otherName);
        }

        /** Whether nothing has changed since it ended so. */
        boolean ended(EffectEnding ending) {
            return is(ending.seq(), ending.effect())
                    && state.equals(ending.end().word())
                    && ending.at().equals(finishedAt);
        }

        EffectId id() {
            return new EffectId(operation, seq, name);
        }

        private EffectState changed(String newState, boolean doubtful) {
            return new EffectState(operation, seq, name, source, newState, false, doubtful, false, null, blank, trace);
        }

        private EffectState orphan(boolean is) {
            return new EffectState(operation, seq, name, source, state, claimed, unsure, is, finishedAt, blank, trace);
        }

        EffectState after(EffectChange.Kind kind) {
            return switch (kind) {
                case RETRY -> changed("pending", unsure);
                case PERMIT -> changed("pending", unsure && !refused());
                case CANCEL -> changed("canceled", false);
                case ORPHAN -> orphan(true);
                case BACK -> orphan(false);
            };
        }
    }

    /** What becomes of an effect that exists. */
    record EffectChange(EffectState effect, Kind kind) {
        enum Kind {
            RETRY,
            /** Tried again where it is not to be repeated in doubt: a person knows, or takes it upon themselves. */
            PERMIT,
            CANCEL,
            ORPHAN,
            BACK;

            String word() {
                return name().toLowerCase(Locale.ROOT);
            }
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
