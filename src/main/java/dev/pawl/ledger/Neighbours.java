package dev.pawl.ledger;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Who may wait in one transaction with whom. A command's statement may wait for a lock of the application's: what runs none
 * does not wait beside it, and what has met no lock does not wait beside what has.
 */
final class Neighbours {

    private Neighbours() {}

    /**
     * The entries parted, whoever waits for least first. What touches the same stays together and in its order, since an
     * operation or a key is in one transaction of a process at a time.
     *
     * @param locked those whose statement has met a lock
     */
    static List<List<Entry<?>>> apart(List<Entry<?>> entries, Set<Entry<?>> locked) {
        List<Entry<?>> free = new ArrayList<>(entries);
        List<Entry<?>> atLocks = takenFrom(free, locked::contains);
        List<Entry<?>> withStatements = takenFrom(free, Entry::mayRunStatements);
        return Stream.of(free, withStatements, atLocks)
                .filter(together -> !together.isEmpty())
                .toList();
    }

    /** Those that fit and whatever touches the same as one of them, be it by way of others. */
    private static List<Entry<?>> takenFrom(List<Entry<?>> rest, Predicate<Entry<?>> fits) {
        Set<UUID> touched = new HashSet<>();
        Set<Entry<?>> taken = new HashSet<>();
        boolean more = true;
        while (more) {
            more = false;
            for (Entry<?> entry : rest) {
                boolean along = fits.test(entry) || entry.touches().stream().anyMatch(touched::contains);
                if (along && taken.add(entry)) {
                    touched.addAll(entry.touches());
                    more = true;
                }
            }
        }
        List<Entry<?>> inOrder = rest.stream().filter(taken::contains).toList();
        rest.removeAll(inOrder);
        return inOrder;
    }
}
