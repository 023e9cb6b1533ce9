package dev.pawl.admin;

import dev.pawl.admin.OperationDetail.EffectView;
import dev.pawl.admin.OperationDetail.LookupView;
import dev.pawl.admin.OperationDetail.TransitionView;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Operations and their history, as people see them. */
@Singleton
final class OperationReads {

    /** More matches than any client could want to choose from. */
    private static final int MOST_MATCHES = 100;

    /** Comparing bodies is worth it for a few; beyond, nobody reads the answer. */
    private static final int MOST_COMPARED = 50;

    /** Of several generations of an identity, the latest is meant. */
    private static final String LATEST = """
            from OperationEntity o
            where o.key = :key and o.type = :type and o.scope = :scope and not exists (
                select 1
                from OperationEntity l
                where l.key = o.key and l.type = o.type and l.scope = o.scope and l.account = o.account
                    and l.generation > o.generation)
            """;

    private static final String TRANSITIONS = "from TransitionEntity t where t.operationId = ?1 order by t.seq desc";

    private static final String EFFECTS = "from EffectEntity e where e.operationId = ?1 order by e.seq desc, e.name";

    private static final String LOOKUPS = """
            from AttemptEntity a
            where a.operationId = ?1 and a.kind = 'lookup'
            order by a.at desc, a.n desc
            """;

    private static final String EVENTS = """
            from EventEntity e
            where e.operationId = ?1
            order by e.receivedOn desc, e.deliveryId desc, e.run desc, e.n desc
            """;

    private static final String CONFLICTS = """
            from EventEntity e
            where e.operationId = ?1 and e.verdict = 'conflict'
            order by e.receivedOn desc, e.deliveryId desc, e.run desc, e.n desc
            """;

    /** Lengths are compared before bytes, so that different bodies are told apart without reading them. */
    private static final String IDENTICAL = """
            select d.receivedOn, d.id
            from DeliveryBodyEntity d
            where d.receivedOn in :days and d.id in :deliveries and exists (
                select 1
                from DeliveryBodyEntity other
                where other.receivedOn in :days and other.id in :deliveries
                    and other.id <> d.id and other.body = d.body)
            """;

    private final Reads reads;
    private final NextActions actions;

    OperationReads(Reads reads, NextActions actions) {
        this.reads = reads;
        this.actions = actions;
    }

    Uni<Page<OperationView>> page(OperationFilter filter) {
        return reads.inSession(() -> OperationEntity.<OperationEntity>find(filter.query(), filter.parameters())
                .range(0, filter.limit())
                .list()
                .map(rows -> Page.of(rows, filter.limit(), row -> new Cursor(row.createdAt, row.id)))
                .flatMap(page -> AttemptTotals.of(
                                page.items().stream().map(row -> row.id).toList())
                        .map(totals -> page.map(row -> OperationView.of(row, totals.of(row.id))))));
    }

    /** Null when there is none. */
    Uni<@Nullable OperationDetail> detail(UUID id) {
        return reads.inSession(
                () -> OperationEntity.<OperationEntity>findById(id).flatMap(this::withHistory));
    }

    /** An identity's operations: several, when the account is left open and more than one uses the key. */
    Uni<List<OperationView>> matches(String scope, String type, String key, @Nullable String account) {
        Map<String, Object> parameters = new HashMap<>(Map.of("scope", scope, "type", type, "key", key));
        String query = LATEST;
        if (account != null) {
            query += " and o.account = :account";
            parameters.put("account", account);
        }
        String ordered = query + " order by o.account, o.id";
        return reads.inSession(() -> OperationEntity.<OperationEntity>find(ordered, parameters)
                .range(0, MOST_MATCHES - 1)
                .list()
                .flatMap(rows -> AttemptTotals.of(
                                rows.stream().map(row -> row.id).toList())
                        .map(totals -> rows.stream()
                                .map(row -> OperationView.of(row, totals.of(row.id)))
                                .toList())));
    }

    /** What the named conflicting event asserts, canonical JSON by field; null when the operation has no such event. */
    Uni<@Nullable Map<String, String>> conflicting(UUID operation, String event) {
        return reads.inSession(() -> EventEntity.<EventEntity>find(CONFLICTS, operation)
                .range(0, OperationDetail.LONGEST - 1)
                .list()
                .map(rows -> rows.stream()
                        .filter(row -> EventView.isNamed(row, event))
                        .findFirst()
                        .map(EventView::asserted)
                        .orElse(null)));
    }

    private Uni<@Nullable OperationDetail> withHistory(@Nullable OperationEntity row) {
        if (row == null) {
            return Uni.createFrom().nullItem();
        }
        return AttemptTotals.of(List.of(row.id))
                .map(totals -> OperationView.of(row, totals.of(row.id)))
                .flatMap(operation -> Newest.of(TransitionEntity.<TransitionEntity>find(TRANSITIONS, row.id))
                        .flatMap(transitions -> Newest.of(EffectEntity.<EffectEntity>find(EFFECTS, row.id))
                                .flatMap(effects -> Newest.of(EventEntity.<EventEntity>find(EVENTS, row.id))
                                        .flatMap(events -> sameBytes(events.rows())
                                                .flatMap(same -> Newest.of(
                                                                AttemptEntity.<AttemptEntity>find(LOOKUPS, row.id))
                                                        .flatMap(lookups -> CommandHistory.of(row.id)
                                                                .map(commands -> detail(
                                                                        operation,
                                                                        transitions,
                                                                        events,
                                                                        same,
                                                                        effects,
                                                                        lookups,
                                                                        commands))))))));
    }

    private OperationDetail detail(
            OperationView operation,
            Newest<TransitionEntity> transitions,
            Newest<EventEntity> events,
            SameBytes same,
            Newest<EffectEntity> effects,
            Newest<AttemptEntity> lookups,
            CommandHistory commands) {
        return new OperationDetail(
                operation,
                commands.newRuns(),
                transitions.map(TransitionView::of),
                transitions.truncated(),
                events.map(row -> EventView.of(row, same.of(row))),
                events.truncated(),
                effects.map(EffectView::of),
                effects.truncated(),
                lookups.map(LookupView::of),
                lookups.truncated(),
                commands.view(),
                actions.of(operation, effects.rows(), commands.view()));
    }

    private static Uni<SameBytes> sameBytes(List<EventEntity> events) {
        Set<UUID> deliveries = new HashSet<>();
        Set<LocalDate> days = new HashSet<>();
        events.forEach(row -> {
            deliveries.add(row.deliveryId);
            days.add(row.receivedOn);
        });
        boolean duplicates = events.stream().anyMatch(row -> row.verdict.equals("duplicate"));
        if (!duplicates || deliveries.size() > MOST_COMPARED) {
            return Uni.createFrom().item(new SameBytes(!duplicates, Set.of()));
        }
        Map<String, ?> parameters = Map.of("days", List.copyOf(days), "deliveries", List.copyOf(deliveries));
        return Reads.rows(IDENTICAL, parameters)
                .map(rows -> new SameBytes(
                        true, rows.stream().map(row -> (UUID) row[1]).collect(Collectors.toUnmodifiableSet())));
    }

    /**
     * Which deliveries have the same bytes as another one of their operation.
     *
     * @param compared false: too many to be worth it, nothing is known
     */
    private record SameBytes(boolean compared, Set<UUID> deliveries) {
        @Nullable
        Boolean of(EventEntity row) {
            return (compared && row.verdict.equals("duplicate")) ? deliveries.contains(row.deliveryId) : null;
        }
    }
}
