package dev.pawl.core.operation;

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
        Cause cause) {

    public Assertion {
        fields = Map.copyOf(fields);
        watched = Set.copyOf(watched);
    }

    /** The same assertion from another origin; a replay keeps the original's order. */
    public Assertion causedBy(Cause other) {
        return new Assertion(key, source, machine, state, order, fingerprint, fields, watched, reference, other);
    }
}
