package dev.pawl.dispatch;

import io.vertx.core.Vertx;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Rings once, at the time that was set last. Thread-safe. */
final class Alarm {

    private static final long NONE = -1;

    private final Vertx vertx;
    private final Runnable bell;
    private final AtomicLong timer = new AtomicLong(NONE);

    Alarm(Vertx vertx, Runnable bell) {
        this.vertx = vertx;
        this.bell = bell;
    }

    /** @param millis null: not at all */
    void in(@Nullable Long millis) {
        long next = millis == null ? NONE : vertx.setTimer(Math.max(1, millis), id -> bell.run());
        vertx.cancelTimer(timer.getAndSet(next));
    }
}
