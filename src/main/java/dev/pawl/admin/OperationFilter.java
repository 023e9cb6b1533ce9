package dev.pawl.admin;

import dev.pawl.core.machine.Status;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Which operations a list holds. */
final class OperationFilter {

    static final Set<String> PARAMETERS = Set.of(
            "scope",
            "source",
            "account",
            "type",
            "key",
            "reference",
            "status",
            "state",
            "attention",
            "since",
            "limit",
            "cursor");

    /** Filters by equality: parameter to condition. */
    private static final Map<String, String> EQUAL = Map.of(
            "scope", "o.scope = :scope",
            "source", "o.source = :source",
            "account", "o.account = :account",
            "type", "o.type = :type",
            "key", "o.key = :key",
            "reference", "o.reference = :reference",
            "state", "o.state = :state",
            "status", "o.status = :status");

    private static final List<String> STATUSES =
            Arrays.stream(Status.values()).map(Status::word).toList();

    private final Map<String, String> equal = new LinkedHashMap<>();
    private final @Nullable String attention;
    private final @Nullable Instant since;
    private final @Nullable Cursor cursor;
    private final int limit;

    OperationFilter(QueryParameters query) {
        for (String name : EQUAL.keySet()) {
            String value = name.equals("status") ? query.oneOf(name, STATUSES) : query.text(name);
            if (value != null) {
                equal.put(name, value);
            }
        }
        attention = query.oneOf("attention", List.of("true", "false"));
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
        equal.keySet().forEach(name -> conditions.add(EQUAL.get(name)));
        if (attention != null) {
            conditions.add(attention.equals("true") ? "o.needsAttention" : "not o.needsAttention");
        }
        if (since != null) {
            conditions.add("o.createdAt >= :since");
        }
        if (cursor != null) {
            // The first half alone bounds the index; the second cuts the ties.
            conditions.add("o.createdAt <= :at and (o.createdAt < :at or o.id < :id)");
        }
        String where = conditions.isEmpty() ? "" : " where " + String.join(" and ", conditions);
        return "from OperationEntity o" + where + " order by o.createdAt desc, o.id desc";
    }

    Map<String, Object> parameters() {
        Map<String, Object> parameters = new HashMap<>(equal);
        if (since != null) {
            parameters.put("since", since);
        }
        if (cursor != null) {
            parameters.put("at", cursor.at());
            parameters.put("id", cursor.id());
        }
        return parameters;
    }
}
