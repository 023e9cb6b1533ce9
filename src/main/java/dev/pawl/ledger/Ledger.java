package dev.pawl.ledger;

import dev.pawl.config.Source;
import dev.pawl.core.interpret.Interpretation;
import dev.pawl.core.operation.Fingerprint;
import dev.pawl.core.verify.InboundRequest;
import io.smallrye.mutiny.Uni;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The one way to change an operation. Every {@code Uni} completes after COMMIT with what was decided, or fails with
 * {@link Unavailable}, after which the caller knows nothing and may try again. Cancelling one never cancels a commit.
 */
public interface Ledger {

    /**
     * Records a delivery with all it says.
     *
     * @param secret index of the secret that verified it, -1 for a source without verification
     */
    Uni<Recorded> record(Source source, InboundRequest request, int secret, Instant receivedAt, Interpretation said);

    /** Records that a stored delivery was interpreted again; the original verdicts stay. */
    Uni<Recorded> replay(Source source, UUID delivery, Interpretation said, Operator operator);

    /**
     * An operator's word about an operation.
     *
     * @param expectedSeq when given and changed meanwhile, nothing happens and the answer is {@code SEQ_CHANGED}
     */
    Uni<ActionOutcome> act(UUID operation, Action action, @Nullable Integer expectedSeq, Operator operator);

    /**
     * Adds to the counts of refused requests, which leave no delivery behind.
     *
     * @param counts source → cause → how many
     */
    Uni<Boolean> refused(Map<String, Map<String, Long>> counts);

    /**
     * An effect was given up for good: its operation gets attention {@code dead-effect}, which names it. Saying it twice
     * is saying it once. An operation that is not there is no error.
     *
     * @param seq of the transition that caused the effect
     * @param error why, without secrets; at most 500 characters
     */
    Uni<Void> effectDied(UUID operation, int seq, String effect, String error);

    /**
     * An effect waits for something that is not there: its operation gets attention {@code parked}, which names it, until
     * {@link #effectArrived} or a move. Saying it twice is saying it once. An operation that is not there is no error.
     *
     * @param seq of the transition that caused the effect
     * @param why without secrets; at most 500 characters
     */
    Uni<Void> effectParked(UUID operation, int seq, String effect, String why);

    /** The effect that {@link #effectParked} named is done: the attention goes. For another one it stays. */
    Uni<Void> effectArrived(UUID operation, int seq, String effect);

    /** What became of a delivery: one verdict word per reading, in order. */
    record Recorded(UUID delivery, List<String> verdicts) {
        public Recorded {
            verdicts = List.copyOf(verdicts);
        }
    }

    /** Who acts, and why. */
    record Operator(String actor, String reason) {}

    /** What an operator may do to an operation. */
    sealed interface Action {
        /**
         * The operation is in this state.
         *
         * @param state null: as it is (with {@code adopt})
         * @param adopt the invariant fields of the other side of a conflict, to replace the operation's
         */
        record Resolve(@Nullable String state, @Nullable Fingerprint adopt) implements Action {}

        /** All open reasons for attention have been seen. */
        record Acknowledge() implements Action {}
    }

    /** How an action ended. */
    enum ActionOutcome {
        DONE,
        NOT_FOUND,
        SEQ_CHANGED,
        UNKNOWN_STATE
    }

    /** Nothing is known to be stored: answer 503, the sender's next attempt decides. */
    final class Unavailable extends RuntimeException {
        private static final long serialVersionUID = 1L;

        public Unavailable(String why, @Nullable Throwable cause) {
            super(why, cause);
        }
    }
}
