package dev.pawl.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class NeighboursTest {

    private static final UUID A = new UUID(1, 1);
    private static final UUID B = new UUID(2, 2);
    private static final UUID C = new UUID(3, 3);

    private final Entry<?> quiet = new Waiting(false, A);
    private final Entry<?> command = new Waiting(true, B);
    private final Entry<?> locked = new Waiting(true, C);

    @Test
    void whoRunsNoStatementGoesFirstAndWhoMetALockLast() {
        assertThat(Neighbours.apart(List.of(locked, command, quiet), Set.of(locked)))
                .containsExactly(List.of(quiet), List.of(command), List.of(locked));
    }

    @Test
    void whatTouchesTheSameStaysTogetherAndInOrder() {
        Entry<?> between = new Waiting(false, A, B);
        Entry<?> after = new Waiting(false, B, C);

        assertThat(Neighbours.apart(List.of(quiet, between, after, locked), Set.of(locked)))
                .as("by way of others, too")
                .containsExactly(List.of(quiet, between, after, locked));
        assertThat(Neighbours.apart(List.of(quiet, between, command, locked), Set.of(locked)))
                .containsExactly(List.of(quiet, between, command), List.of(locked));
    }

    @Test
    void nobodyIsNoTransaction() {
        assertThat(Neighbours.apart(List.of(), Set.of())).isEmpty();
    }

    @Test
    void theLastLaneIsForThoseThatRunNoStatement() {
        PatientLine line = new PatientLine();
        line.add(List.of(command));
        line.add(List.of(quiet));

        assertThat(line.next(0)).isNull();
        assertThat(line.next(1)).containsExactly(quiet);
        assertThat(line.next(1)).isNull();
        assertThat(line.entries()).hasSize(1);
        assertThat(line.next(2)).containsExactly(command);
        assertThat(line.isEmpty()).isTrue();
    }

    /** A lock may be held for hours, and those that meet it give up after seconds: they are not kept, nor tried again. */
    @Test
    void whoeverHasBeenAnsweredLeavesTheLine() {
        PatientLine line = new PatientLine();
        line.add(List.of(command, locked));
        line.add(List.of(quiet));
        locked.unavailable("not committed in time", null);
        quiet.unavailable("not committed in time", null);

        assertThat(line.dropAnswered()).containsExactlyInAnyOrder(locked, quiet);

        assertThat(line.next(2)).containsExactly(command);
        assertThat(line.isEmpty()).isTrue();
    }

    /** Something that waits, and decides nothing here. */
    private static final class Waiting extends Entry<Boolean> {

        private final boolean statements;
        private final Set<UUID> touched;

        Waiting(boolean statements, UUID... touched) {
            this.statements = statements;
            this.touched = Set.of(touched);
        }

        @Override
        Set<UUID> operations() {
            return touched;
        }

        @Override
        boolean mayRunStatements() {
            return statements;
        }

        @Override
        int size() {
            return 1;
        }

        @Override
        Boolean decide(Batch batch) {
            return true;
        }
    }
}
