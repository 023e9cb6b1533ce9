package dev.pawl.ledger;

import dev.pawl.core.operation.Attention;
import dev.pawl.core.operation.Attention.Reason;
import dev.pawl.core.operation.Cause;
import dev.pawl.core.operation.Operation;
import dev.pawl.core.operation.Progress;
import dev.pawl.core.outbound.EffectRule;
import dev.pawl.core.outbound.Repeat;
import dev.pawl.ledger.Ledger.Operator;
import dev.pawl.ledger.Rows.EffectChange;
import dev.pawl.ledger.Rows.EffectState;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What operators do to effects, and what that means for the counters and for what their operation's attention is about. */
final class EffectChanges {

    private EffectChanges() {}

    /** A person's word, which also counts where an effect may not be repeated in doubt. */
    static void retry(Batch batch, List<EffectState> effects) {
        effects.forEach(effect -> retry(batch, effect, again(batch.effects.rule(effect.name()))));
    }

    /** An application's word: doubt stays. */
    static void repeat(Batch batch, EffectState effect) {
        retry(batch, effect, EffectChange.Kind.RETRY);
    }

    private static void retry(Batch batch, EffectState effect, EffectChange.Kind kind) {
        batch.effects.change(effect, kind);
        if (!effect.pending()) {
            batch.counters.add(effect.source(), "effect", "pending", 1);
            uncountRefused(batch, effect);
        }
    }

    private static EffectChange.Kind again(@Nullable EffectRule rule) {
        boolean never = rule != null && rule.repeat() == Repeat.Always.NEVER;
        return never ? EffectChange.Kind.PERMIT : EffectChange.Kind.RETRY;
    }

    static void cancel(Batch batch, EffectState effect) {
        batch.effects.change(effect, EffectChange.Kind.CANCEL);
        if (effect.pending()) {
            batch.counters.add(effect.source(), "effect", "pending", -1);
        }
        uncountRefused(batch, effect);
    }

    private static void uncountRefused(Batch batch, EffectState effect) {
        if (effect.refused()) {
            batch.counters.add(effect.source(), "effect", "dead", -1);
        }
    }

    /** Clears the attention that is about no effect any longer. */
    static void settle(Batch batch, Operation current, Operator operator) {
        settle(batch, current, Cause.OPERATOR, Batch.Voice.operator(operator));
    }

    static void settle(Batch batch, Operation current, Cause cause, Batch.Voice voice) {
        List<EffectState> rest = batch.effects.of(current.id());
        Set<Reason> over = EnumSet.noneOf(Reason.class);
        if (rest.stream().noneMatch(effect -> effect.refused() && !effect.unsure())) {
            over.add(Reason.DEAD_EFFECT);
        }
        if (rest.stream().noneMatch(effect -> effect.refused() && effect.unsure())) {
            over.add(Reason.OUTCOME_UNKNOWN);
        }
        if (rest.stream().noneMatch(EffectState::orphan)) {
            over.add(Reason.EFFECT_REMOVED);
        }
        Attention waiting = current.attention().get(Reason.PARKED);
        if (rest.stream()
                .anyMatch(effect ->
                        !effect.pending() && ParkedEffectEntry.isAbout(waiting, effect.seq(), effect.name()))) {
            over.add(Reason.PARKED);
        }
        batch.carryOut(current, Progress.settled(current, over, cause, batch.now()), voice);
    }
}
