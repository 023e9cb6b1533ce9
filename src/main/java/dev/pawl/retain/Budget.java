package dev.pawl.retain;

import java.time.Duration;

/** How long a run may still begin something new. */
final class Budget {

    private final long end;

    Budget(Duration length) {
        this.end = System.nanoTime() + length.toNanos();
    }

    boolean isLeft() {
        return System.nanoTime() < end;
    }
}
