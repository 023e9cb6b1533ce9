package dev.pawl.reconcile;

import dev.pawl.config.Configuration;
import dev.pawl.config.Source;
import dev.pawl.ledger.DatabaseState;
import dev.pawl.ledger.Ledger;
import dev.pawl.ledger.SchemaName;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.ShutdownEvent;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.impl.VertxInternal;
import io.vertx.sqlclient.Pool;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;

/**
 * Asks providers about operations that are stuck, in doubt or about to expire. Every source is asked on its own, so that a
 * sick one is in nobody's way; what may be asked, and how often, is counted in the database for all replicas together.
 *
 * <pre>
 * due ──claim──▶ under way ──▶ answer through the ledger ──▶ settled, or due again later
 *  ▲                │
 *  └─ end of lease ─┘
 * </pre>
 */
@Singleton
public final class ReconcileJob {

    static final Duration RUN_LIMIT = Duration.ofSeconds(20);

    private final BooleanSupplier migrated;
    private final Executor executor;
    private final ReconcileTools tools;
    private final AtomicBoolean stop = new AtomicBoolean();
    /** Confined to the executor. */
    private final Map<String, SourceInquiries> sources = new HashMap<>();

    @Inject
    ReconcileJob(
            Configuration configuration,
            Vertx vertx,
            Pool pool,
            SchemaName schema,
            Ledger ledger,
            StatusClient client,
            DatabaseState database,
            MeterRegistry registry) {
        this(configuration, vertx, pool, schema, ledger, client, database::migrated, registry);
    }

    ReconcileJob(
            Configuration configuration,
            Vertx vertx,
            Pool pool,
            SchemaName schema,
            Ledger ledger,
            StatusClient client,
            BooleanSupplier migrated,
            MeterRegistry registry) {
        this.migrated = migrated;
        Context context = ((VertxInternal) vertx).createEventLoopContext();
        this.executor = command -> context.runOnContext(nothing -> command.run());
        this.tools = new ReconcileTools(
                configuration,
                vertx,
                executor,
                pool,
                new ReconcileSql(schema),
                ledger,
                client,
                new LookupMetrics(registry),
                stop);
    }

    /** Claims what is due now; ends when that is claimed, and goes on asking by itself. Fails when a claim fails. */
    public Uni<Void> run() {
        if (!migrated.getAsBoolean() || stop.get()) {
            return Uni.createFrom().voidItem();
        }
        return Uni.createFrom()
                .voidItem()
                .emitOn(executor)
                .flatMap(nothing -> lookEverywhere())
                .ifNoItem()
                .after(RUN_LIMIT)
                .fail();
    }

    private Uni<Void> lookEverywhere() {
        List<Uni<Void>> looks = tools.configuration().current().sources().values().stream()
                .filter(source -> source.asking() != null)
                .map(Source::name)
                .map(name -> sources.computeIfAbsent(name, of -> new SourceInquiries(of, tools)))
                .map(SourceInquiries::look)
                .toList();
        return looks.isEmpty()
                ? Uni.createFrom().voidItem()
                : Uni.join().all(looks).andCollectFailures().replaceWithVoid();
    }

    /** Nothing new is begun; what is under way ends, or its lease does. */
    void stopping(@Observes ShutdownEvent event) {
        stop.set(true);
    }
}
