package dev.pawl.ledger;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * Entries that wait for a transaction, bounded in number and bytes. An operation is in one transaction of this process at a
 * time: entries that touch one under way stay in line. Not thread-safe.
 */
final class WaitingEntries {

    private final int maxEntries;
    private final long maxBytes;
    private final Deque<Entry<?>> line = new ArrayDeque<>();
    /** How many entries under way touch each. */
    private final Map<UUID, Integer> underWay = new HashMap<>();

    private long bytes;

    WaitingEntries(int maxEntries, long maxBytes) {
        this.maxEntries = maxEntries;
        this.maxBytes = maxBytes;
    }

    /** Whether there was room. */
    boolean offer(Entry<?> entry) {
        if (line.size() >= maxEntries || bytes + entry.size() > maxBytes) {
            return false;
        }
        line.addLast(entry);
        bytes += entry.size();
        return true;
    }

    /**
     * The next entries in line whose operations are free; their operations are under way from now on. One that wants to be
     * alone comes to the head of the line by waiting.
     */
    List<Entry<?>> take(int maxCount, long maxSize) {
        List<Entry<?>> taken = new ArrayList<>();
        List<Entry<?>> passed = new ArrayList<>();
        long size = 0;
        while (!line.isEmpty() && taken.size() < maxCount && size < maxSize) {
            Entry<?> entry = line.removeFirst();
            if (entry.touches().stream().anyMatch(underWay::containsKey) || (entry.isAlone() && !taken.isEmpty())) {
                passed.add(entry);
            } else {
                taken.add(entry);
                size += entry.size();
                if (entry.isAlone()) {
                    break;
                }
            }
        }
        for (int i = passed.size() - 1; i >= 0; i--) {
            line.addFirst(passed.get(i));
        }
        taken.forEach(entry -> entry.touches().forEach(id -> underWay.merge(id, 1, Integer::sum)));
        bytes -= size;
        return taken;
    }

    /** Each entry that was taken, once. */
    void finished(List<Entry<?>> entries) {
        for (Entry<?> entry : entries) {
            entry.touches().forEach(id -> underWay.computeIfPresent(id, (touched, n) -> n == 1 ? null : n - 1));
        }
    }

    /** Removes those that waited longer than their senders do. */
    List<Entry<?>> expire(long maxAgeMillis) {
        List<Entry<?>> expired = new ArrayList<>();
        Iterator<Entry<?>> entries = line.iterator();
        while (entries.hasNext()) {
            Entry<?> entry = entries.next();
            if (entry.ageMillis() > maxAgeMillis) {
                entries.remove();
                bytes -= entry.size();
                expired.add(entry);
            }
        }
        return expired;
    }

    int count() {
        return line.size();
    }
}
