package dev.pawl.ledger;

import dev.pawl.config.Catalog;
import dev.pawl.core.operation.Operation;
import dev.pawl.core.operation.Transition;
import dev.pawl.core.outbound.EffectPayload;
import dev.pawl.core.outbound.EffectRule;
import dev.pawl.core.outbound.EffectRule.End;
import dev.pawl.core.outbound.SqlValues;
import dev.pawl.core.outbound.Trace;
import dev.pawl.ledger.Rows.EffectChange;
import dev.pawl.ledger.Rows.EffectId;
import dev.pawl.ledger.Rows.EffectRow;
import dev.pawl.ledger.Rows.EffectState;
import dev.pawl.ledger.Rows.SqlCall;
import io.vertx.core.buffer.Buffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The effects of one batch: those that are caused, and what becomes of those that exist. Confined to one thread. */
final class BatchEffects {

    private final Catalog catalog;
    private final Instant now;
    private final List<EffectState> existing;
    private final Map<EffectId, EffectChange> changes = new LinkedHashMap<>();
    private final List<EffectRow> caused = new ArrayList<>();

    /** @param existing effects of those operations whose entries asked for them */
    BatchEffects(Catalog catalog, Instant now, List<EffectState> existing) {
        this.catalog = catalog;
        this.now = now;
        this.existing = new ArrayList<>(existing);
    }

    List<EffectRule> rules() {
        return catalog.effects();
    }

    /** Null when the configuration does not know it. */
    @Nullable
    EffectRule rule(String name) {
        return catalog.effects().stream()
                .filter(rule -> rule.name().equals(name))
                .findFirst()
                .orElse(null);
    }

    /** As the entries before left them; only for entries that asked for them. */
    List<EffectState> of(UUID operation) {
        return existing.stream()
                .filter(effect -> effect.operation().equals(operation))
                .toList();
    }

    /** Of two changes to one effect the later one is written. */
    void change(EffectState effect, EffectChange.Kind kind) {
        changes.put(effect.id(), new EffectChange(effect, kind));
        existing.replaceAll(one -> one.id().equals(effect.id()) ? effect.after(kind) : one);
    }

    List<EffectChange> changes() {
        return List.copyOf(changes.values());
    }

    /** What a transition causes, at once. */
    void cause(Operation after, Transition transition, Trace trace) {
        for (EffectRule rule : catalog.effects()) {
            if (rule.when().matches(after, transition)) {
                add(
                        rule,
                        rule.target()
                                .fold(
                                        http -> sent(rule, after, transition, trace, 0),
                                        sql -> called(rule, after, transition, trace, sql),
                                        kafka -> sent(rule, after, transition, trace, 0)));
            }
        }
    }

    /**
     * What a transition of long ago would have caused. It goes the dispatcher's way, whatever its kind, since it has to keep
     * a pace.
     *
     * @param delayMillis from now until it is due
     */
    void catchUp(EffectRule rule, Operation after, Transition transition, Trace trace, long delayMillis) {
        add(rule, sent(rule, after, transition, trace, delayMillis));
    }

    private void add(EffectRule rule, EffectRow row) {
        boolean already = rule.once()
                && caused.stream()
                        .anyMatch(other -> other.operation().equals(row.operation())
                                && other.name().equals(row.name()));
        if (!already) {
            caused.add(row);
        }
    }

    /** New ones, of every kind. */
    List<EffectRow> caused() {
        return caused;
    }

    /** New ones that are statements in this database and run with the batch, in the order in which they run. */
    List<EffectRow> calls() {
        return caused.stream()
                .filter(effect -> effect.sql() != null)
                .sorted(Comparator.comparing(EffectRow::operation, UuidOrder.UNSIGNED)
                        .thenComparing(EffectRow::seq))
                .toList();
    }

    private EffectRow sent(EffectRule rule, Operation after, Transition transition, Trace trace, long delayMillis) {
        byte[] payload = rule.target()
                .fold(
                        http -> body(rule, after, transition, trace),
                        sql -> SqlValues.of(after, transition, now).json(),
                        kafka -> body(rule, after, transition, trace));
        return row(rule, after, transition, trace, payload, null, delayMillis);
    }

    private EffectRow called(
            EffectRule rule, Operation after, Transition transition, Trace trace, EffectRule.SqlTarget target) {
        SqlValues values = SqlValues.of(after, transition, now);
        return row(rule, after, transition, trace, values.json(), new SqlCall(target, values), 0);
    }

    private byte[] body(EffectRule rule, Operation after, Transition transition, Trace trace) {
        return EffectPayload.of(rule.target(), after, transition, now, trace.correlationId());
    }

    private static EffectRow row(
            EffectRule rule,
            Operation after,
            Transition transition,
            Trace trace,
            byte[] payload,
            @Nullable SqlCall sql,
            long delayMillis) {
        return new EffectRow(
                after.id(),
                transition.seq(),
                rule.name(),
                after.source(),
                EffectPayload.webhookId(after.id(), transition, rule.name()),
                Buffer.buffer(payload),
                rule.once(),
                rule.then().containsKey(End.DONE),
                sql,
                trace,
                delayMillis);
    }
}
