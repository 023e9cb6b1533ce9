package dev.pawl.ledger;

import dev.pawl.core.operation.Operation;
import dev.pawl.ledger.Ledger.EffectAction;
import dev.pawl.ledger.Ledger.EffectOutcome;
import dev.pawl.ledger.Ledger.Operator;
import dev.pawl.ledger.Rows.AuditRow;
import dev.pawl.ledger.Rows.EffectState;
import java.util.List;
import java.util.UUID;

/** An operator's word about one effect. Cancelling ends one under way, too: what was sent already cannot be taken back. */
final class EffectActionEntry extends OperationEntry<EffectOutcome> {

    private final int seq;
    private final String name;
    private final EffectAction action;
    private final Operator operator;

    EffectActionEntry(UUID id, int seq, String name, EffectAction action, Operator operator) {
        super(id);
        this.seq = seq;
        this.name = name;
        this.action = action;
        this.operator = operator;
    }

    @Override
    int size() {
        return 512;
    }

    @Override
    boolean needsEffects() {
        return true;
    }

    @Override
    EffectOutcome decide(Batch batch) {
        Operation current = batch.operation(id);
        EffectState effect = batch.effects.of(id).stream()
                .filter(one -> one.is(seq, name))
                .findFirst()
                .orElse(null);
        if (current == null || effect == null) {
            return EffectOutcome.NOT_FOUND;
        }
        EffectOutcome outcome = switch (action) {
            case RETRY -> retry(batch, effect);
            case CANCEL -> cancel(batch, effect);
        };
        if (outcome == EffectOutcome.DONE) {
            EffectChanges.settle(batch, current, operator);
            String verb = action.name().toLowerCase(java.util.Locale.ROOT);
            batch.audit.add(
                    new AuditRow(operator.actor(), verb, "effect/" + id + "/" + seq + "/" + name, operator.reason()));
        }
        return outcome;
    }

    private static EffectOutcome retry(Batch batch, EffectState effect) {
        if (effect.state().equals("done") || (effect.state().equals("canceled") && effect.blank())) {
            return EffectOutcome.SETTLED;
        }
        if (effect.pending() && effect.claimed()) {
            return EffectOutcome.UNDER_WAY;
        }
        if (batch.effects.rule(effect.name()) == null) {
            return EffectOutcome.NOT_CONFIGURED;
        }
        EffectChanges.retry(batch, List.of(effect));
        return EffectOutcome.DONE;
    }

    private static EffectOutcome cancel(Batch batch, EffectState effect) {
        if (!effect.pending() && !effect.refused()) {
            return EffectOutcome.SETTLED;
        }
        EffectChanges.cancel(batch, effect);
        return EffectOutcome.DONE;
    }
}
