package dev.pawl.ledger;

import dev.pawl.core.machine.Machine;
import dev.pawl.core.operation.Assertion;
import dev.pawl.core.operation.Attention.Reason;
import dev.pawl.core.operation.Cause;
import dev.pawl.core.operation.Decision;
import dev.pawl.core.operation.Fingerprint;
import dev.pawl.core.operation.Operation;
import dev.pawl.core.operation.Order;
import dev.pawl.core.operation.Progress;
import dev.pawl.core.operation.Verdict;
import dev.pawl.core.outbound.EffectRule;
import dev.pawl.ledger.Ledger.EffectEnding;
import dev.pawl.ledger.Rows.EffectState;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An effect has ended: what that says about its operation, and whether a person is needed. The assertion counts as of the
 * ending, by the database's clock, so that saying it again later says nothing new. What it causes goes on with the effect's
 * own trace.
 */
final class EffectEndedEntry extends OperationEntry<Boolean> {

    private final EffectEnding ending;

    EffectEndedEntry(UUID id, EffectEnding ending) {
        super(id);
        this.ending = ending;
    }

    @Override
    int size() {
        return 1024;
    }

    @Override
    boolean needsEffects() {
        return true;
    }

    /** An operator may have had it tried again, or cancelled it, since it ended. */
    @Override
    Boolean decide(Batch batch) {
        Operation current = batch.operation(id);
        EffectState effect = batch.effects.of(id).stream()
                .filter(one -> one.ended(ending))
                .findFirst()
                .orElse(null);
        if (current == null || effect == null) {
            return false;
        }
        Batch.Voice voice = Batch.Voice.effect(effect);
        if (ParkedEffectEntry.isAbout(current.attention().get(Reason.PARKED), ending.seq(), ending.effect())) {
            batch.carryOut(current, Progress.cleared(current, Reason.PARKED, Cause.EFFECT, batch.now()), voice);
            current = java.util.Objects.requireNonNull(batch.operation(id));
        }
        EffectRule rule = batch.effects.rule(ending.effect());
        String state = rule == null || ending.unsure() ? null : rule.then().get(ending.end());
        if (state != null) {
            say(batch, current, state, voice);
        }
        if (ending.end() != EffectRule.End.DONE) {
            raise(batch, ending.unsure() ? Reason.OUTCOME_UNKNOWN : Reason.DEAD_EFFECT, null, voice);
        }
        return true;
    }

    /** What would be parked has no delivery that could be read again: a person learns of it at once. */
    private void say(Batch batch, Operation current, String state, Batch.Voice voice) {
        Machine machine = batch.machine(current.machine());
        if (machine == null || !machine.knows(state)) {
            raise(batch, Reason.UNDECIDED, state, voice);
            return;
        }
        Assertion assertion = new Assertion(
                current.key(),
                current.source(),
                current.machine(),
                state,
                Order.at(ending.at()),
                Fingerprint.NONE,
                Map.of(),
                Set.of(),
                null,
                Cause.EFFECT);
        Decision decision = batch.apply(assertion, id, voice);
        if (decision.verdict() == Verdict.PARKED) {
            raise(batch, Reason.PARKED, state, voice);
        }
    }

    private void raise(Batch batch, Reason reason, @Nullable String state, Batch.Voice voice) {
        Operation current = java.util.Objects.requireNonNull(batch.operation(id), "looked at before");
        Map<String, String> detail = new TreeMap<>();
        detail.put("effect", ending.effect());
        detail.put("seq", Integer.toString(ending.seq()));
        detail.put("error", ending.error());
        if (state != null) {
            detail.put("state", state);
        }
        batch.carryOut(current, Progress.raised(current, reason, Cause.EFFECT, detail, batch.now()), voice);
    }
}
