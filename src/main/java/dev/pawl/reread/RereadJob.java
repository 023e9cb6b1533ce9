package dev.pawl.reread;

import dev.pawl.config.Catalog;
import dev.pawl.config.CatalogChange;
import dev.pawl.config.ConfigMistake;
import dev.pawl.config.Configuration;
import dev.pawl.config.ConfigurationFiles;
import dev.pawl.config.PawlFile;
import dev.pawl.jobs.JobRuns;
import dev.pawl.ledger.DatabaseState;
import dev.pawl.ledger.FirstStarts;
import dev.pawl.ledger.StillUsed;
import io.quarkus.scheduler.Scheduled;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Looks whether {@code pawl.yaml} or a file it names has changed. A new one is checked whole; one that is wrong, or takes
 * away what stored rows still use, leaves the old one in force and is shown in the status. Looks on a worker thread.
 */
@Singleton
public final class RereadJob {

    private static final Logger LOG = Logger.getLogger(RereadJob.class);
    private static final Duration LONGEST_LOOK = Duration.ofSeconds(30);
    private static final Duration LIMIT = LONGEST_LOOK.plusSeconds(10);
    private static final String HINT = " still in use; say retired: true, or put it back";

    private final ConfigurationFiles files;
    private final Configuration configuration;
    private final StillUsed stillUsed;
    private final FirstStarts firstStarts;
    private final DatabaseState database;
    private final JobRuns runs;
    private @Nullable Catalog waiting;

    RereadJob(
            ConfigurationFiles files,
            Configuration configuration,
            StillUsed stillUsed,
            FirstStarts firstStarts,
            DatabaseState database,
            JobRuns runs) {
        this.files = files;
        this.configuration = configuration;
        this.stillUsed = stillUsed;
        this.firstStarts = firstStarts;
        this.database = database;
        this.runs = runs;
    }

    @Scheduled(every = "${pawl.config.reread-every:5s}", concurrentExecution = Scheduled.ConcurrentExecution.SKIP)
    Uni<Void> tick() {
        return runs.watch(
                "reread",
                LIMIT,
                Uni.createFrom()
                        .voidItem()
                        .invoke(this::look)
                        .runSubscriptionOn(Infrastructure.getDefaultWorkerPool()));
    }

    void look() {
        Optional<PawlFile> changed = files.readIfChanged();
        changed.ifPresent(file -> waiting = file.fold(
                read -> {
                    read.warnings().forEach(warning -> LOG.warnf("Configuration: %s", warning.line()));
                    return read.catalog();
                },
                wrong -> {
                    refuse(wrong.mistakes().stream().map(ConfigMistake::line).toList());
                    return null;
                }));
        Catalog newer = waiting;
        // Without the database nobody can say what rows use: looked at again as soon as it is there.
        if (newer != null && database.ready()) {
            decide(newer);
            waiting = null;
        }
    }

    private void decide(Catalog newer) {
        List<String> used = stillUsed
                .of(CatalogChange.between(configuration.current(), newer))
                .await()
                .atMost(LONGEST_LOOK);
        if (used.isEmpty()) {
            // Before: a failure here is tried again with the next look.
            firstStarts.remember(newer).await().atMost(LONGEST_LOOK);
            configuration.replace(newer);
            LOG.infof("configuration taken into use: hash=%s", newer.hash());
        } else {
            refuse(used.stream().map(what -> what + HINT).toList());
        }
    }

    private void refuse(List<String> why) {
        why.forEach(line -> LOG.errorf("changed configuration not taken into use, the old one stays: %s", line));
        configuration.keep(why.stream().collect(Collectors.joining("; ")));
    }
}
