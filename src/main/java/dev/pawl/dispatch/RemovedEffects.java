package dev.pawl.dispatch;

import dev.pawl.config.Configuration;
import dev.pawl.core.outbound.EffectRule;
import dev.pawl.ledger.DatabaseState;
import dev.pawl.ledger.Ledger;
import dev.pawl.ledger.SchemaName;
import io.quarkus.scheduler.Scheduled;
import io.smallrye.mutiny.Uni;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import jakarta.inject.Inject;
import jakarta.inject.Provider;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jboss.logging.Logger;

/**
 * Effects that wait although the configuration no longer knows them: nobody claims them. After an hour their operations get
 * attention, which goes when the effect is back.
 */
@Singleton
public final class RemovedEffects {

    private static final Logger LOG = Logger.getLogger(RemovedEffects.class);
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final int AT_ONCE = 8;

    /** Names first, by hops through the index: there are few, however many effects wait. */
    private static final String FIND = """
            with recursive names as (
                (select e.name from ${schema}.effect e where e.state = 'pending' order by e.name limit 1)
                union all
                select (
                    select e.name
                    from ${schema}.effect e
                    where e.state = 'pending' and e.name > n.name
                    order by e.name
                    limit 1)
                from names n
                where n.name is not null
            ), gone as (
                select e.operation_id, e.seq, e.name
                from names n
                cross join lateral (
                    select e.operation_id, e.seq, e.name
                    from ${schema}.effect e
                    where e.name = n.name and e.state = 'pending' and e.due_at <= now() - interval '1 hour'
                        and not e.orphan
                    limit 100
                ) e
                where n.name <> all($1::text[])
                limit 100
            ), back as (
                select e.operation_id, e.seq, e.name
                from ${schema}.effect e
                where e.orphan and e.name = any($1::text[])
                limit 100
            )
            select operation_id, seq, name from gone
            union all
            select operation_id, seq, name from back
            """;

    private final Supplier<List<EffectRule>> configured;
    private final Pool pool;
    private final String find;
    private final Supplier<Ledger> ledger;
    private final BooleanSupplier migrated;

    @Inject
    RemovedEffects(
            Configuration configuration,
            Pool pool,
            SchemaName schema,
            Provider<Ledger> ledger,
            DatabaseState database) {
        this(() -> configuration.current().effects(), pool, schema, ledger::get, database::migrated);
    }

    RemovedEffects(
            Supplier<List<EffectRule>> configured,
            Pool pool,
            SchemaName schema,
            Supplier<Ledger> ledger,
            BooleanSupplier migrated) {
        this.configured = configured;
        this.pool = pool;
        this.find = schema.in(FIND);
        this.ledger = ledger;
        this.migrated = migrated;
    }

    /** One look; completes when every operation it concerns has been told, or the time is up. */
    @Scheduled(every = "1m", concurrentExecution = Scheduled.ConcurrentExecution.SKIP)
    Uni<Void> tick() {
        if (!migrated.getAsBoolean()) {
            return Uni.createFrom().voidItem();
        }
        String[] names = configured.get().stream().map(EffectRule::name).toArray(String[]::new);
        return Uni.createFrom()
                .completionStage(() -> pool.preparedQuery(find)
                        .execute(Tuple.tuple().addArrayOfString(names))
                        .toCompletionStage())
                .flatMap(this::tell)
                .ifNoItem()
                .after(LIMIT)
                .fail()
                .onFailure()
                .recoverWithItem(failure -> {
                    LOG.warnf(
                            "Effects that are not configured are looked for again in a minute: reason=%s",
                            failure.getClass().getSimpleName());
                    return null;
                });
    }

    private Uni<Void> tell(RowSet<Row> rows) {
        List<Uni<Void>> all = new ArrayList<>();
        for (Row row : rows) {
            UUID operation = row.getUUID("operation_id");
            int seq = row.getInteger("seq");
            String name = row.getString("name");
            all.add(Uni.createFrom().deferred(() -> ledger.get().effectOrphaned(operation, seq, name)));
        }
        return all.isEmpty()
                ? Uni.createFrom().voidItem()
                : Uni.join()
                        .all(all)
                        .usingConcurrencyOf(AT_ONCE)
                        .andCollectFailures()
                        .replaceWithVoid();
    }
}
