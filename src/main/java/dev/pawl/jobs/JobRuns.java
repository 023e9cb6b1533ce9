package dev.pawl.jobs;

import dev.pawl.ledger.DatabaseState;
import dev.pawl.ledger.Ledger.Unavailable;
import dev.pawl.ledger.SchemaName;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.smallrye.mutiny.TimeoutException;
import io.smallrye.mutiny.Uni;
import io.vertx.core.json.JsonObject;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Tuple;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Watches the runs of the jobs. A run that never ends would stop its schedule without a word, and so would a failure that
 * nobody sees: each is limited in time, counted, and its outcome written to {@code job_run}, by the database's clock. A
 * row that would say the same again is written every ten seconds at most. Thread-safe.
 */
@Singleton
public final class JobRuns {

    /** Among a run's details: for how many seconds the oldest piece of its work has been due. */
    public static final String LAG = "lagSeconds";

    private static final Logger LOG = Logger.getLogger(JobRuns.class);
    private static final Duration QUIET = Duration.ofSeconds(10);
    private static final Duration WRITE_LIMIT = Duration.ofSeconds(5);
    private static final Duration LAG_LIMIT = Duration.ofSeconds(30);
    private static final int LONGEST_ERROR = 500;

    private static final String WRITE = """
            insert into ${schema}.job_run as j (job, last_run_at, last_success_at, last_error, detail)
            values ($1, now(), case when ($2::text) is null then now() end, $2::text, ($3::text)::jsonb)
            on conflict (job) do update set
                last_run_at = excluded.last_run_at,
                last_success_at = coalesce(excluded.last_success_at, j.last_success_at),
                last_error = excluded.last_error,
                detail = coalesce(excluded.detail, j.detail)
            """;

    private final Pool pool;
    private final SchemaName schema;
    private final BooleanSupplier migrated;
    private final MeterRegistry registry;
    private final Duration quiet;
    private final Map<String, JobState> jobs = new ConcurrentHashMap<>();

    @Inject
    JobRuns(Pool pool, SchemaName schema, DatabaseState database, MeterRegistry registry) {
        this(pool, schema, database::migrated, registry, QUIET);
    }

    /** @param quiet how long a row that says the same is left alone */
    public JobRuns(Pool pool, SchemaName schema, BooleanSupplier migrated, MeterRegistry registry, Duration quiet) {
        this.pool = pool;
        this.schema = schema;
        this.migrated = migrated;
        this.registry = registry;
        this.quiet = quiet;
    }

    /**
     * A run of a scheduled job. Never fails: what went wrong is recorded, logged when it changes, and the schedule goes on.
     *
     * @param job one of a closed list of names, lower case
     * @param limit after which the run is cancelled and counts as failed
     * @return what the run came to; null after a failure
     */
    public <T> Uni<@Nullable T> watch(String job, Duration limit, Uni<T> run) {
        return watch(job, limit, run, any -> Map.of());
    }

    /** @param detail counts and ages to be shown, by name; empty: those of the run before stay */
    public <T> Uni<@Nullable T> watch(
            String job, Duration limit, Uni<T> run, Function<? super T, Map<String, Long>> detail) {
        return recorded(job, limited(run, limit), detail, true).onFailure().recoverWithNull();
    }

    /**
     * The same, with how far behind the job is: what a run that failed does not change grows all the same.
     *
     * @param lag in seconds, asked for after every run; where that fails, so has a run that went well
     */
    public Uni<Void> watchWithLag(String job, Duration limit, Uni<?> run, Uni<Long> lag) {
        return limited(run, limit)
                .onItemOrFailure()
                .transformToUni((done, failure) -> lag.ifNoItem()
                        .after(LAG_LIMIT)
                        .fail()
                        .onItemOrFailure()
                        .invoke((seconds, noLag) -> ended(
                                job,
                                failure == null ? noLag : failure,
                                seconds == null ? Map.of() : Map.of(LAG, seconds))))
                .replaceWithVoid()
                .onFailure()
                .recoverWithNull();
    }

    private static <T> Uni<T> limited(Uni<T> run, Duration limit) {
        return run.ifNoItem()
                .after(limit)
                .failWith(() -> new JobFailure("did not end within " + limit.toSeconds() + " s"));
    }

    private void ended(String job, @Nullable Throwable failure, Map<String, Long> detail) {
        ended(job, failure == null ? null : describe(failure), detail, true);
    }

    /** A run whose failure is the caller's to handle and log, and whose time the caller limits; it is recorded all the same. */
    public <T> Uni<T> record(String job, Uni<T> run) {
        return recorded(job, run, any -> Map.of(), false);
    }

    private <T> Uni<T> recorded(String job, Uni<T> run, Function<? super T, Map<String, Long>> detail, boolean logged) {
        return run.onItem()
                .invoke(item -> ended(job, null, item == null ? Map.of() : detail.apply(item), logged))
                .onFailure()
                .invoke(failure -> ended(job, describe(failure), Map.of(), logged));
    }

    /** A job that should run this often: one that does not is told by the health check. */
    public void expect(String job, Duration every) {
        state(job).expect(every);
    }

    SortedMap<String, JobState> states() {
        return new TreeMap<>(jobs);
    }

    private JobState state(String job) {
        return jobs.computeIfAbsent(job, name -> {
            JobState state = new JobState(System.nanoTime());
            registry.gauge(
                    "pawl.job.success.age",
                    Tags.of("job", name),
                    state,
                    any -> any.secondsSinceSuccess(System.nanoTime()));
            return state;
        });
    }

    private void ended(String job, @Nullable String error, Map<String, Long> detail, boolean logged) {
        registry.counter("pawl.job.runs", "job", job, "outcome", error == null ? "done" : "failed")
                .increment();
        JobState state = state(job);
        Long lag = detail.get(LAG);
        if (lag != null && state.lags(lag)) {
            registry.gauge("pawl.job.lag", Tags.of("job", job), state, JobState::lag);
        }
        long now = System.nanoTime();
        JobState.News news = state.ended(error, now);
        if (logged && news.changed() && error != null) {
            LOG.warnf("Failed and runs again by schedule: job=%s error=%s", job, error);
        } else if (logged && news.changed()) {
            LOG.infof("Works again: job=%s", job);
        }
        if (migrated.getAsBoolean() && state.mayWrite(now, quiet)) {
            write(job, error, detail, state);
        }
    }

    /** Beside the run, which does not wait for it. */
    private void write(String job, @Nullable String error, Map<String, Long> detail, JobState state) {
        String text = detail.isEmpty() ? null : new JsonObject(Map.copyOf(detail)).encode();
        Uni.createFrom()
                .completionStage(() -> pool.preparedQuery(schema.in(WRITE))
                        .execute(Tuple.of(job, error, text))
                        .toCompletionStage())
                .ifNoItem()
                .after(WRITE_LIMIT)
                .fail()
                .subscribe()
                .with(rows -> {}, failure -> {
                    // Written with the next run; how the database is doing is told elsewhere.
                    LOG.debugf(failure, "a run was not written down: job=%s", job);
                    state.notWritten();
                });
    }

    /** Never values: only our own words, the kind of failure and the database's code. */
    static String describe(Throwable failure) {
        if (failure instanceof JobFailure || failure instanceof Unavailable) {
            String message = String.valueOf(failure.getMessage());
            return message.length() > LONGEST_ERROR ? message.substring(0, LONGEST_ERROR) : message;
        }
        if (failure instanceof TimeoutException) {
            return "did not end in time";
        }
        String kind = failure.getClass().getSimpleName();
        return failure instanceof PgException error ? kind + " " + error.getSqlState() : kind;
    }
}
