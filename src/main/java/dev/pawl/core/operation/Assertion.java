package dev.pawl.core.operation;

import java.time.Instant;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What somebody says about one operation: "it is in this state, as of this order".
 *
 * @param source the configured intake it came through; part of the identity only by way of {@code key.scope}
 * @param machine name of the machine the operation type uses
 * @param fields the few business values kept on the operation, as text
 * @param watched names of the fields whose change within one state is worth a transition
 * @param reference the user's own business id, when the payload carries one
 * @param authority null: an ordinary assertion
 */
public record Assertion(
        OperationKey key,
        String source,
        String machine,
        String state,
        Order order,
        Fingerprint fingerprint,
        Map<String, String> fields,
        Set<String> watched,
        @Nullable String reference,
        Cause cause,
        @Nullable Authority authority) {

    public Assertion {
        fields = Map.copyOf(fields);
        watched = Set.copyOf(watched);
    }

    /** An ordinary one. */
    public Assertion(
            OperationKey key,
            String source,
            String machine,
            String state,
            Order order,
            Fingerprint fingerprint,
            Map<String, String> fields,
            Set<String> watched,
            @Nullable String reference,
            Cause cause) {
        this(key, source, machine, state, order, fingerprint, fields, watched, reference, cause, null);
    }

    /**
     * What makes a provider's answer final: the operation as it was when the question was claimed.
     *
     * @param askedAt when the question was claimed, by the database's clock
     */
    public record Authority(int seq, Order order, Instant askedAt) {}

    /** The same about another state. */
    public Assertion inState(String other) {
        return new Assertion(key, source, machine, other, order, fingerprint, fields, watched, reference, cause);
    }

    /** The same assertion from another origin; a replay keeps the original's order. */
    public Assertion causedBy(Cause other) {
        return new Assertion(key, source, machine, state, order, fingerprint, fields, watched, reference, other);
    }

    /**
     * What it is worth for the operation as it is now. An answer to a question that something else has overtaken tells no
     * more than what was so when it was asked.
     */
    Assertion against(Operation current) {
        if (authority == null
                || (authority.seq() == current.seq() && authority.order().equals(current.order()))) {
            return this;
        }
        Order asked = Order.at(authority.askedAt());
        return new Assertion(key, source, machine, state, asked, fingerprint, fields, watched, reference, cause);
    }

    boolean authoritative() {
        return authority != null;
    }
}
