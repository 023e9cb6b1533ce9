package dev.pawl.admin;

import dev.pawl.ledger.CommandKey;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The commands about an operation, without their bodies; oldest first.
 *
 * @param attempts how often it was tried to carry them out
 * @param claims the idempotency keys that lead to the operation
 * @param answer what whoever sends one of them again is told; null: there is no final answer, or it is gone
 */
@RegisterForReflection
record CommandsView(
        List<AttemptView> attempts,
        boolean attemptsTruncated,
        List<ClaimView> claims,
        boolean claimsTruncated,
        @Nullable AnswerView answer) {

    static final CommandsView NONE = new CommandsView(List.of(), false, List.of(), false, null);

    /**
     * One try.
     *
     * @param n counts from 1 for each caller
     * @param outcome {@code done}, {@code rejected} or, while there is more to come, {@code unknown}
     */
    @RegisterForReflection
    record AttemptView(
            int n,
            String caller,
            String cause,
            String outcome,
            @Nullable String error,
            Instant at) {

        static AttemptView of(AttemptEntity row) {
            return new AttemptView(row.n, row.subject, row.cause, row.outcome, row.error, row.at);
        }
    }

    /** A key in use. {@code path} is where its caller reads the operation. */
    @RegisterForReflection
    record ClaimView(String source, String caller, String type, String key, String path, Instant createdAt) {

        static ClaimView of(ClaimEntity row) {
            String path = new CommandKey(row.source, row.caller, row.type, row.key).path();
            return new ClaimView(row.source, row.caller, row.type, row.key, path, row.createdAt);
        }
    }

    /** The stored answer. {@code ended}: the operation's status when it was given. */
    @RegisterForReflection
    record AnswerView(int status, String ended, Instant at) {

        static AnswerView of(ResponseEntity row) {
            return new AnswerView(row.status, row.ended, row.at);
        }
    }
}
