package dev.pawl.jobs;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** What this process knows about one job. Times are those of {@link System#nanoTime}. Thread-safe. */
final class JobState {

    private static final int PATIENCE = 3;

    private long lastRun;
    private long lastSuccess;
    private long lastWrite;
    private boolean written;
    private @Nullable String lastError;
    private @Nullable Duration every;
    private @Nullable Long lag;

    /** @param now ages count from here until the first run */
    JobState(long now) {
        this.lastRun = now;
        this.lastSuccess = now;
    }

    /** Whether a run ended otherwise than the one before. */
    record News(boolean changed) {}

    synchronized void expect(Duration often) {
        every = often;
    }

    synchronized News ended(@Nullable String error, long now) {
        boolean changed = !Objects.equals(error, lastError);
        lastRun = now;
        lastSuccess = error == null ? now : lastSuccess;
        lastError = error;
        written &= !changed;
        return new News(changed);
    }

    /** True at most once per {@code quiet} while nothing changes; whoever gets it writes. */
    synchronized boolean mayWrite(long now, Duration quiet) {
        if (written && now - lastWrite < quiet.toNanos()) {
            return false;
        }
        written = true;
        lastWrite = now;
        return true;
    }

    synchronized void notWritten() {
        written = false;
    }

    synchronized double secondsSinceSuccess(long now) {
        return (now - lastSuccess) / 1e9;
    }

    /** Whether it is the first one told, in seconds. */
    synchronized boolean lags(long seconds) {
        boolean first = lag == null;
        lag = seconds;
        return first;
    }

    synchronized double lag() {
        return lag == null ? 0 : lag;
    }

    /** In words: {@code ok}, what it fails with, or for how long it has not run. */
    synchronized String health(long now) {
        long silent = now - lastRun;
        if (every != null && silent > PATIENCE * every.toNanos() + TimeUnit.MINUTES.toNanos(1)) {
            return "late: no run for " + TimeUnit.NANOSECONDS.toSeconds(silent) + " s";
        }
        return lastError == null ? "ok" : "failing: " + lastError;
    }
}
