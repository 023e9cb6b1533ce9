package dev.pawl.ledger;

import dev.pawl.ledger.Rows.ParkedRow;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * The events of one batch that wait for their predecessors: those found with the locked operations, and those that came with
 * the batch. Confined to one thread.
 */
final class Parking {

    private static final int WHOLE = -1;

    private final Map<UUID, List<ParkedRow>> waiting = new HashMap<>();
    private final List<Gone> gone = new ArrayList<>();
    private final List<ParkedRow> overdue = new ArrayList<>();

    /**
     * A stored row that no longer waits.
     *
     * @param n -1: all of the delivery
     */
    record Gone(UUID delivery, int n) {}

    /** @param stored oldest first */
    Parking(Collection<ParkedRow> stored) {
        stored.forEach(this::add);
    }

    void add(ParkedRow row) {
        waiting.computeIfAbsent(row.operation(), id -> new ArrayList<>()).add(row);
    }

    /** Those that wait for the operation to move, oldest first. */
    List<ParkedRow> on(UUID operation) {
        return List.copyOf(waiting.getOrDefault(operation, List.of()));
    }

    void leave(ParkedRow row) {
        remove(row);
        if (row.stored()) {
            gone.add(new Gone(row.delivery(), row.n()));
        }
    }

    /** The delivery is read again: what it said before no longer counts. */
    void forget(UUID delivery) {
        gone.add(new Gone(delivery, WHOLE));
        waiting.values().forEach(rows -> rows.removeIf(row -> row.delivery().equals(delivery)));
    }

    void markOverdue(ParkedRow row) {
        ParkedRow marked = row.late();
        remove(row);
        add(marked);
        overdue.add(marked);
    }

    private void remove(ParkedRow row) {
        waiting.getOrDefault(row.operation(), new ArrayList<>()).remove(row);
    }

    /** Rows to be written. */
    List<ParkedRow> added() {
        return waiting.values().stream()
                .flatMap(List::stream)
                .filter(row -> !row.stored())
                .toList();
    }

    /** Rows to be deleted. */
    List<Gone> gone() {
        return gone;
    }

    /** Stored rows whose time is over. */
    List<ParkedRow> overdue() {
        return overdue;
    }
}
