package dev.pawl.ledger;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgConnection;
import java.util.ArrayList;
import java.util.List;

/** How long the application's own statements may wait and run inside the ledger's transaction. */
final class StatementLimits {

    /** As {@link #SET} has it. */
    static final long LONGEST_MS = 500;

    /** Constraints are checked at once: a deferred one would fail the COMMIT, and the batch with it. */
    static final String SET = """
            set local lock_timeout = '100ms';
            set local statement_timeout = '500ms';
            set constraints all immediate
            """;

    /** Back to what the ledger's own statements have. */
    static final String UNSET = """
            set local lock_timeout = '500ms';
            set local statement_timeout = '2s'
            """;

    private StatementLimits() {}

    /**
     * Ends when the statements have, which are cancelled when they take too long.
     *
     * @param late runs when they are
     */
    static Future<?> within(long millis, Vertx vertx, PgConnection open, Future<?> statements, Runnable late) {
        List<Future<?>> requests = new ArrayList<>();
        long timer = vertx.setTimer(millis, now -> {
            late.run();
            requests.add(open.cancelRequest());
        });
        return statements.transform(ended -> {
            vertx.cancelTimer(timer);
            // A request still on its way would hit whatever comes next.
            return Future.join(requests);
        });
    }
}
