package dev.pawl.ledger;

import dev.pawl.core.operation.Attention;
import dev.pawl.core.operation.Operation;
import dev.pawl.ledger.Rows.CounterKey;
import java.util.HashSet;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The differences a batch makes to what the status shows. Sorted, since all batches lock counter rows in this order.
 *
 * <p>Kinds: {@code received} ({@code all}), {@code verdict}, {@code refused} (cause), {@code status} (operations by status),
 * {@code attention} ({@code open}: operations with a non-empty set), {@code attention-by} (reason), {@code effect}
 * ({@code pending}, {@code dead}).
 */
final class Counters {

    private final SortedMap<CounterKey, Long> differences = new TreeMap<>();

    void add(String source, String kind, String name, long difference) {
        differences.merge(new CounterKey(source, kind, name), difference, Long::sum);
    }

    /** Counts what differs between two versions of an operation. */
    void changed(@Nullable Operation before, Operation after) {
        String source = after.source();
        if (before == null || before.status() != after.status()) {
            add(source, "status", after.status().word(), 1);
            if (before != null) {
                add(source, "status", before.status().word(), -1);
            }
        }
        Set<Attention.Reason> had =
                before == null ? Set.of() : before.attention().keySet();
        Set<Attention.Reason> has = after.attention().keySet();
        if (had.isEmpty() && has.isEmpty()) {
            return;
        }
        if (had.isEmpty() != has.isEmpty()) {
            add(source, "attention", "open", had.isEmpty() ? 1 : -1);
        }
        Set<Attention.Reason> all = new HashSet<>(had);
        all.addAll(has);
        for (Attention.Reason reason : all) {
            int difference = (has.contains(reason) ? 1 : 0) - (had.contains(reason) ? 1 : 0);
            if (difference != 0) {
                add(source, "attention-by", reason.word(), difference);
            }
        }
    }

    SortedMap<CounterKey, Long> differences() {
        return differences;
    }
}
