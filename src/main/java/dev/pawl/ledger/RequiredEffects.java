package dev.pawl.ledger;

import dev.pawl.ledger.Rows.EffectRow;
import dev.pawl.ledger.Rows.SqlCall;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The SQL effects an entry cannot do without, in the order in which they run. */
record RequiredEffects(Entry<?> entry, List<EffectRow> effects) {

    RequiredEffects {
        effects = List.copyOf(effects);
    }

    List<@Nullable SqlCall> calls() {
        return effects.stream().<@Nullable SqlCall>map(EffectRow::sql).toList();
    }
}
