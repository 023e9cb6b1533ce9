package dev.pawl.ledger;

import dev.pawl.config.Catalog;
import dev.pawl.config.Source;
import dev.pawl.core.operation.Operation;
import dev.pawl.core.operation.Transition;
import dev.pawl.core.outbound.EffectPayload;
import dev.pawl.core.outbound.EffectRule;
import dev.pawl.core.outbound.SqlValues;
import dev.pawl.ledger.Rows.EffectRow;
import dev.pawl.ledger.Rows.SqlCall;
import io.vertx.core.buffer.Buffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The effects that the transitions of one batch cause. Confined to one thread. */
final class BatchEffects {

    private final Catalog catalog;
    private final Instant now;
    private final List<EffectRow> caused = new ArrayList<>();

    BatchEffects(Catalog catalog, Instant now) {
        this.catalog = catalog;
        this.now = now;
    }

    /** Notes what a transition causes: nothing where the operation's source only observes. */
    void cause(Operation after, Transition transition) {
        List<EffectRule> rules = catalog.effects();
        if (rules.isEmpty()) {
            return;
        }
        Source source = catalog.source(after.source());
        if (source != null && source.observe()) {
            return;
        }
        Operation named =
                source == null || source.name().equals(after.source()) ? after : after.withSource(source.name());
        for (EffectRule rule : rules) {
            if (rule.when().matches(named, transition)) {
                add(rule, named, transition);
            }
        }
    }

    private void add(EffectRule rule, Operation after, Transition transition) {
        boolean already = rule.once()
                && caused.stream()
                        .anyMatch(row ->
                                row.operation().equals(after.id()) && row.name().equals(rule.name()));
        if (!already) {
            caused.add(rule.target()
                    .fold(
                            http -> row(rule, after, transition, EffectPayload.json(after, transition, now), null),
                            sql -> {
                                SqlValues values = SqlValues.of(after, transition, now);
                                return row(rule, after, transition, values.json(), new SqlCall(sql, values));
                            }));
        }
    }

    private static EffectRow row(
            EffectRule rule, Operation after, Transition transition, byte[] payload, @Nullable SqlCall sql) {
        return new EffectRow(
                after.id(),
                transition.seq(),
                rule.name(),
                after.source(),
                EffectPayload.webhookId(after.id(), transition, rule.name()),
                Buffer.buffer(payload),
                rule.once(),
                sql);
    }

    /** All of them, of every kind. */
    List<EffectRow> caused() {
        return caused;
    }

    /** Those that are statements in this database, in the order in which they run. */
    List<EffectRow> calls() {
        return caused.stream()
                .filter(effect -> effect.sql() != null)
                .sorted(Comparator.comparing(EffectRow::operation, UuidOrder.UNSIGNED)
                        .thenComparing(EffectRow::seq))
                .toList();
    }
}
