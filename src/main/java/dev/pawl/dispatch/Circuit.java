package dev.pawl.dispatch;

import dev.pawl.core.outbound.RetrySchedule;
import dev.pawl.dispatch.EffectSink.Health;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Whether a destination is called at all. One that has failed again and again rests, as does one that asks for it; then a
 * single attempt finds out whether it is back. What was under way when it opened has no say, but for a wish to rest.
 *
 * <pre>
 * closed ──5 failures in a row, or a wish──▶ open ──the pause is over──▶ half-open: one probe
 *    ▲                                         ▲                              │
 *    └────────── the receiver is well ─────────┼──────────────────────────────┤
 *                                              └── it is not: a longer pause ─┘
 * </pre>
 *
 * Times are {@link System#nanoTime}. Confined to one thread, but for {@link #state}.
 */
final class Circuit {

    static final int FAILURES = 5;

    /** No receiver may put everybody off for longer. */
    static final Duration LONGEST_REST = Duration.ofHours(1);

    static final RetrySchedule PAUSES = new RetrySchedule(Duration.ofSeconds(1), Duration.ofMinutes(1));

    enum State {
        CLOSED(0),
        HALF_OPEN(1),
        OPEN(2);

        private final int gauge;

        State(int gauge) {
            this.gauge = gauge;
        }

        /** As metrics show it. */
        int gauge() {
            return gauge;
        }
    }

    /** What somebody should know about. */
    enum Change {
        NONE,
        OPENED,
        CLOSED
    }

    private volatile State state = State.CLOSED;
    private int failures;
    /** Since it was closed. */
    private int pauses;

    private long pausedUntil;

    State state() {
        return state;
    }

    boolean closed() {
        return state == State.CLOSED;
    }

    /** How long until one attempt may find out; null: that is no question of time. */
    @Nullable
    Duration pauseLeft(long now) {
        return state == State.OPEN && !mayProbe(now) ? Duration.ofNanos(pausedUntil - now) : null;
    }

    /** Whether one attempt may find out now. */
    boolean mayProbe(long now) {
        return state == State.OPEN && pausedUntil - now <= 0;
    }

    /** That attempt begins. */
    void probe() {
        state = State.HALF_OPEN;
    }

    /** It has ended without a word about the receiver. */
    void probeVanished() {
        state = State.OPEN;
    }

    /**
     * What an attempt says about the receiver.
     *
     * @param wish for how long it asks to be left alone; null: it does not
     * @param probe whether this was the attempt that finds out
     * @param random in [0, 1)
     */
    Change heard(Health health, @Nullable Duration wish, boolean probe, long now, double random) {
        if (state == State.CLOSED) {
            return whileClosed(health, wish, now, random);
        }
        if (health == Health.RESTING && !probe) {
            restFor(bounded(wish), now);
        }
        return probe ? found(health, wish, now, random) : Change.NONE;
    }

    private Change whileClosed(Health health, @Nullable Duration wish, long now, double random) {
        failures = switch (health) {
            case WELL -> 0;
            case SICK, RESTING -> failures + 1;
            case UNKNOWN -> failures;
        };
        if (health != Health.RESTING && failures < FAILURES) {
            return Change.NONE;
        }
        pausedUntil = now;
        open(health, wish, now, random);
        return Change.OPENED;
    }

    private Change found(Health health, @Nullable Duration wish, long now, double random) {
        switch (health) {
            case WELL -> {
                // Another attempt may have brought a wish meanwhile.
                state = pausedUntil - now > 0 ? State.OPEN : State.CLOSED;
                failures = 0;
                pauses = 0;
            }
            case SICK, RESTING -> open(health, wish, now, random);
            case UNKNOWN -> probeVanished();
        }
        return closed() ? Change.CLOSED : Change.NONE;
    }

    private void open(Health health, @Nullable Duration wish, long now, double random) {
        state = State.OPEN;
        pauses++;
        restFor(PAUSES.pauseAfter(pauses, random), now);
        if (health == Health.RESTING) {
            restFor(bounded(wish), now);
        }
    }

    private void restFor(Duration pause, long now) {
        pausedUntil = Math.max(pausedUntil - now, pause.toNanos()) + now;
    }

    private static Duration bounded(@Nullable Duration wish) {
        Duration asked = wish == null ? Duration.ZERO : wish;
        return asked.compareTo(LONGEST_REST) > 0 ? LONGEST_REST : asked;
    }
}
