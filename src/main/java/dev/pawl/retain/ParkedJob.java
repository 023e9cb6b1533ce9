package dev.pawl.retain;

import dev.pawl.ledger.SchemaName;
import dev.pawl.ledger.Upkeep;
import io.smallrye.mutiny.Uni;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import jakarta.inject.Inject;
import jakarta.inject.Provider;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * Has the ledger try parked events again when it is time, in case no move of their operation did; and lets it know of those
 * that have waited for too long. Taking a row only says when it is tried next: what becomes of it is decided under the locks
 * of the ledger, so that two replicas can do no harm and one that vanishes only delays.
 */
@Singleton
public final class ParkedJob {

    private static final Duration BUDGET = Duration.ofSeconds(20);
    private static final int BATCH = 200;
    private static final int AT_ONCE = 32;

    /** Next after as long as it has waited so far, from half a minute to ten; and when it becomes overdue. */
    private static final String TAKE = """
            with due as materialized (
                select p.delivery_id, p.n
                from ${schema}.parked p
                where p.due_at <= now()
                order by p.due_at
                limit $1
                for update skip locked -- another replica's are not waited for
            )
            update ${schema}.parked p set
                due_at = least(
                    now() + least(greatest(now() - p.parked_at, interval '30 seconds'), interval '10 minutes'),
                    case when p.overdue_at > now() then p.overdue_at end)
            from due d
            where p.delivery_id = d.delivery_id and p.n = d.n
            returning p.operation_id, p.first_id
            """;

    private static final String LAG = """
            select coalesce(extract(epoch from now() - min(p.due_at)), 0)::bigint
            from ${schema}.parked p
            where p.due_at <= now()
            """;

    private final Statement sql;
    private final Supplier<Upkeep> ledger;

    private record Subject(UUID operation, UUID first) {}

    @Inject
    ParkedJob(Pool pool, SchemaName schema, Provider<Upkeep> ledger) {
        this.sql = new Statement(pool, schema);
        this.ledger = ledger::get;
    }

    /** One run: all that is due. How many events were looked at. */
    public Uni<Integer> run() {
        return Batches.whileAny(new Budget(BUDGET), this::some);
    }

    /** For how many seconds the longest waiting event has been due. */
    Uni<Long> lag() {
        return sql.run(LAG, Tuple.tuple()).map(rows -> rows.iterator().next().getLong(0));
    }

    private Uni<Integer> some() {
        return sql.run(TAKE, Tuple.of(BATCH)).flatMap(rows -> {
            Set<Subject> subjects = new HashSet<>();
            for (Row row : rows) {
                subjects.add(new Subject(row.getUUID(0), row.getUUID(1)));
            }
            return subjects.isEmpty()
                    ? Uni.createFrom().item(0)
                    : tried(List.copyOf(subjects)).replaceWith(rows.rowCount());
        });
    }

    private Uni<List<Integer>> tried(List<Subject> subjects) {
        return Uni.join()
                .all(subjects.stream()
                        .map(subject -> Uni.createFrom()
                                .deferred(() -> ledger.get().retryParked(subject.operation(), subject.first())))
                        .toList())
                .usingConcurrencyOf(AT_ONCE)
                .andCollectFailures();
    }
}
