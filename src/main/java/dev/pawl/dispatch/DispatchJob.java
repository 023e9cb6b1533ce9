package dev.pawl.dispatch;

import dev.pawl.config.Configuration;
import dev.pawl.core.outbound.EffectRule;
import dev.pawl.dispatch.Capacity.Deal;
import dev.pawl.dispatch.Destination.Place;
import dev.pawl.dispatch.EffectRows.Claimed;
import dev.pawl.dispatch.EffectRows.Ending;
import dev.pawl.dispatch.EffectRows.Finished;
import dev.pawl.jobs.JobRuns;
import dev.pawl.ledger.CommitListener;
import dev.pawl.ledger.DatabaseConnections;
import dev.pawl.ledger.DatabaseState;
import dev.pawl.ledger.Ledger;
import dev.pawl.ledger.SchemaName;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.scheduler.Scheduled;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.impl.VertxInternal;
import io.vertx.pgclient.PgConnection;
import io.vertx.sqlclient.Pool;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import jakarta.inject.Provider;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * Carries out what committed transitions caused: claim, send, write down, each on its own, with no transaction open during
 * a call to somebody else. Woken by a commit, by the end of an attempt, by the time the next effect is due, and by schedule
 * in case everything else was missed.
 *
 * <pre>
 * pending ──claim──▶ under way ──▶ done ──────────▶ where `then` says so, the operation is told
 *    ▲                  │    └───▶ rejected, dead ──▶ the operation is told, and gets attention
 *    └──── retry ───────┘
 * </pre>
 *
 * A claim carries a token of its own and ends with its lease; an outcome is written only while the token holds. A process
 * that dies or sleeps thus delays an effect and never blocks it. A receiver may get it twice, under one id; a statement in
 * this database is run once ({@link SqlEffects}).
 *
 * <p>All state is touched on one event-loop context only.
 */
@Singleton
public final class DispatchJob implements CommitListener {

    private static final String NAME = "dispatch";
    /** Under way over HTTP beside one for each receiver and those that hang. */
    static final int SHARED = 64;

    private static final Duration CLAIM_LIMIT = Duration.ofSeconds(5);
    private static final Duration CLOSING = Duration.ofSeconds(3);

    private final SqlEffects sqlEffects;
    private final Attempts attempts;
    private final BooleanSupplier migrated;
    private final DispatchMetrics metrics;
    private final Executor executor;
    private final Supplier<List<EffectRule>> configured;
    /** By name, those that are gone too: what was claimed before is still sent. Confined to the executor. */
    private final Map<String, EffectRule> effects = new HashMap<>();
    /** Where what is under way has its place, by token. Confined to the executor. */
    private final Map<UUID, Place> places = new HashMap<>();
    /** Whether the last look may have left something for want of a place. Confined to the executor. */
    private boolean wanting = true;
    /** Whether a place was given back since the last deal. Confined to the executor. */
    private boolean freed;

    private final Capacity capacity;
    private final Coalesced claiming;
    private final Claimer claimer;
    private final Outcomes outcomes;
    private final EndedEffects endedEffects;
    private final Alarm nextDue;
    private final Alarm moreRoom;

    @Inject
    DispatchJob(
            Configuration configuration,
            Vertx vertx,
            Pool pool,
            SchemaName schema,
            Provider<Ledger> ledger,
            HttpEffectSink http,
            KafkaEffectSink kafka,
            DatabaseConnections connections,
            DatabaseState database,
            JobRuns runs,
            MeterRegistry registry) {
        // Asked for later: the ledger is made with its listeners, of which this is one.
        this(
                () -> configuration.current().effects(),
                vertx,
                pool,
                schema,
                ledger::get,
                new EffectSinks(http, kafka),
                () -> connections.open(vertx),
                database::migrated,
                run -> runs.record(NAME, run),
                registry);
    }

    DispatchJob(
            Supplier<List<EffectRule>> configured,
            Vertx vertx,
            Pool pool,
            SchemaName schema,
            Supplier<Ledger> ledger,
            EffectSinks sinks,
            Supplier<Future<PgConnection>> connect,
            BooleanSupplier migrated,
            UnaryOperator<Uni<Boolean>> watched,
            MeterRegistry registry) {
        this.migrated = migrated;
        DispatchSql sql = new DispatchSql(schema);
        this.sqlEffects = new SqlEffects(vertx, pool, sql, connect);
        this.metrics = new DispatchMetrics(registry);
        // Its own context: a commit wakes it from a request's, whose locals must not travel on.
        Context context = ((VertxInternal) vertx).createEventLoopContext();
        this.executor = command -> context.runOnContext(nothing -> command.run());
        this.attempts = new Attempts(executor, sinks, sqlEffects);
        this.configured = configured;
        this.capacity = new Capacity(SHARED, HttpEffectSink.PER_DESTINATION, List.of());
        this.claiming = new Coalesced(
                executor,
                "claim",
                CLAIM_LIMIT.plusSeconds(1),
                () -> watched.apply(limited(claim())).onFailure().invoke(failure -> executor.execute(this::notLooked)));
        this.nextDue = new Alarm(vertx, claiming::signal);
        this.moreRoom = new Alarm(vertx, claiming::signal);
        this.claimer = new Claimer(executor, pool, sql, this::send);
        this.outcomes = new Outcomes(executor, vertx, pool, sql, metrics, this::ended);
        this.endedEffects = new EndedEffects(executor, pool, sql, ledger);
    }

    @Override
    public void committed(Left left) {
        if (left.effects()) {
            claiming.signal();
        }
        if (left.endings()) {
            endedEffects.look();
        }
    }

    /** Looks for what is due now; returns at once. */
    @Scheduled(every = "${pawl.dispatch.every:5s}", concurrentExecution = Scheduled.ConcurrentExecution.SKIP)
    void tick() {
        if (migrated.getAsBoolean()) {
            claiming.signal();
            endedEffects.look();
        }
    }

    /** Nothing new is begun; what is under way gets a moment, since what it leaves open is sent again. */
    void stop(@Observes ShutdownEvent event) {
        claiming.stop();
        claimer.stop();
        long end = System.nanoTime() + CLOSING.toNanos();
        while (!(claimer.idle() && capacity.idle()) && System.nanoTime() < end) {
            LockSupport.parkNanos(10_000_000L);
        }
        outcomes.stop();
        endedEffects.stop();
        executor.execute(sqlEffects::stop);
    }

    /** Here as well, so that a claim without an end is told as one that failed. */
    private static Uni<Boolean> limited(Uni<Boolean> claim) {
        return claim.ifNoItem().after(CLAIM_LIMIT).fail();
    }

    private Uni<Boolean> claim() {
        follow(configured.get());
        return claim(new HashSet<>());
    }

    /** Goes on until there is something for somebody, or every effect for which there may be a place has had its turn. */
    private Uni<Boolean> claim(Set<String> looked) {
        Deal deal = capacity.deal(System.nanoTime());
        freed = false;
        Duration again = deal.againIn();
        // A millisecond later, so that it is over by then.
        moreRoom.in(again == null ? null : again.toMillis() + 1);
        if (deal.rooms().isEmpty() || outcomes.stuck()) {
            wanting = true;
            return Uni.createFrom().item(false);
        }
        List<String> known =
                capacity.configured().stream().map(EffectRule::name).toList();
        return claimer.claim(deal.rooms(), known).flatMap(claims -> {
            nextDue.in(claims.nextIn());
            deal.rooms().forEach(room -> looked.add(room.effect()));
            wanting = claims.progress() || !looked.containsAll(known);
            boolean more = claims.progress() || (wanting && freed);
            return more || looked.containsAll(deal.leftOut()) ? Uni.createFrom().item(more) : claim(looked);
        });
    }

    private void notLooked() {
        wanting = true;
        if (freed) {
            claiming.signal();
        }
    }

    /** A list that is still the same, as it nearly always is, is equal at first sight. */
    private void follow(List<EffectRule> current) {
        if (!current.equals(capacity.configured())) {
            current.forEach(effect -> effects.put(effect.name(), effect));
            capacity.configure(current);
            attempts.follow(current);
            metrics.circuits(capacity.destinations());
        }
    }

    /** False: its destination rests by now, so it has to be given back. */
    private boolean send(Claimed claimed) {
        EffectRule effect = Objects.requireNonNull(effects.get(claimed.effect()));
        long began = System.nanoTime();
        long leaseEnds = began + effect.target().timeout().plus(Capacity.GRACE).toNanos();
        Place place = capacity.take(effect.name(), began);
        if (place == null) {
            return false;
        }
        places.put(claimed.token(), place);
        Finished hindrance = attempts.hindrance(effect, claimed, began);
        if (hindrance != null) {
            outcomes.add(hindrance, leaseEnds);
            return true;
        }
        attempts.carryOut(effect, claimed, place)
                .emitOn(executor)
                .call(ended -> ended.parked() && leaseEnds - System.nanoTime() > EndedEffects.LEDGER_LIMIT.toNanos()
                        ? endedEffects.parked(ended.finished())
                        : Uni.createFrom().voidItem())
                .emitOn(executor)
                .subscribe()
                .with(ended -> {
                    metrics.took(effect.name(), Duration.ofNanos(System.nanoTime() - began));
                    if (ended.written()) {
                        outcomes.written(ended.finished());
                    } else {
                        outcomes.add(ended.finished(), leaseEnds);
                    }
                });
        return true;
    }

    /** Every look costs a claim: none for places that nobody waits for. What is due later needs one for its time. */
    private void ended(List<Finished> all, boolean released) {
        freed = true;
        all.forEach(finished -> capacity.release(
                Objects.requireNonNull(places.remove(finished.effect().token())), System.nanoTime()));
        if (released || wanting || all.stream().anyMatch(finished -> finished.ending() != Ending.DONE)) {
            claiming.signal();
        }
        if (all.stream().anyMatch(DispatchJob::mayBeUntold)) {
            endedEffects.look();
        }
    }

    /** Whether its operation may have to learn of it: how it ended, or that it waits no more. */
    private static boolean mayBeUntold(Finished finished) {
        return finished.telling()
                || (finished.ending() == Ending.DONE && finished.effect().attempts() > 1);
    }
}
