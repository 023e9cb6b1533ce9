package dev.pawl.dispatch;

import dev.pawl.ledger.SqlState;
import io.vertx.core.Future;
import io.vertx.core.impl.NoStackTraceThrowable;
import io.vertx.pgclient.PgConnection;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Connections for transactions of one attempt each. One is kept for the next attempt only when its transaction's end is
 * known; how many there are is the callers' affair. Confined to one event loop.
 */
final class SqlConnections {

    private static final long MAX_AGE_NANOS = 30 * 60 * 1_000_000_000L;

    private final Supplier<Future<PgConnection>> connect;
    private final Deque<Open> idle = new ArrayDeque<>();

    private record Open(PgConnection connection, long since) {}

    SqlConnections(Supplier<Future<PgConnection>> connect) {
        this.connect = connect;
    }

    /** A failure of the work rolls its transaction back. */
    <T> Future<T> use(Function<PgConnection, Future<T>> work) {
        return connected()
                .compose(open -> work.apply(open.connection()).transform(end -> {
                    if (end.succeeded()) {
                        idle.addLast(open);
                        return Future.succeededFuture(end.result());
                    }
                    return ended(open, end.cause()).transform(any -> Future.failedFuture(end.cause()));
                }));
    }

    private Future<Open> connected() {
        for (Open open = idle.pollLast(); open != null; open = idle.pollLast()) {
            if (System.nanoTime() - open.since() < MAX_AGE_NANOS) {
                return Future.succeededFuture(open);
            }
            close(open);
        }
        return connect.get().map(connection -> {
            Open open = new Open(connection, System.nanoTime());
            connection.closeHandler(gone -> idle.remove(open));
            return open;
        });
    }

    private Future<Void> ended(Open open, Throwable failure) {
        boolean answered = SqlState.code(failure) != null || failure instanceof NoStackTraceThrowable;
        if (!answered || SqlState.isStalePlan(failure)) {
            close(open);
            return Future.succeededFuture();
        }
        return open.connection()
                .query(DispatchSql.ROLLBACK)
                .execute()
                .onSuccess(back -> idle.addLast(open))
                .onFailure(lost -> close(open))
                .mapEmpty();
    }

    private static void close(Open open) {
        open.connection().close().onFailure(gone -> {});
    }

    void close() {
        idle.forEach(SqlConnections::close);
        idle.clear();
    }
}
