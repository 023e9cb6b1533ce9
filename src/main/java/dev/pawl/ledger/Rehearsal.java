package dev.pawl.ledger;

import dev.pawl.config.Configuration;
import dev.pawl.config.Source;
import dev.pawl.core.interpret.Interpretation;
import dev.pawl.core.interpret.Interpretation.Reading;
import dev.pawl.core.operation.Assertion;
import dev.pawl.core.operation.Operation;
import dev.pawl.core.operation.Verdict;
import dev.pawl.ledger.Rows.EffectRow;
import dev.pawl.ledger.Rows.EventRow;
import dev.pawl.ledger.Rows.Run;
import io.smallrye.mutiny.Uni;
import io.vertx.sqlclient.Pool;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Decides as a commit would, on the operations as they are now, and writes nothing. What somebody else commits a moment
 * later is not seen.
 */
@Singleton
public final class Rehearsal {

    private final Pool pool;
    private final SchemaName schema;
    private final Configuration configuration;
    private final OnceEffects once;

    Rehearsal(Pool pool, SchemaName schema, Configuration configuration, OnceEffects once) {
        this.pool = pool;
        this.schema = schema;
        this.configuration = configuration;
        this.once = once;
    }

    /**
     * What one reading would come to.
     *
     * @param assertion null where there is none
     * @param operation its id, where the operation exists or would be made
     * @param effects it would cause
     */
    public record Rehearsed(
            Reading reading,
            @Nullable Assertion assertion,
            @Nullable UUID operation,
            String verdict,
            @Nullable String reason,
            List<Caused> effects) {

        public Rehearsed {
            effects = List.copyOf(effects);
        }

        /** The database refuses it: its sender is answered 503 until its bytes are kept at a later repeat. */
        public boolean isRefused() {
            return verdict.equals(Verdict.INVALID.word()) && DeliveryEntry.REFUSED.equals(reason);
        }

        Rehearsed without(Predicate<Caused> some) {
            List<Caused> rest = effects.stream().filter(some.negate()).toList();
            return new Rehearsed(reading, assertion, operation, verdict, reason, rest);
        }
    }

    /**
     * An effect it would cause.
     *
     * @param operation whose it is
     * @param ran what came of its statement; null: it did not run here
     */
    public record Caused(
            UUID operation, String name, @Nullable String ran) {}

    /** In the order of the readings. */
    public Uni<List<Rehearsed>> of(Source source, Instant now, Interpretation said) {
        DeliveryEntry entry = DeliveryEntry.rehearsed(source, now, said);
        return look(entry.operations(), now)
                .flatMap(batch -> {
                    Set<UUID> needed = new HashSet<>(entry.alsoNeeded(batch));
                    if (needed.isEmpty()) {
                        return Uni.createFrom().item(decided(entry, batch));
                    }
                    needed.addAll(entry.operations());
                    return look(needed, now).map(wider -> decided(entry, wider));
                })
                .flatMap(once::withoutThoseThere);
    }

    private Uni<Batch> look(Set<UUID> ids, Instant now) {
        return Uni.createFrom()
                .completionStage(() -> pool.preparedQuery(schema.in(LedgerSql.LOOK))
                        .execute(Statements.ids(ids))
                        .toCompletionStage())
                .map(rows -> {
                    List<Operation> operations = new ArrayList<>();
                    rows.forEach(row -> operations.add(Statements.operation(row)));
                    return new Batch(configuration.current(), Locked.of(now, operations, List.of()));
                });
    }

    private static List<Rehearsed> decided(DeliveryEntry entry, Batch batch) {
        entry.decide(batch);
        return told(entry, batch, effect -> null);
    }

    /** What a decided entry came to, in the order of its readings. */
    static List<Rehearsed> told(DeliveryEntry entry, Batch batch, Function<EffectRow, @Nullable String> ran) {
        List<EventRow> events = batch.events.stream()
                .filter(event -> event.run() == Run.RECEIVED)
                .toList();
        List<Rehearsed> rehearsed = new ArrayList<>();
        for (int n = 0; n < events.size(); n++) {
            Reading reading = entry.readings().get(n);
            EventRow event = events.get(n);
            List<Caused> effects = entry.effects(batch, n).stream()
                    .map(effect -> new Caused(effect.operation(), effect.name(), ran.apply(effect)))
                    .toList();
            rehearsed.add(new Rehearsed(
                    reading,
                    reading.outcome()
                            .<@Nullable Assertion>fold(asserted -> asserted.assertion(), no -> null, no -> null),
                    event.operation(),
                    event.verdict(),
                    event.reason(),
                    effects));
        }
        return rehearsed;
    }
}
