package dev.pawl.dispatch;

import dev.pawl.core.outbound.EffectRule.SqlTarget;
import dev.pawl.dispatch.DispatchMetrics.Result;
import dev.pawl.dispatch.EffectRows.Finished;
import dev.pawl.ledger.SqlState;
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
import java.util.function.BiConsumer;
import org.jboss.logging.Logger;

/**
 * Writes down how attempts ended. While one statement is at the database the next outcomes gather, so that many effects
 * under way need one connection. What cannot be written is tried again until the database has answered, since an outcome
 * that is known is worth more than another attempt; its token keeps it from being written over a later claim's.
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
    private final BiConsumer<List<Finished>, Boolean> done;
    private final Queue<Entry> waiting = new ConcurrentLinkedQueue<>();
    private final Coalesced writing;

    /** One by one after a refusal, so that one outcome's fault is not its neighbours'. Confined to the executor, as is the other. */
    private int most = AT_ONCE;

    private boolean stuck;

    private record Entry(Finished finished, long leaseEndsNanos) {}

    /** @param done told about outcomes that need no more care, written or not, and whether a later effect may go for one; on the executor */
    Outcomes(
            Executor executor,
            Vertx vertx,
            Pool pool,
            DispatchSql sql,
            DispatchMetrics metrics,
            BiConsumer<List<Finished>, Boolean> done) {
        this.executor = executor;
        this.vertx = vertx;
        this.pool = pool;
        this.sql = sql;
        this.metrics = metrics;
        this.done = done;
        this.writing = new Coalesced(executor, "finish", LIMIT.multipliedBy(2), this::write);
    }

    /** @param leaseEndsNanos by {@link System#nanoTime}: until then even one that the database refuses is tried again */
    void add(Finished finished, long leaseEndsNanos) {
        waiting.add(new Entry(finished, leaseEndsNanos));
        writing.signal();
    }

    /** Of one that is in its row already. */
    void written(Finished finished) {
        counted(finished);
        done.accept(List.of(finished), true);
    }

    /** Whether what is known could not be written yet. A claim would have it sent once more. On the executor. */
    boolean stuck() {
        return stuck;
    }

    void stop() {
        writing.stop();
    }

    private Uni<Boolean> write() {
        List<Entry> batch = new ArrayList<>();
        for (Entry entry = waiting.poll(); entry != null; entry = batch.size() < most ? waiting.poll() : null) {
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
                .invoke(failure -> keep(batch, failure))
                .map(rows -> settle(finished, rows));
    }

    private boolean settle(List<Finished> batch, RowSet<Row> rows) {
        Set<UUID> written = new HashSet<>();
        boolean released = false;
        for (Row row : rows) {
            written.add(row.getUUID("claim"));
            released |= row.getBoolean("released");
        }
        for (Finished finished : batch) {
            if (written.contains(finished.effect().token())) {
                counted(finished);
            } else {
                lost(finished);
            }
        }
        if (waiting.isEmpty()) {
            most = AT_ONCE;
            stuck = false;
        }
        done.accept(batch, released);
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

    /** One that the database refuses for good must not be in the way for ever. */
    private void keep(List<Entry> batch, Throwable failure) {
        String code = SqlState.code(failure);
        boolean refused = code != null && SqlTarget.isFinalNo(code);
        List<Finished> late = new ArrayList<>();
        for (Entry entry : batch) {
            if (refused && batch.size() == 1 && entry.leaseEndsNanos() - System.nanoTime() <= 0) {
                late.add(entry.finished());
            } else {
                waiting.add(entry);
            }
        }
        most = refused ? 1 : most;
        stuck = !waiting.isEmpty();
        late.forEach(this::lost);
        done.accept(late, true);
        vertx.setTimer(PAUSE.toMillis(), id -> writing.signal());
    }
}
