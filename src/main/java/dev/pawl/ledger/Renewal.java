package dev.pawl.ledger;

import dev.pawl.core.operation.Decision;
import dev.pawl.core.operation.Verdict;
import dev.pawl.ledger.Rows.EffectRow;
import dev.pawl.ledger.Rows.EffectState;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A failed command runs again under the key it has, whoever wants it. An effect that had been given up is sent again under
 * the id it has: with a new one, whoever got the first after all would take it for another.
 */
final class Renewal {

    private Renewal() {}

    /**
     * Only for an entry that asked for the operation's effects.
     *
     * @return null: the database says no, and there is no word for it that the operation could take
     */
    static @Nullable Decision run(Batch batch, CommandTry attempt) {
        UUID operation = attempt.operation();
        List<EffectState> refused = refused(batch, operation);
        int before = batch.effects.caused().size();
        Decision decision = attempt.again(batch);
        boolean moved = decision != null && decision.verdict() == Verdict.APPLIED;
        // Otherwise a statement said no, and the operation is rejected instead.
        if (moved
                && Objects.requireNonNull(batch.operation(operation))
                        .state()
                        .equals(attempt.assertion().state())) {
            keepIds(batch, before, refused, attempt.voice().operator() != null);
        }
        return decision;
    }

    /** Those that the configuration still knows; the others would wait for ever. */
    static List<EffectState> refused(Batch batch, UUID operation) {
        return batch.effects.of(operation).stream()
                .filter(effect -> effect.refused() && batch.effects.rule(effect.name()) != null)
                .toList();
    }

    /** What was given up and is caused once more is the same effect: its receiver may have got it after all. */
    private static void keepIds(Batch batch, int before, List<EffectState> refused, boolean person) {
        List<EffectRow> caused = batch.effects.caused();
        for (EffectRow row : List.copyOf(caused.subList(before, caused.size()))) {
            refused.stream()
                    .filter(effect -> effect.name().equals(row.name()))
                    .max(Comparator.comparingInt(EffectState::seq))
                    .ifPresent(effect -> goOn(batch, effect, row, person));
        }
    }

    private static void goOn(Batch batch, EffectState effect, EffectRow row, boolean person) {
        if (row.sql() != null) {
            // A statement that was given up has not run: the attempt runs its own.
            EffectChanges.cancel(batch, effect);
            return;
        }
        batch.effects.withdraw(row);
        if (person) {
            EffectChanges.retry(batch, List.of(effect));
        } else {
            EffectChanges.repeat(batch, effect);
        }
    }
}
