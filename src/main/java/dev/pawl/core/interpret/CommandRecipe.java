package dev.pawl.core.interpret;

import dev.pawl.core.json.Pointer;
import java.util.List;
import java.util.Map;

/**
 * How the commands of a source are read.
 *
 * @param recipe what holds for all of them; its event type is not read
 * @param limit greatest body, in bytes
 * @param types by operation type
 */
public record CommandRecipe(Recipe recipe, int limit, Map<String, Type> types) {

    public CommandRecipe {
        types = Map.copyOf(types);
    }

    /** Who may have a failed command run again under the same key. */
    public enum Renew {
        CALLER,
        OPERATOR,
        NOBODY
    }

    /**
     * One type of command.
     *
     * @param keyMapped whether the body names the operation; otherwise the idempotency key does
     * @param wholeBody whether all of the body is the request's fingerprint; otherwise the invariant fields are
     * @param unique where the business identity stands; empty: there is none
     */
    public record Type(
            OperationRecipe operation, boolean keyMapped, boolean wholeBody, List<Pointer> unique, Renew renew) {
        public Type {
            unique = List.copyOf(unique);
        }
    }
}
