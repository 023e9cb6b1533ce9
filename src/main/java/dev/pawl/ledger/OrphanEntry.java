package dev.pawl.ledger;

import dev.pawl.core.operation.Attention.Reason;
import dev.pawl.core.operation.Cause;
import dev.pawl.core.operation.Operation;
import dev.pawl.core.operation.Progress;
import dev.pawl.ledger.Rows.EffectChange;
import dev.pawl.ledger.Rows.EffectState;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/** A waiting effect is not in the configuration any longer, or is in it again. */
final class OrphanEntry extends OperationEntry<Boolean> {

    private final int seq;
    private final String name;

    OrphanEntry(UUID id, int seq, String name) {
        super(id);
        this.seq = seq;
        this.name = name;
    }

    @Override
    int size() {
        return 256;
    }

    @Override
    boolean needsEffects() {
        return true;
    }

    /** The configuration in force decides, whatever it was when somebody looked. */
    @Override
    Boolean decide(Batch batch) {
        Operation current = batch.operation(id);
        EffectState effect = batch.effects.of(id).stream()
                .filter(one -> one.is(seq, name))
                .findFirst()
                .orElse(null);
        boolean known = batch.effects.rule(name) != null;
        if (current == null || effect == null || effect.orphan() == !known) {
            return false;
        }
        if (known) {
            back(batch, current, effect);
        } else if (effect.pending()) {
            batch.effects.change(effect, EffectChange.Kind.ORPHAN);
            Map<String, String> detail = Map.of("effect", name, "seq", Integer.toString(seq));
            batch.carryOut(
                    current,
                    Progress.raised(current, Reason.EFFECT_REMOVED, Cause.SCHEDULE, detail, batch.now()),
                    Batch.Voice.OURS);
        }
        return true;
    }

    private void back(Batch batch, Operation current, EffectState effect) {
        batch.effects.change(effect, EffectChange.Kind.BACK);
        if (batch.effects.of(id).stream().noneMatch(EffectState::orphan)) {
            batch.carryOut(
                    current,
                    Progress.settled(current, Set.of(Reason.EFFECT_REMOVED), Cause.SCHEDULE, batch.now()),
                    Batch.Voice.OURS);
        }
    }
}
