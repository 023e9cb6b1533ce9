package dev.pawl.dispatch;

import dev.pawl.core.outbound.EffectRule;
import dev.pawl.core.outbound.EffectRule.SqlTarget;
import dev.pawl.core.outbound.SqlValues;
import dev.pawl.dispatch.EffectRows.Claimed;
import dev.pawl.dispatch.EffectRows.Ended;
import dev.pawl.dispatch.EffectRows.Ending;
import dev.pawl.dispatch.EffectRows.Finished;
import dev.pawl.ledger.SqlState;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.impl.NoStackTraceThrowable;
import io.vertx.pgclient.PgConnection;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;

/**
 * Runs the statements of SQL effects that were left open when they were written. Statement and the end of the effect's own
 * row are one transaction, and the row ends only while the claim's token holds: whatever dies at whatever moment, and
 * whoever else claims the effect, the statement counts once. An end of a transaction that is not known needs no care: the
 * row itself tells the next claim.
 *
 * <p>There is no last attempt: what cannot be done is tried at the longest pause, and its operation gets attention.
 * Confined to the dispatcher's context.
 */
final class SqlEffects {

    private static final String LOST = "another claim holds the effect";

    /** For what comes before the transaction, whose own time is the target's timeout. */
    private static final Duration GRACE = Duration.ofSeconds(2);

    private final Vertx vertx;
    private final Pool pool;
    private final DispatchSql sql;
    private final SqlConnections connections;

    /** @param connect opens a connection of its own, since one whose transaction's end is not known has to be closed */
    SqlEffects(Vertx vertx, Pool pool, DispatchSql sql, Supplier<Future<PgConnection>> connect) {
        this.vertx = vertx;
        this.pool = pool;
        this.sql = sql;
        this.connections = new SqlConnections(connect);
    }

    void stop() {
        connections.close();
    }

    /** Never fails, and ends within the target's timeout and a moment. */
    Uni<Ended> attempt(EffectRule effect, SqlTarget target, Claimed claimed) {
        Attempt attempt = new Attempt(effect, target, claimed);
        return Uni.createFrom()
                .completionStage(() -> attempt.start().toCompletionStage())
                .ifNoItem()
                .after(target.timeout().plus(GRACE))
                .fail()
                .onFailure()
                .recoverWithItem(attempt::failed);
    }

    private final class Attempt {

        private final EffectRule effect;
        private final SqlTarget target;
        private final Claimed claimed;

        Attempt(EffectRule effect, SqlTarget target, Claimed claimed) {
            this.effect = effect;
            this.target = target;
            this.claimed = claimed;
        }

        Future<Ended> start() {
            SqlValues values = SqlValues.read(claimed.payload().getBytes());
            boolean complete = values.missing(target.statement()).isEmpty();
            return (complete ? Future.succeededFuture(values) : completed(values)).compose(known -> {
                List<String> missing = known.missing(target.statement());
                return missing.isEmpty()
                        ? once(known)
                        : Future.succeededFuture(open("the operation has no " + String.join(", ", missing), true));
            });
        }

        /** What the operation has got since counts from now on for every attempt. */
        private Future<SqlValues> completed(SqlValues values) {
            return pool.preparedQuery(sql.readFields)
                    .execute(Tuple.of(claimed.operation()))
                    .compose(rows -> {
                        SqlValues known = values;
                        for (Row row : rows) {
                            known = values.completed(row.getString(0), row.getString(1));
                        }
                        SqlValues fixed = known;
                        return known.missing(target.statement()).isEmpty()
                                ? pool.preparedQuery(sql.fixValues)
                                        .execute(EffectRows.values(claimed, fixed.json()))
                                        .map(written -> fixed)
                                : Future.succeededFuture(fixed);
                    });
        }

        private Future<Ended> once(SqlValues values) {
            return connections.use(connection -> {
                long timer = vertx.setTimer(
                        target.timeout().toMillis(), late -> connection.close().onFailure(gone -> {}));
                return inTransaction(connection, values).onComplete(end -> vertx.cancelTimer(timer));
            });
        }

        private Future<Ended> inTransaction(PgConnection connection, SqlValues values) {
            Ended done = new Ended(Judgement.settled(effect, claimed, Ending.DONE, null, false), true, false);
            return connection
                    .query(DispatchSql.BEGIN)
                    .execute()
                    .compose(begun -> connection
                            .preparedQuery(target.statement().text())
                            .execute(Tuple.from(values.bound(target.statement()))))
                    .compose(rows -> target.accepts(rows.rowCount())
                            ? connection.preparedQuery(sql.finish).execute(EffectRows.finish(List.of(done.finished())))
                            : Future.failedFuture(
                                    "changed " + rows.rowCount() + " rows instead of " + target.expectRows()))
                    .compose(rows -> rows.size() == 1
                            ? connection.query(DispatchSql.COMMIT).execute()
                            : Future.failedFuture(LOST))
                    .map(committed -> done);
        }

        private Ended failed(Throwable failure) {
            String code = SqlState.code(failure);
            String own = failure instanceof NoStackTraceThrowable ? failure.getMessage() : null;
            String reason = own == null ? SqlState.describe(failure) : own;
            return code != null && SqlTarget.isFinalNo(code)
                    ? new Ended(Judgement.settled(effect, claimed, Ending.DEAD, reason, false), false, false)
                    : open(reason, !LOST.equals(reason) && claimed.age().compareTo(target.parkFor()) >= 0);
        }

        private Ended open(String why, boolean parked) {
            double random = ThreadLocalRandom.current().nextDouble();
            Duration pause = effect.backoff().pauseAfter(claimed.attempts(), random);
            Duration left = target.parkFor().minus(claimed.age());
            // In time for the attention, if it comes to that.
            Duration wait = left.isNegative() || left.isZero() || pause.compareTo(left) < 0 ? pause : left;
            return new Ended(new Finished(claimed, Ending.PENDING, why, wait, false, false), false, parked);
        }
    }
}
