package dev.pawl.reconcile;

import dev.pawl.config.Configuration;
import dev.pawl.config.Source;
import dev.pawl.jobs.Failures;
import dev.pawl.ledger.DatabaseState;
import dev.pawl.ledger.Ledger;
import dev.pawl.ledger.SchemaName;
import io.quarkus.runtime.ShutdownEvent;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;

/**
 * Lets operations expire about which nobody can be asked; the others are asked about first, by {@link ReconcileJob}. What is
 * found here is looked at again under its lock, so that replicas, and facts that just arrive, are in nobody's way.
 */
@Singleton
public final class ExpireJob {

    static final Duration RUN_LIMIT = Duration.ofSeconds(60);
    private static final int AT_ONCE = 500;

    private final Configuration configuration;
    private final Pool pool;
    private final ReconcileSql sql;
    private final Ledger ledger;
    private final BooleanSupplier migrated;
    private final AtomicBoolean stop = new AtomicBoolean();

    @Inject
    ExpireJob(Configuration configuration, Pool pool, SchemaName schema, Ledger ledger, DatabaseState database) {
        this(configuration, pool, schema, ledger, database::migrated);
    }

    ExpireJob(Configuration configuration, Pool pool, SchemaName schema, Ledger ledger, BooleanSupplier migrated) {
        this.configuration = configuration;
        this.pool = pool;
        this.sql = new ReconcileSql(schema);
        this.ledger = ledger;
        this.migrated = migrated;
    }

    /** Ends when everything that is over now has expired. What fails stops nothing else, and the run at its end. */
    public Uni<Void> run() {
        if (!migrated.getAsBoolean()) {
            return Uni.createFrom().voidItem();
        }
        Failures failures = new Failures();
        return Multi.createFrom()
                .iterable(configuration.current().sources().values())
                .onItem()
                .transformToMultiAndConcatenate(source -> Multi.createFrom()
                        .iterable(source.names())
                        .onItem()
                        .transformToUniAndConcatenate(
                                name -> failures.note(expire(source, name, Place.FIRST, failures))))
                .collect()
                .last()
                .flatMap(failures::end);
    }

    /** Of the operation behind which the next batch begins. */
    private record Place(OffsetDateTime expiresAt, UUID id) {
        static final Place FIRST = new Place(Instant.EPOCH.atOffset(ZoneOffset.UTC), new UUID(0, 0));
    }

    /** @param name which the operations are under */
    private Uni<Void> expire(Source source, String name, Place after, Failures failures) {
        String[] asked = source.asking() == null
                ? new String[0]
                : source.status().keySet().toArray(String[]::new);
        Tuple parameters = Tuple.tuple()
                .addString(name)
                .addArrayOfString(asked)
                .addInteger(AT_ONCE)
                .addOffsetDateTime(after.expiresAt())
                .addUUID(after.id());
        return Uni.createFrom()
                .completionStage(() ->
                        pool.preparedQuery(sql.expired).execute(parameters).toCompletionStage())
                .flatMap(rows -> {
                    List<Uni<Void>> expiring = new ArrayList<>();
                    Place last = after;
                    for (Row row : rows) {
                        UUID id = row.getUUID(0);
                        expiring.add(failures.note(ledger.expire(id).replaceWithVoid()));
                        last = new Place(row.getOffsetDateTime(1), id);
                    }
                    Place next = last;
                    boolean isLast = expiring.size() < AT_ONCE;
                    return all(expiring)
                            .flatMap(expired -> isLast || stop.get()
                                    ? Uni.createFrom().voidItem()
                                    : expire(source, name, next, failures));
                });
    }

    private static Uni<Void> all(List<Uni<Void>> expiring) {
        return expiring.isEmpty()
                ? Uni.createFrom().voidItem()
                : Uni.join().all(expiring).andCollectFailures().replaceWithVoid();
    }

    void stopping(@Observes ShutdownEvent event) {
        stop.set(true);
    }
}
