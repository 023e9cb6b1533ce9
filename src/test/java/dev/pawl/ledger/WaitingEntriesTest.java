package dev.pawl.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.ledger.TombstoneEntry.End;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class WaitingEntriesTest {

    private static final UUID A = new UUID(1, 1);
    private static final UUID B = new UUID(2, 2);

    private final WaitingEntries waiting = new WaitingEntries(100, 1 << 20);
    private final Entry<?> onA = new ExpiryEntry(A);
    private final Entry<?> onB = new ExpiryEntry(B);
    private final Entry<?> ending = new TombstoneEntry(Map.of(A, 0), End.TOMBSTONE);

    private List<Entry<?>> take() {
        return waiting.take(100, 1 << 20);
    }

    @Test
    void whatEndsOperationsIsNeverDecidedTogetherWithWhatMovesThem() {
        waiting.offer(onA);
        waiting.offer(ending);
        waiting.offer(onB);

        List<Entry<?>> first = take();
        assertThat(first).containsExactly(onA, onB);
        assertThat(take()).as("its operation is under way").isEmpty();
        waiting.finished(first);

        List<Entry<?>> second = take();
        assertThat(second).containsExactly(ending);
        Entry<?> after = new ExpiryEntry(A);
        waiting.offer(after);
        assertThat(take()).isEmpty();
        waiting.finished(second);
        assertThat(take()).containsExactly(after);
    }

    @Test
    void whatIsAloneTakesNobodyAlong() {
        waiting.offer(ending);
        waiting.offer(onB);

        assertThat(take()).containsExactly(ending);
        assertThat(take()).containsExactly(onB);
    }
}
