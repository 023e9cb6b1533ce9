package dev.pawl.jobs;

import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponseBuilder;
import org.eclipse.microprofile.health.Readiness;

/**
 * Tells with every health answer how the jobs are, and is always up: a replica whose job stands still takes webhooks in as
 * well as ever, and taking it out of service would lose them.
 */
@Readiness
final class JobsHealth implements HealthCheck {

    private final JobRuns runs;

    JobsHealth(JobRuns runs) {
        this.runs = runs;
    }

    @Override
    public HealthCheckResponse call() {
        HealthCheckResponseBuilder response = HealthCheckResponse.named("jobs").up();
        long now = System.nanoTime();
        runs.states().forEach((job, state) -> response.withData(job, state.health(now)));
        return response.build();
    }
}
