package dev.pawl.jobs;

import io.quarkus.runtime.StartupEvent;
import io.quarkus.runtime.configuration.DurationConverter;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Set;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/**
 * How often each job should run, known from the start: a schedule makes its bean with its first run, and one that never fires
 * would have nobody to miss it.
 */
@Singleton
final class JobPeriods {

    private static final Set<String> OFF = Set.of("off", "disabled");

    private final JobRuns runs;

    @ConfigProperty(name = "pawl.reconcile.every", defaultValue = "5s")
    String reconcile;

    @ConfigProperty(name = "pawl.expire.every", defaultValue = "5s")
    String expire;

    @ConfigProperty(name = "pawl.retain.every")
    String retain;

    @ConfigProperty(name = "pawl.parked.every")
    String parked;

    @ConfigProperty(name = "pawl.config.reread-every", defaultValue = "5s")
    String reread;

    @ConfigProperty(name = "pawl.backfill.look-every", defaultValue = "10s")
    String backfill;

    @ConfigProperty(name = "pawl.dispatch.every", defaultValue = "5s")
    String dispatch;

    JobPeriods(JobRuns runs) {
        this.runs = runs;
    }

    void expect(@Observes StartupEvent event) {
        expect("reconcile", reconcile);
        expect("expire", expire);
        expect("retain", retain);
        expect("parked", parked);
        expect("reread", reread);
        expect("backfill", backfill);
        expect("dispatch", dispatch);
        runs.expect("secrets", Duration.ofSeconds(10));
        runs.expect("partitions", Duration.ofHours(1));
    }

    private void expect(String job, String every) {
        if (!OFF.contains(every)) {
            runs.expect(job, DurationConverter.parseDuration(every));
        }
    }
}
