package dev.pawl.admin;

import io.quarkus.panache.common.Sort;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What the status rests on. No query here gets slower with the number of operations stored. */
@Singleton
final class StatusReads {

    private static final String COUNTS = """
            select c.source, c.kind, c.name, sum(c.n), max(c.at)
            from CounterEntity c
            group by c.source, c.kind, c.name
            """;

    /** For each source one step into the partial index of what is processing. */
    private static final String OLDEST_PROCESSING = """
            select c.source, (
                select min(o.createdAt)
                from OperationEntity o
                where o.source = c.source and o.status = 'processing')
            from CounterEntity c
            group by c.source
            """;

    /** Walks the partial index of what is pending. The database's clock comes along for all ages. */
    private static final String OLDEST_PENDING =
            "select min(e.createdAt), instant from EffectEntity e where e.state = 'pending'";

    private final Reads reads;

    StatusReads(Reads reads) {
        this.reads = reads;
    }

    /** A sum over all replicas. {@code at}: when it last changed. */
    record Count(String source, String kind, String name, long n, Instant at) {

        private static Count of(Object[] row) {
            return new Count(
                    (String) row[0], (String) row[1], (String) row[2], ((Number) row[3]).longValue(), (Instant) row[4]);
        }
    }

    /**
     * Everything at (nearly) one time.
     *
     * @param oldestProcessing by source; sources without any are missing
     */
    record Snapshot(
            List<Count> counts,
            Map<String, Instant> oldestProcessing,
            @Nullable Instant oldestPending,
            List<JobRun> jobs,
            Instant now) {}

    /** The latest run of a job on any replica. {@code detail}: an object of numbers, or null. */
    record JobRun(
            String job,
            Instant lastRunAt,
            @Nullable Instant lastSuccessAt,
            @Nullable String lastError,
            @Nullable String detail) {

        private static JobRun of(JobRunEntity row) {
            return new JobRun(row.job, row.lastRunAt, row.lastSuccessAt, row.lastError, row.detail);
        }
    }

    Uni<Snapshot> snapshot() {
        return reads.inSession(() -> Reads.rows(COUNTS, Map.of())
                .map(rows -> rows.stream().map(Count::of).toList())
                .flatMap(counts -> Reads.rows(OLDEST_PROCESSING, Map.of())
                        .map(StatusReads::bySource)
                        .flatMap(processing -> Reads.rows(OLDEST_PENDING, Map.of())
                                .map(rows -> rows.get(0))
                                .flatMap(row -> jobs().map(jobs -> new Snapshot(
                                        counts, processing, (@Nullable Instant) row[0], jobs, (Instant) row[1]))))));
    }

    private static Uni<List<JobRun>> jobs() {
        return JobRunEntity.<JobRunEntity>findAll(Sort.by("job"))
                .list()
                .map(rows -> rows.stream().map(JobRun::of).toList());
    }

    private static Map<String, Instant> bySource(List<Object[]> rows) {
        Map<String, Instant> oldest = new TreeMap<>();
        for (Object[] row : rows) {
            if (row[1] != null) {
                oldest.put((String) row[0], (Instant) row[1]);
            }
        }
        return oldest;
    }
}
