package dev.pawl.admin;

import dev.pawl.core.operation.Verdict;
import dev.pawl.ledger.DeliveryIds;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Which deliveries a list holds. A delivery's day follows from its id, so that only the partitions needed are read. */
final class DeliveryFilter {

    static final Set<String> PARAMETERS = Set.of("source", "verdict", "since", "limit", "cursor");

    private static final List<String> VERDICTS =
            Arrays.stream(Verdict.values()).map(Verdict::word).toList();

    private static final String NEWEST_RUN_SAYS = """
            exists (
                select 1
                from EventEntity e
                where e.receivedOn = d.receivedOn and e.deliveryId = d.id and e.verdict = :verdict
                    and e.run >= (
                        select max(f.run)
                        from EventEntity f
                        where f.receivedOn = d.receivedOn and f.deliveryId = d.id and not f.retried)
                    and e.run = (
                        select max(g.run)
                        from EventEntity g
                        where g.receivedOn = d.receivedOn and g.deliveryId = d.id and g.n = e.n))
            """;

    private final @Nullable String source;
    private final @Nullable String verdict;
    private final @Nullable Instant since;
    private final @Nullable Cursor cursor;
    private final int limit;

    DeliveryFilter(QueryParameters query) {
        source = query.text("source");
        verdict = query.oneOf("verdict", VERDICTS);
        since = query.instant("since");
        cursor = query.cursor();
        limit = query.limit();
    }

    int limit() {
        return limit;
    }

    /** HQL, put together from constants only; every value is a parameter. */
    String query() {
        List<String> conditions = new ArrayList<>();
        if (source != null) {
            conditions.add("d.source = :source");
        }
        if (since != null) {
            conditions.add("d.receivedOn >= :sinceDay and d.receivedAt >= :since");
        }
        if (cursor != null) {
            conditions.add("d.receivedOn <= :day and d.id < :id");
        }
        if (verdict != null) {
            conditions.add(NEWEST_RUN_SAYS);
        }
        String where = conditions.isEmpty() ? "" : " where " + String.join(" and ", conditions);
        return "from DeliveryEntity d" + where + " order by d.receivedOn desc, d.id desc";
    }

    Map<String, Object> parameters() {
        Map<String, Object> parameters = new HashMap<>();
        if (source != null) {
            parameters.put("source", source);
        }
        if (verdict != null) {
            parameters.put("verdict", verdict);
        }
        if (since != null) {
            parameters.put("since", since);
            parameters.put("sinceDay", since.atZone(ZoneOffset.UTC).toLocalDate());
        }
        if (cursor != null) {
            parameters.put("day", DeliveryIds.day(cursor.id()));
            parameters.put("id", cursor.id());
        }
        return parameters;
    }
}
