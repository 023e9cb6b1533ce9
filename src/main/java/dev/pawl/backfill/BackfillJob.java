package dev.pawl.backfill;

import dev.pawl.backfill.BackfillRows.Claim;
import dev.pawl.backfill.BackfillRows.Ending;
import dev.pawl.backfill.BackfillRun.Progress;
import dev.pawl.config.Configuration;
import dev.pawl.config.Source;
import dev.pawl.jobs.Failures;
import dev.pawl.jobs.JobFailure;
import dev.pawl.jobs.JobRuns;
import dev.pawl.ledger.DatabaseState;
import dev.pawl.ledger.Ledger;
import dev.pawl.ledger.SchemaName;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.scheduler.Scheduled;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.vertx.sqlclient.Pool;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.jspecify.annotations.Nullable;

/**
 * Has providers list what they have sent, once after the start and then regularly, and takes in what is missing. Each
 * source for itself: one replica at a time, under a claim with a lease; a sick provider is in no other's way.
 */
@Singleton
final class BackfillJob {

    private static final String NAME = "backfill";
    private static final Duration LOOK_LIMIT = Duration.ofSeconds(30);
    private static final Duration RUN_LIMIT = Duration.ofMinutes(30);
    /** A failure that may pass; {@code Retry-After} counts where there is one. */
    private static final Duration SOON = Duration.ofMinutes(1);

    private final Configuration configuration;
    private final Ledger ledger;
    private final ListClient client;
    private final BackfillRows rows;
    private final BooleanSupplier ready;
    private final JobRuns runs;
    private final MeterRegistry registry;
    private final InstantSource clock;
    private final Duration every;
    private final Set<String> running = ConcurrentHashMap.newKeySet();
    private final Set<String> lookedAt = ConcurrentHashMap.newKeySet();
    private volatile boolean stopped;

    @Inject
    BackfillJob(
            Configuration configuration,
            Ledger ledger,
            ListClient client,
            Pool pool,
            SchemaName schema,
            DatabaseState database,
            JobRuns runs,
            MeterRegistry registry,
            InstantSource clock,
            @ConfigProperty(name = "pawl.backfill.every", defaultValue = "15m") Duration every) {
        this.configuration = configuration;
        this.ledger = ledger;
        this.client = client;
        this.rows = new BackfillRows(pool, schema);
        this.ready = database::ready;
        this.runs = runs;
        this.registry = registry;
        this.clock = clock;
        this.every = every;
    }

    /** Begins what is due and free; returns when that is known. */
    @Scheduled(
            every = "${pawl.backfill.look-every:10s}",
            delayed = "${pawl.backfill.first-look:5s}",
            concurrentExecution = Scheduled.ConcurrentExecution.SKIP)
    Uni<Void> look() {
        return look(configuration.current().sources().values());
    }

    Uni<Void> look(Collection<Source> all) {
        List<Source> sources =
                all.stream().filter(source -> source.backfill() != null).toList();
        if (stopped) {
            return Uni.createFrom().voidItem();
        }
        if (sources.isEmpty() || !ready.getAsBoolean()) {
            // Watched all the same: sources may come with a changed file.
            return runs.watch(NAME, LOOK_LIMIT, Uni.createFrom().voidItem());
        }
        Failures failures = new Failures();
        Uni<Void> begun = Multi.createFrom()
                .iterable(sources)
                .filter(source -> !running.contains(source.name()))
                .onItem()
                .transformToUniAndMerge(source -> failures.note(begin(source)))
                .collect()
                .last()
                .flatMap(failures::end);
        List<String> names = sources.stream().map(Source::name).toList();
        return runs.watchWithLag(NAME, LOOK_LIMIT, begun, rows.lag(names));
    }

    /** Until somebody has answered, this process has not looked at the source. */
    private Uni<Void> begin(Source source) {
        return claim(source, !lookedAt.contains(source.name()))
                .invoke(claim -> {
                    lookedAt.add(source.name());
                    if (claim != null) {
                        inBackground(source, claim);
                    }
                })
                .replaceWithVoid();
    }

    /** A run under way ends with its page, and the next process goes on from there. */
    void stop(@Observes ShutdownEvent event) {
        stopped = true;
    }

    private Uni<@Nullable Claim> claim(Source source, boolean atOnce) {
        return Uni.createFrom()
                .deferred(() -> rows.claim(
                        source.name(),
                        source.names(),
                        java.util.Objects.requireNonNull(source.backfill()).from(),
                        atOnce));
    }

    private void inBackground(Source source, Claim claim) {
        running.add(source.name());
        runs.watch(
                        NAME + "/" + source.name(),
                        RUN_LIMIT,
                        run(source, claim).flatMap(BackfillJob::told),
                        progress -> progress.tally().numbers())
                .onTermination()
                .invoke(() -> running.remove(source.name()))
                .subscribe()
                .with(ended -> {});
    }

    /** What was passed over is the job's failure, though the list goes on. */
    private static Uni<Progress> told(Progress progress) {
        String trouble = progress.trouble();
        return trouble == null
                ? Uni.createFrom().item(progress)
                : Uni.createFrom().failure(new JobFailure(trouble));
    }

    /** At once if nobody else is at it, whether or not it is due; null where somebody is. */
    Uni<@Nullable Progress> runNow(Source source) {
        return claim(source, true)
                .flatMap(claim -> claim == null ? Uni.createFrom().nullItem() : run(source, claim));
    }

    private Uni<Progress> run(Source source, Claim claim) {
        return new BackfillRun(source, claim, client, ledger, rows, clock, () -> stopped)
                .start()
                .call(progress -> rows.end(claim, ended(source, progress)))
                .invoke(progress -> count(source, progress))
                .onFailure()
                .call(failure -> rows.end(claim, failed(source, failure))
                        .onFailure()
                        // The lease ends by itself; the first failure is the one to tell.
                        .recoverWithNull())
                .onFailure(NoList.class)
                .transform(failure -> new JobFailure("the provider gave no list: " + failure.getMessage()));
    }

    private Ending ended(Source source, Progress progress) {
        return new Ending(
                progress.complete(), false, progress.complete() ? pause(source) : Duration.ZERO, progress.trouble());
    }

    private Ending failed(Source source, Throwable failure) {
        if (!(failure instanceof NoList no)) {
            return new Ending(false, false, SOON, BackfillRun.why(failure));
        }
        Duration asked = no.notBefore();
        Duration pause = no.kind() == NoList.Kind.UNREACHABLE ? SOON : pause(source);
        // A cursor may have run out: then the list is read again from its first page.
        boolean cursorIsBad = no.kind() == NoList.Kind.SENSELESS;
        return new Ending(false, cursorIsBad, asked == null ? pause : asked, no.getMessage());
    }

    private Duration pause(Source source) {
        Duration own = java.util.Objects.requireNonNull(source.backfill()).every();
        return own == null ? every : own;
    }

    private void count(Source source, Progress progress) {
        progress.tally()
                .numbers()
                .forEach((outcome, count) -> registry.counter(
                                "pawl.backfill.events", "source", source.name(), "outcome", outcome)
                        .increment(count));
    }
}
