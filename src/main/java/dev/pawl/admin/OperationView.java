package dev.pawl.admin;

import com.fasterxml.jackson.databind.JsonNode;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An operation as people and programs see it. Ids and keys are text, times ISO 8601 in UTC.
 *
 * @param attention list of {@code {reason, since, detail}}; empty: nothing is open
 * @param fingerprint canonical JSON of each invariant field
 * @param newOf id of the operation whose command an operator has run anew, as this one
 * @param attempts how often its effects and its commands were tried and its provider was asked
 */
@RegisterForReflection
record OperationView(
        String id,
        String scope,
        String source,
        String account,
        String type,
        String key,
        @Nullable String reference,
        String machine,
        String state,
        String status,
        JsonNode attention,
        @Nullable Instant occurredAt,
        @Nullable Long version,
        int seq,
        Map<String, String> fields,
        @Nullable JsonNode result,
        Map<String, String> fingerprint,
        @Nullable String correlationId,
        @Nullable String newOf,
        int deliveries,
        int duplicates,
        int conflicts,
        long attempts,
        Instant createdAt,
        Instant updatedAt,
        @Nullable Instant nextCheckAt,
        @Nullable Instant expiresAt,
        @Nullable LastFailure lastFailure,
        boolean tombstone) {

    /**
     * The latest thing that did not work.
     *
     * @param point where, such as {@code effect:orders}
     */
    @RegisterForReflection
    record LastFailure(@Nullable Instant at, String point, String error) {}

    static OperationView of(OperationEntity row, AttemptTotals.Total tried) {
        return new OperationView(
                row.id.toString(),
                row.scope,
                row.source,
                row.account,
                row.type,
                row.key,
                row.reference,
                row.machine,
                row.state,
                row.status,
                JsonText.listed(row.attention, "reason"),
                row.occurredAt,
                row.version,
                row.seq,
                JsonText.texts(row.fields),
                null,
                JsonText.texts(row.fingerprint),
                row.correlationId,
                row.newOf == null ? null : row.newOf.toString(),
                row.deliveries,
                row.duplicates,
                row.conflicts,
                tried.attempts(),
                row.createdAt,
                row.updatedAt,
                row.nextCheckAt,
                row.expiresAt,
                tried.lastFailure(),
                row.tombstone);
    }

    boolean needsAttention() {
        return !attention.isEmpty();
    }
}
