package dev.pawl.retain;

import java.time.Duration;

/** How long a run may still begin something new. */
final class Budget {

    private final long end;

    Budget(Duration length) {
        this(System.nanoTime() + length.toNanos());
    }

    private Budget(long end) {
        this.end = end;
    }

    boolean isLeft() {
        return end - System.nanoTime() > 0;
    }

    /** What the first of so many may take of what is left, so that it leaves as much for each of the others. */
    Budget share(int among) {
        long now = System.nanoTime();
        return new Budget(now + Math.max(0, end - now) / Math.max(1, among));
    }
}
