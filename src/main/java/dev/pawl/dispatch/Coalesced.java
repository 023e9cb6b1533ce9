package dev.pawl.dispatch;

import io.smallrye.mutiny.Uni;
import io.vertx.pgclient.PgException;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jboss.logging.Logger;

/**
 * Runs one piece of work at a time. Signals that come while it runs cause exactly one more run, so that none is missed
 * and a thousand cost no more than two. A failure is logged when it begins, not every time. Thread-safe; the work runs on
 * the executor.
 */
final class Coalesced {

    private static final Logger LOG = Logger.getLogger(Coalesced.class);

    private enum State {
        IDLE,
        RUNNING,
        SIGNALLED,
        STOPPED
    }

    private final Executor executor;
    private final String name;
    private final Duration limit;
    private final Supplier<Uni<Boolean>> work;
    private final AtomicReference<State> state = new AtomicReference<>(State.IDLE);
    private final AtomicBoolean failing = new AtomicBoolean();

    /**
     * Nothing runs before the first signal.
     *
     * @param name for the log: what fails when it fails
     * @param limit after which a run counts as failed: work that never ends must not stop all that comes after it
     * @param work answers whether there is more to do at once
     */
    Coalesced(Executor executor, String name, Duration limit, Supplier<Uni<Boolean>> work) {
        this.executor = executor;
        this.name = name;
        this.limit = limit;
        this.work = work;
    }

    void signal() {
        State before = state.getAndUpdate(now -> switch (now) {
            case IDLE -> State.RUNNING;
            case RUNNING, SIGNALLED -> State.SIGNALLED;
            case STOPPED -> State.STOPPED;
        });
        if (before == State.IDLE) {
            executor.execute(this::run);
        }
    }

    /** For good: what runs may end, nothing begins. */
    void stop() {
        state.set(State.STOPPED);
    }

    private void run() {
        if (state.updateAndGet(now -> now == State.STOPPED ? now : State.RUNNING) == State.STOPPED) {
            return;
        }
        Uni.createFrom()
                .deferred(work::get)
                .ifNoItem()
                .after(limit)
                .fail()
                .emitOn(executor)
                .subscribe()
                .with(this::worked, this::failed);
    }

    private void worked(boolean more) {
        if (failing.compareAndSet(true, false)) {
            LOG.infof("Works again: job=dispatch step=%s", name);
        }
        ended(more);
    }

    private void failed(Throwable failure) {
        if (failing.compareAndSet(false, true)) {
            LOG.warnf("Failed and is tried again by schedule: job=dispatch step=%s reason=%s", name, reason(failure));
        }
        ended(false);
    }

    private void ended(boolean more) {
        State after = state.updateAndGet(now -> switch (now) {
            case RUNNING -> more ? State.SIGNALLED : State.IDLE;
            case IDLE, SIGNALLED, STOPPED -> now;
        });
        if (after == State.SIGNALLED) {
            executor.execute(this::run);
        }
    }

    /** The kind of failure and the database's code, never values. */
    private static String reason(Throwable failure) {
        String kind = failure.getClass().getSimpleName();
        return failure instanceof PgException error ? kind + " " + error.getSqlState() : kind;
    }
}
