package dev.pawl.ledger;

import dev.pawl.ledger.CommandRows.Identity;
import java.util.HashSet;
import java.util.Set;
import java.util.UUID;

/**
 * What a batch has to know about commands before it can decide; gathered entry by entry.
 *
 * @param operations those whose answers and business identities matter
 * @param commanded those of which it matters what commanded them
 */
record CommandLookup(Set<UUID> claims, Set<UUID> operations, Set<Identity> identities, Set<UUID> commanded) {

    /** To be filled. */
    static CommandLookup empty() {
        return new CommandLookup(new HashSet<>(), new HashSet<>(), new HashSet<>(), new HashSet<>());
    }

    boolean isEmpty() {
        return claims.isEmpty() && commanded.isEmpty();
    }
}
