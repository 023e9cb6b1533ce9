package dev.pawl.dispatch;

import dev.pawl.dispatch.EffectRows.Claimed;
import dev.pawl.dispatch.EffectRows.Finished;
import dev.pawl.dispatch.EffectRows.Untold;
import dev.pawl.ledger.Ledger;
import io.smallrye.mutiny.Uni;
import io.vertx.sqlclient.Pool;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jboss.logging.Logger;

/**
 * Lets operations know of effects that were given up, that wait too long, that are done after all, or whose ending says
 * something about them. A row is settled first, and keeps a claim until the ledger has it: nothing is ever told of an
 * outcome that a lost lease made void, and a process that dies in between, or a ledger that is away, only delays it. Told
 * twice is told once.
 */
final class EndedEffects {

    private static final Logger LOG = Logger.getLogger(EndedEffects.class);

    /** Within the half minute for which {@link DispatchSql} claims untold effects. */
    private static final Duration LIMIT = Duration.ofSeconds(20);

    /** For one telling; a claim that is over sooner tells nothing. */
    static final Duration LEDGER_LIMIT = Duration.ofSeconds(5);

    private static final int AT_ONCE = 32;

    private final Pool pool;
    private final DispatchSql sql;
    private final Supplier<Ledger> ledger;
    private final Coalesced telling;

    EndedEffects(Executor executor, Pool pool, DispatchSql sql, Supplier<Ledger> ledger) {
        this.pool = pool;
        this.sql = sql;
        this.ledger = ledger;
        this.telling = new Coalesced(executor, "tell", LIMIT, this::tell);
    }

    /** There may be some. */
    void look() {
        telling.signal();
    }

    /**
     * An effect waits longer than it may. Told while it is still claimed, so that nobody can have settled it meanwhile;
     * what cannot be told now is told by the next attempt.
     */
    Uni<Void> parked(Finished finished) {
        Claimed effect = finished.effect();
        return Uni.createFrom()
                .deferred(() -> ledger.get()
                        .effectParked(
                                effect.operation(),
                                effect.seq(),
                                effect.effect(),
                                Objects.requireNonNullElse(finished.error(), "")))
                .ifNoItem()
                .after(LEDGER_LIMIT)
                .fail()
                .onFailure()
                .recoverWithUni(failure -> {
                    LOG.warnf(
                            "The operation does not know of its waiting effect and is told by the next attempt:"
                                    + " operation=%s effect=%s reason=%s",
                            effect.operation(),
                            effect.effect(),
                            failure.getClass().getSimpleName());
                    return Uni.createFrom().voidItem();
                });
    }

    void stop() {
        telling.stop();
    }

    private Uni<Boolean> tell() {
        return Uni.createFrom()
                .completionStage(() -> pool.preparedQuery(sql.untold).execute().toCompletionStage())
                .map(EffectRows::untold)
                .flatMap(untold -> untold.isEmpty() ? Uni.createFrom().item(false) : tellAll(untold));
    }

    private Uni<Boolean> tellAll(List<Untold> untold) {
        return Uni.join()
                .all(untold.stream().map(this::tellOne).toList())
                .usingConcurrencyOf(AT_ONCE)
                .andCollectFailures()
                .flatMap(answers -> {
                    List<Untold> told =
                            answers.stream().flatMap(Optional::stream).toList();
                    return told.isEmpty() ? Uni.createFrom().item(false) : remember(told);
                });
    }

    /** The effect when its operation knows, nothing when it has to be told again. */
    private Uni<Optional<Untold>> tellOne(Untold untold) {
        return Uni.createFrom()
                .deferred(() -> ledger.get().effectEnded(untold.operation(), untold.ending()))
                .ifNoItem()
                .after(LEDGER_LIMIT)
                .fail()
                .map(nothing -> Optional.of(untold))
                .onFailure()
                .recoverWithItem(failure -> {
                    LOG.warnf(
                            "The operation does not know how its effect ended and is told again in half a minute:"
                                    + " operation=%s effect=%s reason=%s",
                            untold.operation(),
                            untold.ending().effect(),
                            failure.getClass().getSimpleName());
                    return Optional.empty();
                });
    }

    private Uni<Boolean> remember(List<Untold> told) {
        return Uni.createFrom()
                .completionStage(() -> pool.preparedQuery(sql.told)
                        .execute(EffectRows.told(told))
                        .toCompletionStage())
                .map(Objects::nonNull);
    }
}
