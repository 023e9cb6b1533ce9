package dev.pawl.admin;

import dev.pawl.admin.SourceView.TypeSeen;
import dev.pawl.admin.SourceView.TypesSeen;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;

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

    Uni<BackfillView> backfill(String source) {
        return reads.inSession(() -> SourceStateEntity.<SourceStateEntity>findById(source)
                .flatMap(state -> BackfillRunEntity.<BackfillRunEntity>find(
                                "source = ?1 order by startedAt desc", source)
                        .range(0, BackfillView.LATEST - 1)
                        .list()
                        .map(rows -> new BackfillView(
                                state == null ? null : state.backfillUntil,
                                rows.stream().map(BackfillView.Run::of).toList()))));
    }

    private static List<TypeSeen> types(List<Object[]> rows) {
        return rows.stream()
                .limit(MOST_TYPES)
                .map(row ->
                        new TypeSeen((String) row[0], ((Number) row[1]).longValue(), ((Number) row[2]).longValue() > 0))
                .toList();
    }
}
