package dev.pawl.ledger;

import dev.pawl.config.Source;
import dev.pawl.core.interpret.CommandReading;
import dev.pawl.core.interpret.Interpretation;
import dev.pawl.core.lookup.Answer;
import dev.pawl.core.operation.Assertion;
import dev.pawl.core.operation.Fingerprint;
import dev.pawl.core.operation.Transition;
import dev.pawl.core.outbound.EffectRule;
import dev.pawl.core.outbound.Trace;
import dev.pawl.core.verify.InboundRequest;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
    Uni<Recorded> replay(Source source, Stored delivery, Interpretation said, Operator operator);

    /** Carries a command out, once for its key; or tells what became of it. */
    Uni<CommandOutcome> command(Command command);

    /**
     * Carries a command out once more, under a new key and as a new operation, on an operator's word.
     *
     * @param command with its new key; no secret vouches for it
     * @param old the operation it was, which must have come to an end
     * @param expectedSeq as for {@link #act}
     */
    Uni<NewRun> runAsNew(Command command, UUID old, @Nullable Integer expectedSeq, Operator operator);

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
     * An effect has ended: what its {@code then} says becomes an assertion about its operation, attention that it waits goes,
     * and one that was given up raises attention which names it. Saying it twice is saying it once. An operation that is not there is no error.
     */
    Uni<Void> effectEnded(UUID operation, EffectEnding ending);

    /** An operator's word about one effect, which keeps its id. */
    Uni<EffectOutcome> actOnEffect(UUID operation, int seq, String effect, EffectAction action, Operator operator);

    /** Compares a waiting effect with the configuration: one that is not in it raises attention, one that is back clears it. */
    Uni<Void> effectOrphaned(UUID operation, int seq, String effect);

    /** Causes what transitions would have caused, had effects not been off; how many effects that made. Safe to repeat. */
    Uni<Integer> resend(Resend resend);

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
     * the effect has ended or somebody has seen it. Saying it twice is saying it once. An operation that is not there is no
     * error.
     *
     * @param seq of the transition that caused the effect
     * @param why without secrets; at most 500 characters
     */
    Uni<Void> effectParked(UUID operation, int seq, String effect, String why);

    /**
     * A delivery as it is stored.
     *
     * @param origin what was history stays history
     * @param trace it came with; what it causes when it is read again belongs to that, too
     */
    record Stored(UUID delivery, Origin origin, Trace trace) {}

    /** What became of a delivery: one verdict word per reading, in order. */
    record Recorded(UUID delivery, List<String> verdicts) {
        public Recorded {
            verdicts = List.copyOf(verdicts);
        }
    }

    /**
     * An authentic command.
     *
     * @param secret index of the secret that verified it, -1 for a source without verification
     * @param caller whose secret that is
     * @param key the idempotency key
     */
    record Command(
            Source source,
            InboundRequest request,
            int secret,
            Instant receivedAt,
            String caller,
            String key,
            CommandReading.Understood said) {}

    /** Who acts, and why. */
    record Operator(String actor, String reason) {}

    /**
     * How an effect ended.
     *
     * @param seq of the transition that caused it
     * @param unsure whether the receiver has it is not known: nothing is asserted
     * @param at by the database's clock
     * @param error why, without secrets; at most 500 characters; empty when done
     */
    record EffectEnding(int seq, String effect, EffectRule.End end, boolean unsure, Instant at, String error) {}

    /** What an operator may do to an effect. */
    enum EffectAction {
        RETRY,
        CANCEL
    }

    /** How that ended. */
    enum EffectOutcome {
        DONE,
        NOT_FOUND,
        /** It has ended already. */
        SETTLED,
        /** An attempt is under way. */
        UNDER_WAY,
        NOT_CONFIGURED
    }

    /**
     * Transitions to be caught up on.
     *
     * @param before how many effects were made by the parts before, for the pace
     * @param perSecond how many effects become due in a second
     * @param operator written down; empty: a later part of what is written down already
     */
    record Resend(String source, List<Transition> transitions, int before, int perSecond, Optional<Operator> operator) {
        public Resend {
            transitions = List.copyOf(transitions);
        }
    }

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

        /** A failed command runs again under its key; effects that were given up are sent once more. */
        record Retry() implements Action {}
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
        NOT_OPEN,
        /** There is nothing the action could be about. */
        NOTHING_TO_DO,
        /** Whether the command was carried out is not known: the provider has to be asked before it runs again. */
        ASK_FIRST,
        /** The configuration lets nobody run the command again. */
        NOT_RENEWABLE,
        /** The configuration does not know the command any longer. */
        NOT_CONFIGURED,
        /** It was rejected once, and its business identity may be another's now. */
        IDENTITY_FREED,
        /** Too little is left of it. */
        TOMBSTONE,
        /** The database says no, and the machine has no state for it. */
        REJECTED
    }

    /** Nothing is known to be stored: answer 503, the sender's next attempt decides. */
    final class Unavailable extends RuntimeException {
        private static final long serialVersionUID = 1L;

        public Unavailable(String why, @Nullable Throwable cause) {
            super(why, cause);
        }
    }
}
