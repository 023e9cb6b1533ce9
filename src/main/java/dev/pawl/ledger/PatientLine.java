package dev.pawl.ledger;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Entries in line for a lane that waits for rows, as they go into a transaction together. Those that may run statements of
 * the application's never take the last lane: however long its locks are held, whoever runs none has a way. Not thread-safe.
 */
final class PatientLine {

    private final Deque<List<Entry<?>>> free = new ArrayDeque<>();
    private final Deque<List<Entry<?>>> withStatements = new ArrayDeque<>();

    void add(List<Entry<?>> together) {
        (together.stream().anyMatch(Entry::mayRunStatements) ? withStatements : free)
                .addLast(new ArrayList<>(together));
    }

    /**
     * Null: nobody may go.
     *
     * @param lanes how many are free
     */
    @Nullable
    List<Entry<?>> next(int lanes) {
        if (lanes > 0 && !free.isEmpty()) {
            return free.removeFirst();
        }
        return lanes > 1 ? withStatements.pollFirst() : null;
    }

    /** Takes out whoever has been answered: nobody waits for it any longer, and locks may be held for hours. */
    List<Entry<?>> dropAnswered() {
        List<Entry<?>> answered = entries().filter(Entry::answered).toList();
        for (Deque<List<Entry<?>>> line : List.of(free, withStatements)) {
            line.forEach(together -> together.removeAll(answered));
            line.removeIf(List::isEmpty);
        }
        return answered;
    }

    Stream<Entry<?>> entries() {
        return Stream.concat(free.stream(), withStatements.stream()).flatMap(List::stream);
    }

    boolean isEmpty() {
        return free.isEmpty() && withStatements.isEmpty();
    }
}
