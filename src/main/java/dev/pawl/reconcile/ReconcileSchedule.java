package dev.pawl.reconcile;

import dev.pawl.jobs.JobRuns;
import io.quarkus.scheduler.Scheduled;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;

/** When this package's jobs run. */
@Singleton
final class ReconcileSchedule {

    private final ReconcileJob reconcile;
    private final ExpireJob expire;
    private final JobRuns runs;

    ReconcileSchedule(ReconcileJob reconcile, ExpireJob expire, JobRuns runs) {
        this.reconcile = reconcile;
        this.expire = expire;
        this.runs = runs;
    }

    @Scheduled(every = "${pawl.reconcile.every:5s}", concurrentExecution = Scheduled.ConcurrentExecution.SKIP)
    Uni<Void> reconcile() {
        return runs.watch("reconcile", ReconcileJob.RUN_LIMIT, reconcile.run());
    }

    @Scheduled(every = "${pawl.expire.every:5s}", concurrentExecution = Scheduled.ConcurrentExecution.SKIP)
    Uni<Void> expire() {
        return runs.watch("expire", ExpireJob.RUN_LIMIT, expire.run());
    }
}
