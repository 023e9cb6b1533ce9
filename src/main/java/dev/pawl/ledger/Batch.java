package dev.pawl.ledger;

import dev.pawl.config.Catalog;
import dev.pawl.config.Source;
import dev.pawl.core.machine.Machine;
import dev.pawl.core.operation.Assertion;
import dev.pawl.core.operation.Decider;
import dev.pawl.core.operation.Decision;
import dev.pawl.core.operation.Operation;
import dev.pawl.core.operation.Progress;
import dev.pawl.core.operation.Progress.Change;
import dev.pawl.core.operation.Transition;
import dev.pawl.core.outbound.EffectPayload;
import dev.pawl.core.outbound.EffectRule;
import dev.pawl.core.outbound.SqlValues;
import dev.pawl.ledger.Ledger.Operator;
import dev.pawl.ledger.Rows.AuditRow;
import dev.pawl.ledger.Rows.DeliveryRow;
import dev.pawl.ledger.Rows.EffectRow;
import dev.pawl.ledger.Rows.EventRow;
import dev.pawl.ledger.Rows.SqlCall;
import dev.pawl.ledger.Rows.TransitionRow;
import io.vertx.core.buffer.Buffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What one transaction decides: the locked operations as they change step by step, and the rows to be written. Assertions
 * on the same operation see each other's changes. Confined to one thread.
 */
final class Batch {

    private final Catalog catalog;
    private final Instant now;
    private final Map<UUID, Operation> locked = new HashMap<>();
    /** Sorted by id as PostgreSQL sorts, so that rows are created in the order in which they are locked. */
    private final SortedMap<UUID, Operation> changed = new TreeMap<>(UuidOrder.UNSIGNED);

    final List<DeliveryRow> deliveries = new ArrayList<>();
    final List<EventRow> events = new ArrayList<>();
    final List<TransitionRow> transitions = new ArrayList<>();
    final List<EffectRow> effects = new ArrayList<>();
    final List<AuditRow> audit = new ArrayList<>();
    final Counters counters = new Counters();

    /** @param now the transaction's time by the database's clock */
    Batch(Catalog catalog, Instant now, Collection<Operation> locked) {
        this.catalog = catalog;
        this.now = now;
        locked.forEach(operation -> this.locked.put(operation.id(), operation));
    }

    Instant now() {
        return now;
    }

    @Nullable
    Machine machine(String name) {
        return catalog.machine(name);
    }

    /** The hash transitions of this batch carry. */
    String configuration() {
        return catalog.hash();
    }

    @Nullable
    Operation operation(UUID id) {
        Operation after = changed.get(id);
        return after == null ? locked.get(id) : after;
    }

    /** Decides about an assertion and carries the decision out. */
    Decision apply(Assertion assertion, UUID id, @Nullable Operator operator, @Nullable UUID delivery) {
        Machine machine = java.util.Objects.requireNonNull(catalog.machine(assertion.machine()), assertion.machine());
        Operation current = operation(id);
        Decision decision = Decider.decide(machine, Decider.Memory.FOR_EVER, current, assertion);
        carryOut(current, Progress.of(machine, current, assertion, decision, now), operator, delivery);
        return decision;
    }

    /** Takes a change over: the operation's new version, its transitions, and what they cause. */
    void carryOut(@Nullable Operation before, Change change, @Nullable Operator operator, @Nullable UUID delivery) {
        Operation after = change.after();
        if (after == null) {
            return;
        }
        changed.put(after.id(), after);
        counters.changed(before, after);
        for (Transition transition : change.transitions()) {
            transitions.add(new TransitionRow(
                    transition,
                    operator == null ? null : operator.actor(),
                    operator == null ? null : operator.reason(),
                    delivery));
            cause(after, transition);
        }
    }

    private void cause(Operation after, Transition transition) {
        List<EffectRule> rules = catalog.effects();
        if (rules.isEmpty()) {
            return;
        }
        Source source = catalog.source(after.source());
        if (source != null && source.observe()) {
            return;
        }
        for (EffectRule rule : rules) {
            if (rule.when().matches(after, transition)) {
                add(rule, after, transition);
            }
        }
    }

    private void add(EffectRule rule, Operation after, Transition transition) {
        boolean already = rule.once()
                && effects.stream()
                        .anyMatch(row ->
                                row.operation().equals(after.id()) && row.name().equals(rule.name()));
        if (!already) {
            effects.add(rule.target()
                    .fold(
                            http -> effect(rule, after, transition, EffectPayload.json(after, transition, now), null),
                            sql -> {
                                SqlValues values = SqlValues.of(after, transition, now);
                                return effect(rule, after, transition, values.json(), new SqlCall(sql, values));
                            }));
        }
    }

    private static EffectRow effect(
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

    /** Effects that are statements in this database, in the order in which they run. */
    List<EffectRow> sqlEffects() {
        return effects.stream()
                .filter(effect -> effect.sql() != null)
                .sorted(Comparator.comparing(EffectRow::operation, UuidOrder.UNSIGNED)
                        .thenComparing(EffectRow::seq))
                .toList();
    }

    /** Operations to be created, in id order. */
    List<Operation> created() {
        return changed.values().stream()
                .filter(operation -> !locked.containsKey(operation.id()))
                .toList();
    }

    /** Operations to be updated, in id order. */
    List<Operation> updated() {
        return changed.values().stream()
                .filter(operation -> locked.containsKey(operation.id()))
                .toList();
    }
}
