package dev.pawl.ledger;

import dev.pawl.ledger.CommandRows.Identity;
import java.util.HashSet;
import java.util.Set;
import java.util.UUID;

/**
 * What a batch has to know about commands before it can decide; gathered entry by entry.
 *
 * @param operations those whose answers matter
 */
record CommandLookup(Set<UUID> claims, Set<UUID> operations, Set<Identity> identities) {

    /** To be filled. */
    static CommandLookup empty() {
        return new CommandLookup(new HashSet<>(), new HashSet<>(), new HashSet<>());
    }

    boolean isEmpty() {
        return claims.isEmpty();
    }
}
