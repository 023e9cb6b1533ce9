package dev.pawl.ledger;

import dev.pawl.config.Source;
import dev.pawl.core.interpret.Interpretation;
import dev.pawl.core.lookup.Answer;
import dev.pawl.core.operation.Assertion;
import dev.pawl.core.operation.Fingerprint;
import dev.pawl.core.verify.InboundRequest;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
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

    /**
     * Records what an operator brings or a provider lists, as if it had been delivered. Of a list, what is here already
     * leaves no rows.
     *
     * @param request what would have been delivered
     * @param operator who brings it; null: we found it ourselves
     */
    Uni<Recorded> recordHistory(
            Source source,
            InboundRequest request,
            Origin origin,
            @Nullable Operator operator,
            Instant receivedAt,
            Interpretation said);

    /** Records that a delivery as it was received is interpreted again; the original verdicts stay. */
    default Uni<Recorded> replay(Source source, UUID delivery, Interpretation said, Operator operator) {
        return replay(source, delivery, Origin.RECEIVED, said, operator);
    }

    /** @param origin the stored delivery's: what was history stays history */
    Uni<Recorded> replay(Source source, UUID delivery, Origin origin, Interpretation said, Operator operator);

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
     * What came of a question to a provider: what its answer asserts, the next question, attempts used up. An answer to a
     * question that is not the operation's any more is an ordinary assertion and touches nothing else.
     *
     * @return whether the question was still the operation's
     */
    Uni<Boolean> lookedUp(Lookup lookup);

    /**
     * An operation may have passed its time, and nobody can be asked: if it has, it expires.
     *
     * @return whether it did
     */
    Uni<Boolean> expire(UUID operation);

    /**
     * A question to a provider that came to an end.
     *
     * @param claim fencing token of the question
     * @param authority the operation as it was when the question was claimed
     * @param asked false: nobody was asked in the end, and nothing is worth recording
     * @param took how long it took
     */
    record Lookup(
            UUID operation,
            String source,
            UUID claim,
            Assertion.Authority authority,
            Answer answer,
            boolean asked,
            Duration took) {}

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

        /** The provider is to be asked now. */
        record Reconcile() implements Action {}

        /** It will not go on any more. */
        record Expire() implements Action {}
    }

    /** How an action ended. */
    enum ActionOutcome {
        DONE,
        NOT_FOUND,
        SEQ_CHANGED,
        UNKNOWN_STATE,
        /** The provider cannot be asked about it. */
        NOBODY_TO_ASK,
        /** It is not open: there is nothing to ask, and nothing that could expire. */
        NOT_OPEN
    }

    /** Nothing is known to be stored: answer 503, the sender's next attempt decides. */
    final class Unavailable extends RuntimeException {
        private static final long serialVersionUID = 1L;

        public Unavailable(String why, @Nullable Throwable cause) {
            super(why, cause);
        }
    }
}
