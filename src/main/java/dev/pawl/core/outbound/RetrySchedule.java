package dev.pawl.core.outbound;

import java.time.Duration;

/** When a failed effect is tried again: the first pause doubles with every attempt, up to a limit, with jitter. */
public record RetrySchedule(Duration first, Duration max) {

    /** @throws IllegalArgumentException when {@code first} is shorter than a millisecond or longer than {@code max} */
    public RetrySchedule {
        if (first.toMillis() < 1 || max.compareTo(first) < 0) {
            throw new IllegalArgumentException("first must be at least 1 ms and not above max");
        }
    }

    /**
     * The pause after the given number of failed attempts.
     *
     * @param attempts how many failed so far, ≥ 1
     * @param random in [0, 1); spreads receivers' load over half of the pause
     */
    public Duration pauseAfter(int attempts, double random) {
        long limit = max.toMillis();
        long pause = first.toMillis();
        for (int i = 1; i < attempts && pause < limit; i++) {
            pause = pause > limit / 2 ? limit : pause * 2;
        }
        return Duration.ofMillis(pause - (long) (pause / 2.0 * random));
    }
}
