package dev.pawl.ledger;

import dev.pawl.core.operation.Attention;
import dev.pawl.core.operation.Attention.Reason;
import dev.pawl.core.operation.Cause;
import dev.pawl.core.operation.Operation;
import dev.pawl.core.operation.Progress;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** An effect waits longer than it may, or has done so and waits no more. */
final class ParkedEffectEntry extends OperationEntry<Boolean> {

    private final String seq;
    private final String effect;
    private final @Nullable String why;

    private ParkedEffectEntry(UUID id, int seq, String effect, @Nullable String why) {
        super(id);
        this.seq = Integer.toString(seq);
        this.effect = effect;
        this.why = why;
    }

    static ParkedEffectEntry parked(UUID id, int seq, String effect, String why) {
        return new ParkedEffectEntry(id, seq, effect, why);
    }

    static ParkedEffectEntry arrived(UUID id, int seq, String effect) {
        return new ParkedEffectEntry(id, seq, effect, null);
    }

    @Override
    int size() {
        return 1024;
    }

    @Override
    Boolean decide(Batch batch) {
        Operation current = batch.operation(id);
        if (current == null) {
            return false;
        }
        if (why != null) {
            Map<String, String> detail = Map.of("effect", effect, "seq", seq, "error", why);
            batch.carryOut(
                    current,
                    Progress.raised(current, Reason.PARKED, Cause.EFFECT, detail, batch.now()),
                    Batch.Voice.OURS);
        } else if (isAbout(current.attention().get(Reason.PARKED))) {
            batch.carryOut(
                    current, Progress.cleared(current, Reason.PARKED, Cause.EFFECT, batch.now()), Batch.Voice.OURS);
        }
        return true;
    }

    private boolean isAbout(@Nullable Attention attention) {
        return attention != null
                && effect.equals(attention.detail().get("effect"))
                && seq.equals(attention.detail().get("seq"));
    }
}
