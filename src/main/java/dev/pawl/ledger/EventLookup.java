package dev.pawl.ledger;

import java.util.HashSet;
import java.util.Set;

/**
 * Events of which a batch has to know whether they were read before; gathered entry by entry.
 *
 * @param ids the provider's
 * @param sources under all their names
 */
record EventLookup(Set<String> ids, Set<String> sources) {

    /** To be filled. */
    static EventLookup empty() {
        return new EventLookup(new HashSet<>(), new HashSet<>());
    }

    void add(ReadBefore.Listed listed) {
        ids.add(listed.event());
        sources.addAll(listed.sources());
    }

    boolean isEmpty() {
        return ids.isEmpty();
    }
}
