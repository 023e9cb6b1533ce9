package dev.pawl.admin;

import dev.pawl.admin.SourceView.TypeSeen;
import dev.pawl.admin.SourceView.TypesSeen;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a source's events look like lately. */
@Singleton
final class SourceReads {

    private static final Duration LATELY = Duration.ofDays(7);

    /** Bounds the work, however many events a week has. */
    private static final int NEWEST = 10_000;

    private static final int MOST_TYPES = 50;

    private static final String TYPES = """
            select t.eventType, count(*), sum(case when t.reason = 'type' then 0 else 1 end)
            from (
                select e.source as source, e.eventType as eventType,
                    case when e.verdict = 'ignored' then e.reason else '' end as reason
                from EventEntity e
                where e.receivedOn >= :since
                order by e.receivedOn desc, e.deliveryId desc
                limit 10000) t
            where t.source = :source and t.eventType is not null
            group by t.eventType
            order by count(*) desc, t.eventType
            limit 50
            """;

    private final Reads reads;
    private final InstantSource clock;

    SourceReads(Reads reads, InstantSource clock) {
        this.reads = reads;
        this.clock = clock;
    }

    Uni<TypesSeen> typesSeen(String source) {
        Instant since = clock.instant().minus(LATELY);
        Map<String, ?> parameters =
                Map.of("source", source, "since", since.atZone(ZoneOffset.UTC).toLocalDate());
        return reads.inSession(() -> Reads.rows(TYPES, parameters))
                .map(rows -> new TypesSeen(since, NEWEST, types(rows)));
    }

    /** @param names the source's, with those it had before */
    Uni<BackfillView> backfill(Set<String> names) {
        return reads.inSession(() -> SourceStateEntity.<SourceStateEntity>find("source in ?1", names)
                .list()
                .flatMap(states -> BackfillRunEntity.<BackfillRunEntity>find(
                                "source in ?1 order by startedAt desc", names)
                        .range(0, BackfillView.LATEST - 1)
                        .list()
                        .map(rows -> new BackfillView(
                                latest(states),
                                rows.stream().map(BackfillView.Run::of).toList()))));
    }

    private static @Nullable Instant latest(List<SourceStateEntity> states) {
        return states.stream()
                .map(state -> state.backfillUntil)
                .filter(Objects::nonNull)
                .max(Comparator.naturalOrder())
                .orElse(null);
    }

    private static List<TypeSeen> types(List<Object[]> rows) {
        return rows.stream()
                .limit(MOST_TYPES)
                .map(row ->
                        new TypeSeen((String) row[0], ((Number) row[1]).longValue(), ((Number) row[2]).longValue() > 0))
                .toList();
    }
}
