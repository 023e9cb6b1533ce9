package dev.pawl.core.operation;

import dev.pawl.core.machine.Machine;
import dev.pawl.core.operation.Order.Relation;
import java.time.Instant;
import java.util.Set;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/**
 * The decision: every rule of what an assertion does to an operation, in one place. The first row that fits decides;
 * {@code c} is the operation's state, {@code x} the asserted one, {@code reach} a path of length ≥ 1.
 *
 * <pre>
 *  5  c is no longer in the machine                             undecided / machine
 *  6  tombstone and afterExpiry blocked                         stale / expired
 *     none, and x older than the finite tombstone retention     stale / beyond-retention
 *  7  none; x initial, or machine lenient                       applied
 *  8  strict and no edge c→x (none: x not initial), reachable   parked, unless row 13 would call it stale
 *  9  a common invariant field differs                          conflict
 * 10  x = c                                                     duplicate
 * 11  reach(c→x), not reach(x→c)                                applied, whatever the times say
 * 12  reach(x→c), not reach(c→x)                                stale
 * 13  both, order known and different                           newest wins: applied or stale
 * 14  both, order equal                                         undecided / order
 * 15  neither                                                   contradicted
 * </pre>
 *
 * Rows 1–4 (what cannot become an assertion) are the interpreter's. An operator's word is final: rows 11–15 apply, 12–15
 * as a correction.
 *
 * <p>So is the provider's answer to a question, where nothing else has come in between. Its rows:
 *
 * <pre>
 *     seq or order of c is another one than when the question was claimed: an ordinary assertion as of that time, as above,
 *     but in row 14 stale
 *  5                                                            applied, as a correction
 *  8  it tells what is, not the next step                       not looked at
 *  9  an open conflict, and it carries every differing field    its values win, and the rows below decide
 *     otherwise                                                 conflict
 * 10                                                            duplicate, clears the doubt
 * 11                                                            applied, clears the doubt
 * 12                                                            stale, the doubt stays
 * 13  not older than c                                          applied, clears the doubt
 *     older than c                                              stale, the doubt stays
 * 14, 15                                                        applied, as a correction, clears the doubt
 * </pre>
 *
 * <p>Within a cycle the newest order wins and between cycles the way is one-directional, so that the final state is a
 * function of the set of assertions, not of their arrival.
 */
public final class Decider {

    /** What a fact about a tombstone means. */
    public enum AfterExpiry {
        BLOCKED,
        CHECKED,
        /** It is about a new operation, of the next generation; see {@link Generations}. */
        NEW
    }

    /**
     * How long identities are remembered.
     *
     * @param afterExpiry {@code NEW} means nothing here: whoever asks for a new operation decides without a current one
     * @param rememberedSince business time before which a tombstone may already be gone; null: kept for ever
     */
    public record Memory(AfterExpiry afterExpiry, @Nullable Instant rememberedSince) {
        public static final Memory FOR_EVER = new Memory(AfterExpiry.CHECKED, null);

        public boolean mayHaveForgotten(Order order) {
            return rememberedSince != null
                    && order.occurredAt() != null
                    && order.occurredAt().isBefore(rememberedSince);
        }
    }

    private Decider() {}

    /** @throws IllegalArgumentException when the asserted state is not in the machine (the interpreter's row 4) */
    public static Decision decide(Machine machine, Memory memory, @Nullable Operation current, Assertion assertion) {
        String asserted = assertion.state();
        if (!machine.knows(asserted)) {
            throw new IllegalArgumentException(machine.name() + " has no state " + asserted);
        }
        boolean operator = assertion.cause() == Cause.OPERATOR;
        if (current == null) {
            if (memory.mayHaveForgotten(assertion.order())) {
                return Decision.stale(Decision.BEYOND_RETENTION);
            }
            return machine.strict() && !machine.state(asserted).initial() ? Decision.parked() : Decision.applied();
        }
        Assertion said = assertion.against(current);
        boolean authoritative = said.authoritative();
        boolean last = operator || authoritative;
        String state = current.state();
        if (!machine.knows(state)) {
            return last ? Decision.corrected() : Decision.undecided("machine");
        }
        if (!operator && current.tombstone() && memory.afterExpiry() == AfterExpiry.BLOCKED) {
            return Decision.stale("expired");
        }
        boolean forward = machine.reach(state, asserted);
        boolean backward = machine.reach(asserted, state);
        boolean same = state.equals(asserted);
        boolean hasPassed = backward && said.order().relationTo(current.order()) == Relation.OLDER;
        if (machine.strict() && !last && !same && forward && !hasPassed && !machine.hasEdge(state, asserted)) {
            return Decision.parked();
        }
        SortedSet<String> conflicting = current.fingerprint().conflictsWith(said.fingerprint());
        if (!conflicting.isEmpty() && !settlesConflict(current, said)) {
            return Decision.conflict(conflicting);
        }
        if (same) {
            return Decision.duplicate();
        }
        if (forward && !backward) {
            return Decision.applied();
        }
        if (operator) {
            return Decision.corrected();
        }
        if (backward && !forward) {
            return Decision.stale(null);
        }
        if (!forward) {
            return authoritative ? Decision.corrected() : Decision.contradicted();
        }
        Relation relation = said.order().relationTo(current.order());
        return switch (relation) {
            case NEWER -> Decision.applied();
            case OLDER -> Decision.stale(null);
            case EQUAL, UNKNOWN -> {
                if (authoritative) {
                    yield Decision.corrected();
                }
                // Whatever overtook an answer knows better, and an answer has no version to compare.
                yield said.cause() == Cause.RECONCILE ? Decision.stale(null) : Decision.undecided("order");
            }
        };
    }

    /** Whether an answer ends the operation's open conflict: it says something about every field that is in doubt. */
    static boolean settlesConflict(Operation current, Assertion said) {
        Attention conflict = current.attention().get(Attention.Reason.CONFLICT);
        if (conflict == null || !said.authoritative()) {
            return false;
        }
        Set<String> differing = conflict.differing();
        return !differing.isEmpty() && said.fingerprint().names().containsAll(differing);
    }

    /**
     * For words that hold whatever the machine says, since what they tell has happened: how a command ended, or that a
     * failed one runs again.
     *
     * @throws IllegalArgumentException when the state is not in the machine
     */
    public static Decision enforced(Machine machine, @Nullable Operation current, String state) {
        if (!machine.knows(state)) {
            throw new IllegalArgumentException(machine.name() + " has no state " + state);
        }
        if (current == null || machine.reach(current.state(), state)) {
            return Decision.applied();
        }
        return current.state().equals(state) ? Decision.duplicate() : Decision.corrected();
    }
}
