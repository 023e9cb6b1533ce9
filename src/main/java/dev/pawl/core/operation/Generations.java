package dev.pawl.core.operation;

import dev.pawl.core.operation.Decider.AfterExpiry;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Which operation of an identity a fact is about. An identity begins with generation 0, whose row knows the latest one; with
 * {@code afterExpiry: new}, a fact about a tombstone is about the next. Pure.
 */
public final class Generations {

    private Generations() {}

    /**
     * What a fact is about.
     *
     * @param generation of the operation, or of the one it would make
     * @param current null: there is none
     */
    public record Subject(UUID id, int generation, @Nullable Operation current) {}

    /** Ids that have to be looked at too, now that generation 0 is known; empty: none. */
    public static Set<UUID> alsoNeeded(
            OperationKey key, AfterExpiry afterExpiry, Function<UUID, @Nullable Operation> rows) {
        Operation first = rows.apply(key.id(0));
        if (first == null || (first.latestGeneration() == 0 && !isOver(first, afterExpiry))) {
            return Set.of();
        }
        Set<UUID> ids = new LinkedHashSet<>();
        if (first.latestGeneration() > 0) {
            ids.add(key.id(first.latestGeneration()));
        }
        ids.add(key.id(first.latestGeneration() + 1));
        return ids;
    }

    /** Whether generation 0 names a later one that was not found: it may be locked elsewhere, or forgotten. */
    public static boolean latestIsMissing(OperationKey key, Function<UUID, @Nullable Operation> rows) {
        Operation first = rows.apply(key.id(0));
        return first != null && first.latestGeneration() > 0 && rows.apply(key.id(first.latestGeneration())) == null;
    }

    /** The operation a fact is about, once all rows that may matter are known. */
    public static Subject subject(OperationKey key, AfterExpiry afterExpiry, Function<UUID, @Nullable Operation> rows) {
        Operation first = rows.apply(key.id(0));
        int latest = first == null ? 0 : first.latestGeneration();
        UUID id = key.id(latest);
        Operation current = rows.apply(id);
        boolean over = current == null ? latest > 0 : isOver(current, afterExpiry);
        return over ? new Subject(key.id(latest + 1), latest + 1, null) : new Subject(id, latest, current);
    }

    private static boolean isOver(Operation operation, AfterExpiry afterExpiry) {
        return operation.tombstone() && afterExpiry == AfterExpiry.NEW;
    }
}
