package dev.pawl.ledger;

import dev.pawl.config.Catalog;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One try to decide and write some entries in one transaction.
 *
 * @param patient whether to wait for rows held elsewhere
 * @param number 1 for the first try
 * @param more ids to lock besides those the entries name
 */
record Attempt(Lane lane, List<Entry<?>> entries, boolean patient, int number, Set<UUID> more) {

    /** The first one. */
    Attempt(Lane lane, List<Entry<?>> entries, boolean patient) {
        this(lane, entries, patient, 1, Set.of());
    }

    Attempt of(List<Entry<?>> some) {
        return new Attempt(lane, some, patient);
    }

    Attempt again() {
        return new Attempt(lane, entries, patient, number + 1, more);
    }

    Attempt with(Set<UUID> others) {
        Set<UUID> all = new HashSet<>(more);
        all.addAll(others);
        return new Attempt(lane, entries, patient, number, all);
    }

    /**
     * Entries that have no place in a transaction.
     *
     * @param held they wait for another one
     * @param locked those of them whose statement has met a lock
     * @param notKnown why nobody can say what would become of them
     */
    record Aside(List<Entry<?>> held, Set<Entry<?>> locked, Map<Entry<?>, String> notKnown) {
        /** To be filled. */
        static Aside empty() {
            return new Aside(new ArrayList<>(), new HashSet<>(), new LinkedHashMap<>());
        }

        void clear() {
            held.clear();
            locked.clear();
            notKnown.clear();
        }
    }

    Wanted wanted(Catalog catalog) {
        Set<UUID> ids = new TreeSet<>(UuidOrder.UNSIGNED);
        Set<UUID> withEffects = new TreeSet<>(UuidOrder.UNSIGNED);
        CommandLookup lookup = CommandLookup.empty();
        EventLookup events = EventLookup.empty();
        for (Entry<?> entry : entries) {
            ids.addAll(entry.operations());
            entry.lookUp(lookup);
            entry.lookUp(events);
            if (entry.needsEffects()) {
                withEffects.addAll(entry.operations());
            }
        }
        events.forgetfulOf(catalog);
        ids.addAll(more);
        boolean parked = catalog.parks() || entries.stream().anyMatch(Entry::readsParked);
        return new Wanted(ids, patient, parked, withEffects, lookup, events);
    }

    /**
     * @param aside takes those that have no place in this transaction
     * @throws MoreNeeded when more has to be locked
     * @throws SqlState.Undecidable when one entry is at fault
     */
    Batch decide(Catalog catalog, Locked locked, Aside aside) {
        Batch batch = new Batch(catalog, locked);
        MoreNeeded.check(entries, batch, more);
        // Whatever touches the same as a command that has no place in this transaction, and comes after it, has none
        // either.
        Set<UUID> excluded = new HashSet<>();
        aside.clear();
        for (Entry<?> entry : entries) {
            Ending ending = locked.endings().get(entry);
            if (ending != null && ending.excludes()) {
                excluded.addAll(entry.touches());
            }
            if (entry.touches().stream().anyMatch(excluded::contains)) {
                leave(entry, ending, aside);
                continue;
            }
            boolean missing =
                    entry.needsExisting() && entry.operations().stream().anyMatch(id -> batch.operation(id) == null);
            if (!patient && (missing || entry.restsOnAbsence(batch))) {
                aside.held().add(entry);
            } else {
                entry.decideIn(batch);
            }
        }
        if (!batch.effects.allUsed()) {
            throw new SqlState.Undecidable(new IllegalStateException("a statement ran that nothing stands for"));
        }
        return batch;
    }

    /** @throws SqlState.Undecidable when its statements have run, so that it has to be alone */
    private static void leave(Entry<?> entry, @Nullable Ending ending, Aside aside) {
        if (ending != null && ending.kind() == Ending.Kind.DONE) {
            throw new SqlState.Undecidable(new IllegalStateException("a command beside it has no place here"));
        }
        if (ending != null && ending.kind() == Ending.Kind.NOT_KNOWN) {
            aside.notKnown().put(entry, String.valueOf(ending.why()));
        } else {
            aside.held().add(entry);
            if (ending != null && ending.kind() == Ending.Kind.LOCKED) {
                aside.locked().add(entry);
            }
        }
    }
}
