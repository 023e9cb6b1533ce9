package dev.pawl.retain;

import java.time.Duration;

/** How much to ask for at once: less where the last piece kept the database busy for long, more where it was done at once. */
final class Pace {

    private static final Duration LONG = Duration.ofMillis(30);
    private static final Duration SHORT = Duration.ofMillis(10);

    /** With fewer, it is the asking itself that takes the time. */
    private static final int LEAST = 50;

    private final int full;
    private int most;

    Pace(int full) {
        this.full = full;
        this.most = full;
    }

    int most() {
        return most;
    }

    void took(Duration time) {
        if (time.compareTo(LONG) > 0) {
            most = Math.max(Math.min(full, LEAST), most / 2);
        } else if (time.compareTo(SHORT) < 0) {
            most = Math.min(full, 2 * most);
        }
    }
}
