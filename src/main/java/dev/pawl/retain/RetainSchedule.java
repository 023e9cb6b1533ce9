package dev.pawl.retain;

import dev.pawl.jobs.JobRuns;
import dev.pawl.ledger.DatabaseState;
import io.quarkus.scheduler.Scheduled;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Duration;

/** When this package's jobs run. What a run does not get done, the next one does. */
@Singleton
final class RetainSchedule {

    private static final Duration PARKED_LIMIT = Duration.ofMinutes(1);

    private final RetainJob retain;
    private final ParkedJob parked;
    private final DatabaseState database;
    private final JobRuns runs;

    RetainSchedule(RetainJob retain, ParkedJob parked, DatabaseState database, JobRuns runs) {
        this.retain = retain;
        this.parked = parked;
        this.database = database;
        this.runs = runs;
    }

    @Scheduled(
            every = "${pawl.retain.every}",
            delayed = "${pawl.retain.delayed:1m}",
            concurrentExecution = Scheduled.ConcurrentExecution.SKIP)
    Uni<Void> retain() {
        return watched("retain", RetainJob.LIMIT, retain.run(), retain.lag());
    }

    @Scheduled(every = "${pawl.parked.every}", concurrentExecution = Scheduled.ConcurrentExecution.SKIP)
    Uni<Void> parked() {
        return watched("parked", PARKED_LIMIT, parked.run(), parked.lag());
    }

    private Uni<Void> watched(String job, Duration limit, Uni<?> run, Uni<Long> lag) {
        return database.ready()
                ? runs.watchWithLag(job, limit, run, lag)
                : Uni.createFrom().voidItem();
    }
}
