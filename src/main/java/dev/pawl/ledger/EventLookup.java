package dev.pawl.ledger;

import dev.pawl.config.Catalog;
import java.util.HashSet;
import java.util.Set;

/**
 * Events of which a batch has to know whether they were read before; gathered entry by entry.
 *
 * @param ids the provider's
 * @param sources under all their names
 * @param forgetful those of them that do not remember identities for ever
 */
record EventLookup(Set<String> ids, Set<String> sources, Set<String> forgetful) {

    /** To be filled. */
    static EventLookup empty() {
        return new EventLookup(new HashSet<>(), new HashSet<>(), new HashSet<>());
    }

    void add(ReadBefore.Listed listed) {
        ids.add(listed.event());
        sources.addAll(listed.sources());
    }

    /** Once it is filled. */
    void forgetfulOf(Catalog catalog) {
        sources.stream()
                .filter(source -> catalog.retention(source).memory() != null)
                .forEach(forgetful::add);
    }

    boolean isEmpty() {
        return ids.isEmpty();
    }
}
