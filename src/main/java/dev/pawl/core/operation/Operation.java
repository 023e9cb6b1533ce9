package dev.pawl.core.operation;

import dev.pawl.core.machine.Status;
import java.time.Instant;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A business operation as stored: one row. Immutable; a change is a copy made by {@link Progress}.
 *
 * @param seq number of the last transition; 0 before the first
 * @param nextCheckAt when the provider is asked next; null: not due
 * @param expiresAt when the state expires; null: never
 * @param tombstone whether only identity, fingerprint, state and counts are left
 */
public record Operation(
        UUID id,
        OperationKey key,
        int generation,
        String source,
        @Nullable String reference,
        String machine,
        String state,
        Status status,
        SortedMap<Attention.Reason, Attention> attention,
        Order order,
        int seq,
        Map<String, String> fields,
        Fingerprint fingerprint,
        Counts counts,
        @Nullable Instant nextCheckAt,
        @Nullable Instant expiresAt,
        boolean tombstone,
        Instant createdAt,
        Instant updatedAt) {

    public Operation {
        attention = java.util.Collections.unmodifiableSortedMap(new TreeMap<>(attention));
        fields = Map.copyOf(fields);
    }

    /** How often the operation was asserted, by outcome. */
    public record Counts(int deliveries, int duplicates, int conflicts) {
        public static final Counts NONE = new Counts(0, 0, 0);
    }

    public boolean needsAttention() {
        return !attention.isEmpty();
    }
}
