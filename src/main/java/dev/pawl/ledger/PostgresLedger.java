package dev.pawl.ledger;

import dev.pawl.config.Configuration;
import dev.pawl.config.Source;
import dev.pawl.core.interpret.Interpretation;
import dev.pawl.core.verify.InboundRequest;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.ShutdownEvent;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import io.vertx.core.impl.VertxInternal;
import io.vertx.sqlclient.Pool;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** The ledger on PostgreSQL: entries in, {@link GroupCommit} below. */
@Singleton
final class PostgresLedger implements Ledger, Upkeep {

    private static final int LANES = 2;
    private static final int PATIENT_LANES = 4;
    /** Slots are reused, so that counters stay few; two replicas on one slot only wait for each other a little. */
    private static final int REPLICA_SLOTS = 64;

    private static final int HOUSEKEEPING_MS = 100;
    private static final long CLOSING_NANOS = 3_000_000_000L;

    private final GroupCommit commits;

    /** Listeners are looked up when there is something to hear: they need the ledger to be made themselves. */
    @Inject
    PostgresLedger(
            Vertx vertx,
            Pool pool,
            DatabaseConnections connections,
            SchemaName schema,
            Configuration configuration,
            DatabaseState database,
            Instance<CommitListener> listeners,
            MeterRegistry registry) {
        this(
                vertx,
                pool,
                connections,
                schema,
                configuration,
                database,
                left -> listeners.forEach(listener -> listener.committed(left)),
                registry);
    }

    PostgresLedger(
            Vertx vertx,
            Pool pool,
            DatabaseConnections connections,
            SchemaName schema,
            Configuration configuration,
            DatabaseState database,
            CommitListener listener,
            MeterRegistry registry) {
        // Making the pool is what tells the connections where the database is.
        pool.size();
        LedgerMetrics metrics = new LedgerMetrics(registry);
        Lane.Sql sql = new Lane.Sql(schema);
        int slot = ThreadLocalRandom.current().nextInt(REPLICA_SLOTS) * (LANES + PATIENT_LANES);
        List<Lane> lanes = new ArrayList<>();
        for (int i = 0; i < LANES + PATIENT_LANES; i++) {
            lanes.add(new Lane(vertx, ((VertxInternal) vertx).createEventLoopContext(), connections, sql, slot + i));
        }
        this.commits = new GroupCommit(
                vertx,
                configuration,
                database,
                listener,
                metrics,
                lanes.subList(0, LANES),
                lanes.subList(LANES, lanes.size()));
        metrics.watchQueue(commits::waitingCount);
        vertx.setPeriodic(HOUSEKEEPING_MS, elapsed -> commits.housekeeping());
    }

    @Override
    public Uni<Recorded> record(
            Source source, InboundRequest request, int secret, Instant receivedAt, Interpretation said) {
        return submit(DeliveryEntry.received(source, request, secret, receivedAt, said));
    }

    @Override
    public Uni<Recorded> recordHistory(
            Source source,
            InboundRequest request,
            Origin origin,
            @Nullable Operator operator,
            Instant receivedAt,
            Interpretation said) {
        return submit(DeliveryEntry.history(source, request, origin, operator, receivedAt, said));
    }

    @Override
    public Uni<Recorded> replay(Source source, Stored delivery, Interpretation said, Operator operator) {
        return submit(DeliveryEntry.replayed(source, delivery, said, operator));
    }

    @Override
    public Uni<CommandOutcome> command(Command command) {
        return submit(new CommandEntry(command));
    }

    @Override
    public Uni<NewRun> runAsNew(Command command, UUID old, @Nullable Integer expectedSeq, Operator operator) {
        return submit(new NewRunEntry(command, old, expectedSeq, operator));
    }

    @Override
    public Uni<ActionOutcome> act(UUID operation, Action action, @Nullable Integer expectedSeq, Operator operator) {
        return submit(
                action instanceof Action.Retry
                        ? new RetryEntry(operation, expectedSeq, operator)
                        : new ActionEntry(operation, action, expectedSeq, operator));
    }

    @Override
    public Uni<Boolean> refused(Map<String, Map<String, Long>> counts) {
        return submit(new CountEntry(counts));
    }

    @Override
    public Uni<Void> effectEnded(UUID operation, EffectEnding ending) {
        return submit(new EffectEndedEntry(operation, ending)).replaceWithVoid();
    }

    @Override
    public Uni<EffectOutcome> actOnEffect(
            UUID operation, int seq, String effect, EffectAction action, Operator operator) {
        return submit(new EffectActionEntry(operation, seq, effect, action, operator));
    }

    @Override
    public Uni<Void> effectOrphaned(UUID operation, int seq, String effect) {
        return submit(new OrphanEntry(operation, seq, effect)).replaceWithVoid();
    }

    @Override
    public Uni<Integer> resend(Resend resend) {
        return submit(new ResendEntry(resend));
    }

    @Override
    public Uni<Boolean> lookedUp(Lookup lookup) {
        return submit(new LookupEntry(lookup));
    }

    @Override
    public Uni<Boolean> expire(UUID operation) {
        return submit(new ExpiryEntry(operation));
    }

    @Override
    public Uni<Integer> retryParked(UUID operation, UUID first) {
        return submit(new ParkedEntry(operation, first));
    }

    @Override
    public Uni<Integer> entomb(Map<UUID, Integer> latestGenerations) {
        return submit(new TombstoneEntry(latestGenerations, TombstoneEntry.End.TOMBSTONE));
    }

    @Override
    public Uni<Integer> forget(Map<UUID, Integer> latestGenerations) {
        return submit(new TombstoneEntry(latestGenerations, TombstoneEntry.End.NOTHING));
    }

    @Override
    public Uni<Void> effectParked(UUID operation, int seq, String effect, String why) {
        return submit(new ParkedEffectEntry(operation, seq, effect, why)).replaceWithVoid();
    }

    /** The entry is taken in at once; whoever waits for the answer may go away without touching it. */
    private <T> Uni<T> submit(Entry<T> entry) {
        commits.submit(entry);
        return Uni.createFrom().completionStage(entry.answer());
    }

    void stopping(@Observes ShutdownEvent event) {
        commits.close();
        long end = System.nanoTime() + CLOSING_NANOS;
        while (!commits.idle() && System.nanoTime() < end) {
            LockSupport.parkNanos(10_000_000L);
        }
    }
}
