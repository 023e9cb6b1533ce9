package dev.pawl.ledger;

import dev.pawl.core.operation.Attention;
import dev.pawl.core.operation.Attention.Reason;
import dev.pawl.core.operation.Cause;
import dev.pawl.core.operation.Operation;
import dev.pawl.core.operation.Progress;
import dev.pawl.ledger.Rows.EffectState;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** An effect waits longer than it may. */
final class ParkedEffectEntry extends OperationEntry<Boolean> {

    private final int seq;
    private final String effect;
    private final String why;

    ParkedEffectEntry(UUID id, int seq, String effect, String why) {
        super(id);
        this.seq = seq;
        this.effect = effect;
        this.why = why;
    }

    /** Whether the attention says that this effect waits. */
    static boolean isAbout(@Nullable Attention attention, int seq, String effect) {
        return attention != null
                && !attention.detail().containsKey("state")
                && effect.equals(attention.detail().get("effect"))
                && Integer.toString(seq).equals(attention.detail().get("seq"));
    }

    @Override
    int size() {
        return 1024;
    }

    @Override
    boolean needsEffects() {
        return true;
    }

    /** It may be over by now: its own claim ended, or an operator cancelled it. */
    @Override
    Boolean decide(Batch batch) {
        Operation current = batch.operation(id);
        EffectState waiting = batch.effects.of(id).stream()
                .filter(one -> one.is(seq, effect) && one.pending())
                .findFirst()
                .orElse(null);
        if (current == null || waiting == null) {
            return false;
        }
        Map<String, String> detail = Map.of("effect", effect, "seq", Integer.toString(seq), "error", why);
        batch.carryOut(
                current,
                Progress.raised(current, Reason.PARKED, Cause.EFFECT, detail, batch.now()),
                Batch.Voice.effect(waiting));
        return true;
    }
}
