package dev.pawl.jobs;

import dev.pawl.ledger.PartitionKeeper;
import io.quarkus.scheduler.Scheduled;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Duration;

/** Makes the partitions of the days ahead. */
@Singleton
final class PartitionJob {

    private static final String NAME = "partitions";
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final PartitionKeeper keeper;
    private final JobRuns runs;

    PartitionJob(PartitionKeeper keeper, JobRuns runs) {
        this.keeper = keeper;
        this.runs = runs;
    }

    @Scheduled(every = "1h", delayed = "10m", concurrentExecution = Scheduled.ConcurrentExecution.SKIP)
    Uni<Void> makeAhead() {
        return runs.watch(NAME, LIMIT, keeper.makeAhead());
    }
}
