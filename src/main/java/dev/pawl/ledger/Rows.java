package dev.pawl.ledger;

import dev.pawl.core.operation.Transition;
import dev.pawl.core.outbound.EffectRule.SqlTarget;
import dev.pawl.core.outbound.SqlValues;
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
            Buffer body) {}

    /** @param replay the run is the next free one of this delivery; otherwise 0 */
    record EventRow(
            LocalDate receivedOn,
            UUID delivery,
            int n,
            boolean replay,
            String source,
            @Nullable String eventId,
            @Nullable String eventType,
            @Nullable UUID operation,
            @Nullable String state,
            @Nullable Instant occurredAt,
            String verdict,
            @Nullable String reason,
            @Nullable String detail) {}

    record TransitionRow(
            Transition transition,
            @Nullable String actor,
            @Nullable String reason,
            @Nullable UUID delivery) {}

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
