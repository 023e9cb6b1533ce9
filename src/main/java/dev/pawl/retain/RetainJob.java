package dev.pawl.retain;

import dev.pawl.config.Catalog;
import dev.pawl.config.Configuration;
import dev.pawl.jobs.Failures;
import dev.pawl.ledger.SchemaName;
import dev.pawl.ledger.Upkeep;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.vertx.sqlclient.Pool;
import jakarta.inject.Inject;
import jakarta.inject.Provider;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/**
 * Lets go what has been kept for long enough, in small batches and without a lock that intake waits for. One replica at a
 * time does it; if two did, each step would still be right. What a run does not get done, the next one does.
 */
@Singleton
public final class RetainJob {

    /** After this nothing new is begun. */
    private static final Duration BUDGET = Duration.ofMinutes(5);

    /** How long the schedule waits for a run, and how long a replica that vanished keeps the others away. */
    static final Duration LIMIT = Duration.ofMinutes(10);

    private static final int BATCH = 500;

    private final Statement sql;
    private final Configuration configuration;
    private final Housekeeping housekeeping;
    private final OldDays days;
    private final OldBodies bodies;
    private final OldOperations operations;
    private final Kept kept;

    /** What a run did. */
    public record Retained(int entombed, int forgotten, int emptiedDays, int droppedDays) {
        static final Retained NOTHING = new Retained(0, 0, 0, 0);

        static Retained of(List<Integer> counts) {
            return new Retained(counts.get(0), counts.get(1), counts.get(2), counts.get(3));
        }
    }

    @Inject
    RetainJob(
            Configuration configuration,
            Pool pool,
            SchemaName schema,
            Provider<Upkeep> ledger,
            @ConfigProperty(name = "pawl.retain.patience", defaultValue = "5s") Duration patience) {
        this(configuration, pool, schema, ledger::get, patience, BATCH);
    }

    RetainJob(
            Configuration configuration,
            Pool pool,
            SchemaName schema,
            Supplier<Upkeep> ledger,
            Duration patience,
            int batch) {
        this.sql = new Statement(pool, schema);
        this.configuration = configuration;
        this.housekeeping = new Housekeeping(sql, batch);
        this.kept = new Kept(sql, batch);
        this.days = new OldDays(sql, kept, new Impatience(pool, sql, patience));
        this.bodies = new OldBodies(sql, batch);
        this.operations = new OldOperations(sql, ledger);
    }

    /** One run; nothing while another replica has its own. Fails when a step did, after all the others. */
    public Uni<Retained> run() {
        UUID claim = UUID.randomUUID();
        return housekeeping
                .claim(claim, LIMIT)
                .flatMap(mine -> mine
                        ? work(configuration.current()).eventually(() -> housekeeping.release(claim))
                        : Uni.createFrom().item(Retained.NOTHING));
    }

    /** For how many seconds the oldest of what is left should have gone. */
    Uni<Long> lag() {
        Catalog catalog = configuration.current();
        return Partitions.list(sql)
                .flatMap(partitions -> operations
                        .overdue(catalog, partitions.now())
                        .flatMap(still -> bodies.overdue(catalog, partitions)
                                .map(body ->
                                        List.of(still, body, OldDays.overdue(partitions, catalog.longestBodies())))))
                .map(Collections::max)
                .map(Duration::toSeconds);
    }

    private Uni<Retained> work(Catalog catalog) {
        Failures failures = new Failures();
        List<Function<Budget, Uni<Integer>>> steps = List.of(
                budget -> operations.entomb(catalog, budget, failures),
                budget -> operations.forget(catalog, budget, failures),
                budget -> bodies.empty(catalog, budget, failures),
                budget -> days.drop(catalog.longestBodies(), budget, failures),
                budget -> kept.cleanUp(catalog, budget, failures).replaceWith(0),
                budget -> housekeeping.cleanUp(catalog, budget, failures));
        Budget whole = new Budget(BUDGET);
        return Multi.createFrom()
                .range(0, steps.size())
                .onItem()
                .transformToUniAndConcatenate(n -> failures.note(
                        Uni.createFrom().deferred(() -> steps.get(n).apply(whole.share(steps.size() - n))), 0))
                .collect()
                .asList()
                .flatMap(counts -> failures.end(Retained.of(counts)));
    }
}
