package dev.pawl.dispatch;

import dev.pawl.dispatch.DispatchMetrics.Result;
import dev.pawl.dispatch.EffectRows.Finished;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jboss.logging.Logger;

/**
 * Writes down how attempts ended. While one statement is at the database the next outcomes gather, so that many effects
 * under way need one connection. What cannot be written is tried again until its lease is over; then another claim sends
 * the effect again, under the same id.
 */
final class Outcomes {

    private static final Logger LOG = Logger.getLogger(Outcomes.class);
    private static final Duration LIMIT = Duration.ofSeconds(5);
    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final int AT_ONCE = 256;

    private final Executor executor;
    private final Vertx vertx;
    private final Pool pool;
    private final DispatchSql sql;
    private final DispatchMetrics metrics;
    private final Consumer<List<Finished>> done;
    private final Queue<Entry> waiting = new ConcurrentLinkedQueue<>();
    private final Coalesced writing;

    private record Entry(Finished finished, long leaseEndsNanos) {}

    /** @param done told about outcomes that need no more care, written or not; on the executor */
    Outcomes(
            Executor executor,
            Vertx vertx,
            Pool pool,
            DispatchSql sql,
            DispatchMetrics metrics,
            Consumer<List<Finished>> done) {
        this.executor = executor;
        this.vertx = vertx;
        this.pool = pool;
        this.sql = sql;
        this.metrics = metrics;
        this.done = done;
        this.writing = new Coalesced(executor, "finish", LIMIT.multipliedBy(2), this::write);
    }

    /** @param leaseEndsNanos by {@link System#nanoTime}: until then it makes sense to try */
    void add(Finished finished, long leaseEndsNanos) {
        waiting.add(new Entry(finished, leaseEndsNanos));
        writing.signal();
    }

    /** Of one that is in its row already. */
    void written(Finished finished) {
        counted(finished);
        done.accept(List.of(finished));
    }

    void stop() {
        writing.stop();
    }

    private Uni<Boolean> write() {
        List<Entry> batch = new ArrayList<>();
        for (Entry entry = waiting.poll(); entry != null; entry = batch.size() < AT_ONCE ? waiting.poll() : null) {
            batch.add(entry);
        }
        if (batch.isEmpty()) {
            return Uni.createFrom().item(false);
        }
        List<Finished> finished = batch.stream().map(Entry::finished).toList();
        return Uni.createFrom()
                .completionStage(() -> pool.preparedQuery(sql.finish)
                        .execute(EffectRows.finish(finished))
                        .toCompletionStage())
                .ifNoItem()
                .after(LIMIT)
                .fail()
                .emitOn(executor)
                .onFailure()
                .invoke(failure -> keep(batch))
                .map(rows -> settle(finished, rows));
    }

    private boolean settle(List<Finished> batch, RowSet<Row> rows) {
        Set<UUID> written = new HashSet<>();
        rows.forEach(row -> written.add(row.getUUID("claim")));
        for (Finished finished : batch) {
            if (written.contains(finished.effect().token())) {
                counted(finished);
            } else {
                lost(finished);
            }
        }
        done.accept(batch);
        return !waiting.isEmpty();
    }

    private void counted(Finished finished) {
        Result result = switch (finished.ending()) {
            case DONE -> Result.DONE;
            case REJECTED -> Result.REJECTED;
            case DEAD -> Result.DEAD;
            case PENDING -> Result.RETRY;
        };
        metrics.ended(finished.effect().effect(), result);
        if (finished.ending().isFinalNo()) {
            LOG.warnf(
                    "Effect given up, its operation gets attention: effect=%s operation=%s seq=%d attempts=%d reason=%s",
                    finished.effect().effect(),
                    finished.effect().operation(),
                    finished.effect().seq(),
                    finished.effect().attempts(),
                    finished.error());
        }
    }

    private void lost(Finished finished) {
        metrics.ended(finished.effect().effect(), Result.LEASE_LOST);
        LOG.debugf(
                "Another claim holds the effect: effect=%s operation=%s seq=%d",
                finished.effect().effect(),
                finished.effect().operation(),
                finished.effect().seq());
    }

    private void keep(List<Entry> batch) {
        List<Finished> late = new ArrayList<>();
        for (Entry entry : batch) {
            if (entry.leaseEndsNanos() - System.nanoTime() > 0) {
                waiting.add(entry);
            } else {
                late.add(entry.finished());
            }
        }
        late.forEach(this::lost);
        done.accept(late);
        vertx.setTimer(PAUSE.toMillis(), id -> writing.signal());
    }
}
