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
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The effects of one batch: those that are caused, and what becomes of those that exist. Confined to one thread. */
final class BatchEffects {

    private final Catalog catalog;
    private final Instant now;
    private final List<EffectState> existing;
    private final Map<EffectId, EffectChange> changes = new LinkedHashMap<>();
    private final List<EffectRow> caused = new ArrayList<>();
    private final Map<Entry<?>, Ending> endings;
    private final List<RequiredEffects> required = new ArrayList<>();
    private final Set<EffectId> ran = new HashSet<>();
    private final Set<Entry<?>> used = new HashSet<>();

    BatchEffects(Catalog catalog, Locked found) {
        this.catalog = catalog;
        this.now = found.now();
        this.existing = new ArrayList<>(found.effects());
        this.endings = found.endings();
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

    /** Takes a new one back, since one that exists does its work. */
    void withdraw(EffectRow row) {
        caused.remove(row);
    }

    /** New ones, of every kind. */
    List<EffectRow> caused() {
        return caused;
    }

    /** New ones that are statements in this database and run at the batch's end, in the order in which they run. */
    List<EffectRow> calls() {
        return caused.stream()
                .filter(effect -> effect.sql() != null && !ran.contains(effect.id()))
                .sorted(Comparator.comparing(EffectRow::operation, UuidOrder.UNSIGNED)
                        .thenComparing(EffectRow::seq))
                .toList();
    }

    /** How the statements ended that the entry cannot do without; null: they have not run, or it needs none. */
    @Nullable
    Ending ending(Entry<?> entry) {
        return endings.get(entry);
    }

    /**
     * Notes which SQL effects the entry cannot do without.
     *
     * @param from number of effects there were before it
     * @throws IllegalStateException when others ran before in their place, or would run after them
     */
    void require(Entry<?> entry, int from) {
        List<EffectRow> needed = caused.subList(from, caused.size()).stream()
                .filter(effect -> effect.sql() != null)
                .toList();
        Ending ending = endings.get(entry);
        if (needed.isEmpty() && ending == null) {
            return;
        }
        if (caused.subList(0, from).stream().anyMatch(earlier -> isToRunBefore(earlier, needed))) {
            throw new IllegalStateException("an earlier effect of the same name runs at the end only");
        }
        if (ending == null) {
            required.add(new RequiredEffects(entry, needed));
        } else if (ending.ran().equals(needed.stream().map(EffectRow::sql).toList())) {
            needed.forEach(effect -> ran.add(effect.id()));
            used.add(entry);
        } else {
            throw new IllegalStateException("an effect ran with values that hold no longer");
        }
    }

    private boolean isToRunBefore(EffectRow earlier, List<EffectRow> needed) {
        return earlier.sql() != null
                && !isRequired(earlier)
                && needed.stream()
                        .anyMatch(effect -> effect.operation().equals(earlier.operation())
                                && effect.name().equals(earlier.name()));
    }

    private boolean isRequired(EffectRow effect) {
        return ran.contains(effect.id())
                || required.stream().anyMatch(one -> one.effects().contains(effect));
    }

    /** Whether whatever ran belongs to an entry that was decided as before it ran. */
    boolean allUsed() {
        return endings.entrySet().stream()
                .allMatch(one -> one.getValue().kind() != Ending.Kind.DONE || used.contains(one.getKey()));
    }

    /** Statements that must run before this batch can be written. */
    List<RequiredEffects> required() {
        return required;
    }

    /** Effects that ran already. */
    Set<EffectId> ran() {
        return ran;
    }

    private EffectRow sent(EffectRule rule, Operation after, Transition transition, Trace trace, long delayMillis) {
        byte[] payload = rule.target()
                .fold(
                        http -> body(rule, after, transition, trace),
                        sql -> SqlValues.of(after, transition, now, trace).json(),
                        kafka -> body(rule, after, transition, trace));
        return row(rule, after, transition, trace, payload, null, delayMillis);
    }

    private EffectRow called(
            EffectRule rule, Operation after, Transition transition, Trace trace, EffectRule.SqlTarget target) {
        SqlValues values = SqlValues.of(after, transition, now, trace);
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
                rule.target().kind(),
                Buffer.buffer(payload),
                rule.once(),
                rule.then().containsKey(End.DONE),
                sql,
                trace,
                delayMillis);
    }
}
