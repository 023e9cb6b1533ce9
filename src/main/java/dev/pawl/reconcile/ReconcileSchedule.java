package dev.pawl.reconcile;

import dev.pawl.jobs.JobRuns;
import dev.pawl.ledger.DatabaseState;
import io.quarkus.scheduler.Scheduled;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Duration;

/** When this package's jobs run. */
@Singleton
final class ReconcileSchedule {

    private final ReconcileJob reconcile;
    private final ExpireJob expire;
    private final Lag lag;
    private final DatabaseState database;
    private final JobRuns runs;

    ReconcileSchedule(ReconcileJob reconcile, ExpireJob expire, Lag lag, DatabaseState database, JobRuns runs) {
        this.reconcile = reconcile;
        this.expire = expire;
        this.lag = lag;
        this.database = database;
        this.runs = runs;
    }

    @Scheduled(every = "${pawl.reconcile.every:5s}", concurrentExecution = Scheduled.ConcurrentExecution.SKIP)
    Uni<Void> reconcile() {
        return watched("reconcile", ReconcileJob.RUN_LIMIT, reconcile.run(), lag.ofChecks());
    }

    @Scheduled(every = "${pawl.expire.every:5s}", concurrentExecution = Scheduled.ConcurrentExecution.SKIP)
    Uni<Void> expire() {
        return watched("expire", ExpireJob.RUN_LIMIT, expire.run(), lag.ofExpiries());
    }

    private Uni<Void> watched(String job, Duration limit, Uni<Void> run, Uni<Long> behind) {
        return database.ready() ? runs.watchWithLag(job, limit, run, behind) : runs.watch(job, limit, run);
    }
}
