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
 * @param checks how the questions to the provider went
 * @param tombstone whether only identity, fingerprint, state and counts are left
 * @param latestGeneration the identity's; kept by generation 0
 * @param correlationId of the delivery that made it; null: none did
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
        Checks checks,
        boolean tombstone,
        int latestGeneration,
        @Nullable String correlationId,
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

    /**
     * Questions to the provider about the operation's present state.
     *
     * @param used how many in a row had no readable answer
     * @param claim fencing token of the one under way; null: none
     */
    public record Checks(int used, @Nullable UUID claim) {
        public static final Checks NONE = new Checks(0, null);
    }

    /** The same with this correlation id. */
    public Operation correlated(@Nullable String otherCorrelationId) {
        return copy(source, state, status, seq, latestGeneration, otherCorrelationId);
    }

    /** As it was told at an earlier transition; what else changed since is not undone. */
    public Operation asOf(int earlierSeq, String earlierState, Status earlierStatus) {
        return copy(source, earlierState, earlierStatus, earlierSeq, latestGeneration, correlationId);
    }

    /** Whether something is open about it that the provider's answer can settle. */
    public boolean inDoubt() {
        return attention.keySet().stream().anyMatch(Attention.Reason::isDoubt);
    }

    /** Whether an answer of the provider's could change anything. */
    public boolean worthAsking() {
        return status.isOpen() || inDoubt();
    }

    /** Whether its state has lasted for longer than it may. */
    public boolean isPastExpiry(Instant now) {
        return expiresAt != null && !expiresAt.isAfter(now);
    }

    /** Generation 0 after another one has been made. */
    public Operation withLatestGeneration(int latest) {
        return copy(source, state, status, seq, latest, correlationId);
    }

    /** The same operation under its source's present name. */
    public Operation withSource(String name) {
        return copy(name, state, status, seq, latestGeneration, correlationId);
    }

    private Operation copy(
            String otherSource,
            String otherState,
            Status otherStatus,
            int otherSeq,
            int otherLatestGeneration,
            @Nullable String otherCorrelationId) {
        return new Operation(
                id,
                key,
                generation,
                otherSource,
                reference,
                machine,
                otherState,
                otherStatus,
                attention,
                order,
                otherSeq,
                fields,
                fingerprint,
                counts,
                nextCheckAt,
                expiresAt,
                checks,
                tombstone,
                otherLatestGeneration,
                otherCorrelationId,
                createdAt,
                updatedAt);
    }

    public boolean needsAttention() {
        return !attention.isEmpty();
    }
}
