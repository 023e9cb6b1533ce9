package dev.pawl.dispatch;

import dev.pawl.core.outbound.EffectRule;
import dev.pawl.core.outbound.EffectRule.Target;
import dev.pawl.core.outbound.Repeat;
import dev.pawl.dispatch.Destination.Place;
import dev.pawl.dispatch.EffectRows.Claimed;
import dev.pawl.dispatch.EffectRows.Ended;
import dev.pawl.dispatch.EffectRows.Finished;
import dev.pawl.dispatch.EffectSink.Attempt;
import dev.pawl.dispatch.EffectSink.Outcome;
import dev.pawl.dispatch.EffectSink.Retry;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadLocalRandom;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Carries out one attempt of whatever kind, and lets its destination know what it says about it. */
final class Attempts {

    private static final Logger LOG = Logger.getLogger(Attempts.class);
    private static final String INTERRUPTED = "an attempt was interrupted, and may have arrived";

    /** What a sink may take longer than the effect's timeout before it is given up. */
    private static final Duration SINK_GRACE = Duration.ofSeconds(2);

    private final Executor executor;
    private final EffectSinks sinks;
    private final SqlEffects sqlEffects;
    private final Misfits misfits = new Misfits();

    Attempts(Executor executor, EffectSinks sinks, SqlEffects sqlEffects) {
        this.executor = executor;
        this.sinks = sinks;
        this.sqlEffects = sqlEffects;
    }

    /**
     * What becomes of one that is not even tried; null: it is.
     *
     * @param nanos the process's time
     */
    @Nullable
    Finished hindrance(EffectRule effect, Claimed claimed, long nanos) {
        Finished misfit = misfits.judged(effect, claimed, nanos);
        boolean interrupted = claimed.doubtful() && effect.repeat() == Repeat.Always.NEVER;
        return misfit == null && interrupted ? Judgement.of(effect, claimed, new Retry(INTERRUPTED, null)) : misfit;
    }

    /** What follows from now on. */
    void follow(List<EffectRule> configured) {
        misfits.follow(configured);
    }

    /** Never fails, and ends within the target's timeout and a moment. */
    Uni<Ended> carryOut(EffectRule effect, Claimed claimed, Place place) {
        return effect.target()
                .fold(
                        http -> sent(effect, http, sinks.http(), claimed, place),
                        statement -> sqlEffects.attempt(effect, statement, claimed),
                        kafka -> sent(effect, kafka, sinks.kafka(), claimed, place));
    }

    private <T extends Target> Uni<Ended> sent(
            EffectRule effect, T target, EffectSink<T> sink, Claimed claimed, Place place) {
        return Uni.createFrom()
                .deferred(() -> sink.send(target, attempt(effect, claimed)))
                .ifNoItem()
                .after(target.timeout().plus(SINK_GRACE))
                .recoverWithItem(() -> new Retry("the attempt did not end", null))
                .onFailure()
                .recoverWithItem(failure ->
                        new Retry("the attempt failed: " + failure.getClass().getSimpleName(), null))
                .emitOn(executor)
                .invoke(outcome -> heard(place, outcome))
                .map(outcome -> new Ended(Judgement.of(effect, claimed, outcome), false, false));
    }

    private static Attempt attempt(EffectRule effect, Claimed claimed) {
        return new Attempt(
                effect.repeat(),
                claimed.webhookId(),
                claimed.operation(),
                claimed.payload(),
                claimed.attempts(),
                claimed.trace(),
                claimed.doubtful());
    }

    private static void heard(Place place, Outcome outcome) {
        Retry retry = outcome.<@Nullable Retry>fold(delivered -> null, rejected -> null, again -> again);
        Duration wish = retry == null ? null : retry.notBefore();
        double random = ThreadLocalRandom.current().nextDouble();
        Destination destination = place.at();
        switch (destination.heard(place, outcome.health(), wish, System.nanoTime(), random)) {
            case NONE -> {}
            case OPENED ->
                LOG.warnf(
                        "Effects to a receiver that is not well wait: destination=%s reason=%s",
                        destination.address(), retry == null ? "" : retry.reason());
            case CLOSED -> LOG.infof("The receiver is well, its effects go on: destination=%s", destination.address());
        }
    }
}
