package dev.pawl.ledger;

import dev.pawl.core.operation.Operation;
import dev.pawl.ledger.Rows.EffectState;
import dev.pawl.ledger.Rows.ParkedRow;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What a transaction has found and holds.
 *
 * @param readBefore of the events that were asked for
 * @param endings how the statements ended that commands need, as far as they have run
 */
record Locked(
        Instant now,
        List<Operation> operations,
        List<ParkedRow> parked,
        List<EffectState> effects,
        CommandRows.Found commands,
        List<ReadBefore.Reading> readBefore,
        Map<Entry<?>, Ending> endings) {

    /** Without commands and effects. */
    static Locked of(Instant now, Collection<Operation> operations, Collection<ParkedRow> parked) {
        return new Locked(
                now,
                List.copyOf(operations),
                List.copyOf(parked),
                List.of(),
                CommandRows.Found.NOTHING,
                List.of(),
                Map.of());
    }

    Locked with(Map<Entry<?>, Ending> more) {
        Map<Entry<?>, Ending> all = new HashMap<>(endings);
        all.putAll(more);
        return new Locked(now, operations, parked, effects, commands, readBefore, Map.copyOf(all));
    }

    Locked with(CommandRows.Found later) {
        return new Locked(now, operations, parked, effects, later, readBefore, endings);
    }
}
