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

/** What the effects of several operations amount to, in two queries however many there are. */
final class EffectTotals {

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

    private static final Total NONE = new Total(0, null);

    private final Map<UUID, Total> totals = new HashMap<>();

    private EffectTotals() {}

    /** Of one operation. */
    record Total(long attempts, @Nullable LastFailure lastFailure) {}

    /** Only inside a session. */
    static Uni<EffectTotals> of(Collection<UUID> operations) {
        EffectTotals totals = new EffectTotals();
        if (operations.isEmpty()) {
            return Uni.createFrom().item(totals);
        }
        Map<String, ?> parameters = Map.of("operations", List.copyOf(operations));
        return Reads.rows(ATTEMPTS, parameters)
                .invoke(rows -> rows.forEach(row ->
                        totals.totals.put((UUID) row[0], new Total(((Number) row[1]).longValue(), null))))
                .flatMap(done -> Reads.rows(LAST_FAILURES, parameters))
                .invoke(rows -> rows.forEach(totals::addFailure))
                .replaceWith(totals);
    }

    private void addFailure(Object[] row) {
        LastFailure failure = new LastFailure((Instant) row[2], "effect:" + row[1], (String) row[3]);
        totals.computeIfPresent((UUID) row[0], (id, total) -> new Total(total.attempts(), failure));
    }

    Total of(UUID operation) {
        return totals.getOrDefault(operation, NONE);
    }
}
