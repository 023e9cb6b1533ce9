package dev.pawl.admin;

import dev.pawl.admin.OperationView.LastFailure;
import io.smallrye.mutiny.Uni;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** How often things were tried for several operations, in four queries however many there are. */
final class AttemptTotals {

    private static final String ATTEMPTS = """
            select e.operationId, sum(e.attempts)
            from EffectEntity e
            where e.operationId in :operations
            group by e.operationId
            """;

    private static final String LAST_FAILURES = """
            select e.operationId, e.name, e.lastAttemptAt, e.lastError
            from EffectEntity e
            where e.operationId in :operations
                and e.lastError is not null
                and e.lastAttemptAt = (
                    select max(f.lastAttemptAt)
                    from EffectEntity f
                    where f.operationId = e.operationId and f.lastError is not null)
            """;

    private static final String OTHERS = """
            select a.operationId, count(*)
            from AttemptEntity a
            where a.operationId in :operations and a.kind in ('lookup', 'command')
            group by a.operationId
            """;

    private static final String OTHER_FAILURES = """
            select a.operationId, a.subject, a.at, a.error, a.kind
            from AttemptEntity a
            where a.operationId in :operations
                and a.kind in ('lookup', 'command')
                and a.error is not null
                and a.n = (
                    select max(b.n)
                    from AttemptEntity b
                    where b.operationId = a.operationId and b.kind = a.kind and b.subject = a.subject
                        and b.error is not null)
            """;

    private static final Total NONE = new Total(0, null);

    private final Map<UUID, Total> totals = new HashMap<>();

    private AttemptTotals() {}

    /** Of one operation. */
    record Total(long attempts, @Nullable LastFailure lastFailure) {}

    /** Only inside a session. */
    static Uni<AttemptTotals> of(Collection<UUID> operations) {
        AttemptTotals totals = new AttemptTotals();
        if (operations.isEmpty()) {
            return Uni.createFrom().item(totals);
        }
        Map<String, ?> parameters = Map.of("operations", List.copyOf(operations));
        return Reads.rows(ATTEMPTS, parameters)
                .invoke(rows -> rows.forEach(totals::addCount))
                .flatMap(done -> Reads.rows(OTHERS, parameters))
                .invoke(rows -> rows.forEach(totals::addCount))
                .flatMap(done -> Reads.rows(LAST_FAILURES, parameters))
                .invoke(rows -> rows.forEach(row -> totals.addFailure("effect", row)))
                .flatMap(done -> Reads.rows(OTHER_FAILURES, parameters))
                .invoke(rows -> rows.forEach(row -> totals.addFailure((String) row[4], row)))
                .replaceWith(totals);
    }

    private void addCount(Object[] row) {
        Total more = new Total(((Number) row[1]).longValue(), null);
        totals.merge((UUID) row[0], more, (one, other) -> new Total(one.attempts() + other.attempts(), null));
    }

    private void addFailure(String kind, Object[] row) {
        LastFailure failure = new LastFailure((Instant) row[2], kind + ':' + row[1], (String) row[3]);
        totals.computeIfPresent(
                (UUID) row[0], (id, total) -> new Total(total.attempts(), later(total.lastFailure(), failure)));
    }

    private static LastFailure later(@Nullable LastFailure one, LastFailure other) {
        Instant first = one == null ? null : one.at();
        return one == null || first == null || (other.at() != null && other.at().isAfter(first)) ? other : one;
    }

    Total of(UUID operation) {
        return totals.getOrDefault(operation, NONE);
    }
}
