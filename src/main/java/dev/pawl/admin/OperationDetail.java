package dev.pawl.admin;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.databind.JsonNode;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An operation with its history, oldest first. Each list holds at most the newest 500 entries and says when there are more.
 *
 * @param newRuns ids of the operations as which operators have run its command anew
 * @param lookups questions to the provider about it
 * @param commands what applications commanded; empty where none did
 * @param actions what an operator may do next
 */
@RegisterForReflection
record OperationDetail(
        @JsonUnwrapped OperationView operation,
        List<String> newRuns,
        List<TransitionView> transitions,
        boolean transitionsTruncated,
        List<EventView> events,
        boolean eventsTruncated,
        List<EffectView> effects,
        boolean effectsTruncated,
        List<LookupView> lookups,
        boolean lookupsTruncated,
        CommandsView commands,
        List<String> actions) {

    static final int LONGEST = 500;

    /** An entry in the history. {@code effects}: {@code off} where they were off when it was written; else absent. */
    @RegisterForReflection
    record TransitionView(
            int seq,
            String kind,
            @Nullable String from,
            @Nullable String to,
            String cause,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            String effects,

            boolean correction,
            @Nullable String actor,
            @Nullable String reason,
            @Nullable String delivery,
            Instant at,
            @Nullable JsonNode detail) {

        static TransitionView of(TransitionEntity row) {
            return new TransitionView(
                    row.seq,
                    row.kind,
                    row.from,
                    row.to,
                    row.cause,
                    row.effectsOff ? "off" : null,
                    row.correction,
                    row.actor,
                    row.reason,
                    row.deliveryId == null ? null : row.deliveryId.toString(),
                    row.at,
                    row.detail == null ? null : JsonText.column(row.detail, "{}"));
        }
    }

    /**
     * A question to the provider.
     *
     * @param outcome {@code done}: a readable answer; {@code unknown}: none
     */
    @RegisterForReflection
    record LookupView(
            int n,
            String source,
            String cause,
            String outcome,
            @Nullable String error,
            @Nullable Integer tookMillis,
            Instant at) {

        static LookupView of(AttemptEntity row) {
            return new LookupView(row.n, row.subject, row.cause, row.outcome, row.error, row.tookMillis, row.at);
        }
    }

    /**
     * What a transition causes outside.
     *
     * @param nextAttemptAt null once it is settled
     */
    @RegisterForReflection
    @JsonInclude(JsonInclude.Include.ALWAYS)
    record EffectView(
            int seq,
            String name,
            String state,
            int attempts,
            @Nullable String lastError,
            @Nullable Instant lastAttemptAt,
            @Nullable Instant nextAttemptAt,
            String webhookId,
            Instant createdAt,
            @Nullable Instant finishedAt) {

        static EffectView of(EffectEntity row) {
            return new EffectView(
                    row.seq,
                    row.name,
                    row.state,
                    row.attempts,
                    row.lastError,
                    row.lastAttemptAt,
                    row.state.equals("pending") ? row.dueAt : null,
                    row.webhookId,
                    row.createdAt,
                    row.finishedAt);
        }
    }
}
