package dev.pawl.dispatch;

import dev.pawl.dispatch.EffectRows.Claimed;
import dev.pawl.dispatch.EffectRows.Claims;
import dev.pawl.dispatch.EffectRows.Room;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.jboss.logging.Logger;

/**
 * Claims effects. What the database gives to a claim that nobody waits for any longer, or for a destination that rests by
 * then, is given back, since nothing of it was sent: left alone it would look like an attempt that may have arrived.
 */
final class Claimer {

    private static final Logger LOG = Logger.getLogger(Claimer.class);
    private static final Claims NOTHING = new Claims(List.of(), false, null);

    private final Executor executor;
    private final Pool pool;
    private final DispatchSql sql;
    private final Predicate<Claimed> send;
    private final AtomicInteger underWay = new AtomicInteger();
    private volatile boolean stopped;

    /** @param send takes an effect that is claimed, on the executor; false: not now */
    Claimer(Executor executor, Pool pool, DispatchSql sql, Predicate<Claimed> send) {
        this.executor = executor;
        this.pool = pool;
        this.sql = sql;
        this.send = send;
    }

    /** Emits on the executor, when everything claimed has been handed over. */
    Uni<Claims> claim(List<Room> rooms, List<String> known) {
        return Uni.createFrom().emitter(emitter -> {
            AtomicBoolean over = new AtomicBoolean();
            emitter.onTermination(() -> over.set(true));
            underWay.incrementAndGet();
            if (stopped) {
                underWay.decrementAndGet();
                emitter.complete(NOTHING);
                return;
            }
            pool.preparedQuery(sql.claim)
                    .execute(EffectRows.claim(rooms, known))
                    .compose(rows -> handled(EffectRows.claims(rows, rooms), over, emitter))
                    .onFailure(emitter::fail)
                    .onComplete(end -> underWay.decrementAndGet());
        });
    }

    /** From now on nothing is handed over. */
    void stop() {
        stopped = true;
    }

    /** Whether no claim is open; asked after {@link #stop} it stays so. */
    boolean idle() {
        return underWay.get() == 0;
    }

    private Future<Void> handled(Claims claims, AtomicBoolean over, UniEmitter<? super Claims> emitter) {
        return Future.future(promise -> executor.execute(() -> {
            if (over.get() || stopped) {
                giveBack(claims.effects()).onComplete(promise);
                emitter.complete(NOTHING);
            } else {
                List<Claimed> unwanted =
                        claims.effects().stream().filter(send.negate()).toList();
                emitter.complete(claims);
                giveBack(unwanted).onComplete(promise);
            }
        }));
    }

    private Future<Void> giveBack(List<Claimed> effects) {
        return effects.isEmpty()
                ? Future.succeededFuture()
                : pool.preparedQuery(sql.giveBack)
                        .execute(EffectRows.identities(effects))
                        .<Void>mapEmpty()
                        .onFailure(failure -> LOG.warnf(
                                "Claimed too late and not given back, so they wait for their leases: effects=%d reason=%s",
                                effects.size(), failure.getClass().getSimpleName()));
    }
}
