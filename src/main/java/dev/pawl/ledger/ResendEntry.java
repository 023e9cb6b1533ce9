package dev.pawl.ledger;

import dev.pawl.core.machine.Machine;
import dev.pawl.core.operation.Operation;
import dev.pawl.core.operation.Transition;
import dev.pawl.core.outbound.EffectRule;
import dev.pawl.core.outbound.Trace;
import dev.pawl.ledger.Ledger.Resend;
import dev.pawl.ledger.Rows.AuditRow;
import java.util.HashSet;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * Causes what some transitions would have caused, had effects not been off. An effect that is there already, or that runs
 * once and has run, is not made again.
 */
final class ResendEntry extends Entry<Integer> {

    private final Resend resend;
    private final Set<UUID> ids;

    ResendEntry(Resend resend) {
        this.resend = resend;
        this.ids = resend.transitions().stream().map(Transition::operation).collect(Collectors.toUnmodifiableSet());
    }

    @Override
    Set<UUID> operations() {
        return ids;
    }

    @Override
    int size() {
        return 2048 * resend.transitions().size();
    }

    @Override
    boolean needsExisting() {
        return true;
    }

    @Override
    boolean needsEffects() {
        return true;
    }

    @Override
    Integer decide(Batch batch) {
        Set<String> there = new HashSet<>();
        for (UUID id : ids) {
            batch.effects.of(id).forEach(effect -> {
                there.add(id + "/" + effect.seq() + "/" + effect.name());
                there.add(id + "/" + effect.name());
            });
        }
        int made = 0;
        for (Transition transition : resend.transitions()) {
            Operation current = batch.operation(transition.operation());
            // Of a tombstone nothing is left to tell, nor which effects it has had.
            if (current == null || current.tombstone()) {
                continue;
            }
            Operation then = batch.named(asOf(batch, current, transition));
            for (EffectRule rule : batch.effects.rules()) {
                String ever = current.id() + "/" + rule.name();
                String one = current.id() + "/" + transition.seq() + "/" + rule.name();
                boolean again = !there.add(one) || (rule.once() && there.contains(ever));
                if (rule.when().matches(then, transition) && !again) {
                    there.add(ever);
                    batch.effects.catchUp(
                            rule, then, transition, new Trace(null, current.correlationId()), delay(made));
                    made++;
                }
            }
        }
        resend.operator()
                .ifPresent(operator -> batch.audit.add(
                        new AuditRow(operator.actor(), "resend", "source/" + resend.source(), operator.reason())));
        return made;
    }

    private long delay(int made) {
        return (resend.before() + made) * 1000L / resend.perSecond();
    }

    /** The operation's other parts are as they are now: what they were then is not kept. */
    private static Operation asOf(Batch batch, Operation current, Transition transition) {
        Machine machine = batch.machine(current.machine());
        String to = transition.to();
        String state = to == null || transition.kind() != Transition.Kind.MOVE ? current.state() : to;
        return current.asOf(
                transition.seq(), state, Transition.statusAfter(transition.kind(), to, machine, current.status()));
    }
}
