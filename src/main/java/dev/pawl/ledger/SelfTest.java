package dev.pawl.ledger;

import dev.pawl.config.Catalog;
import dev.pawl.config.Configuration;
import dev.pawl.config.Source;
import dev.pawl.core.interpret.Interpretation;
import dev.pawl.core.operation.Verdict;
import dev.pawl.core.verify.InboundRequest;
import dev.pawl.ledger.Lane.Ended;
import dev.pawl.ledger.Ledger.Unavailable;
import dev.pawl.ledger.Rehearsal.Rehearsed;
import dev.pawl.ledger.Rows.EffectRow;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.impl.VertxInternal;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Takes a delivery all the way of one that arrives, on a connection of its own: locks, decides, writes, runs the SQL effects
 * it causes, and rolls back. What is no part of the transaction (a sequence's next number, a partition for the day) stays.
 */
@Singleton
public final class SelfTest {

    /** What came of a statement that ran as it should. */
    public static final String DONE = "done";

    private static final int MAX_TRIES = 3;
    private static final int MAX_AT_ONCE = 4;
    private static final Duration LONGEST = Duration.ofSeconds(6);

    /** Of the counters it adds to and takes back: no lane's, which would wait for it. */
    private static final int SLOT = 1001;

    private final Vertx vertx;
    private final DatabaseConnections connections;
    private final SchemaName schema;
    private final Configuration configuration;
    private final DatabaseState database;
    private final OnceEffects once;
    private final AtomicInteger running = new AtomicInteger();

    SelfTest(
            Vertx vertx,
            DatabaseConnections connections,
            SchemaName schema,
            Configuration configuration,
            DatabaseState database,
            OnceEffects once) {
        this.vertx = vertx;
        this.connections = connections;
        this.schema = schema;
        this.configuration = configuration;
        this.database = database;
        this.once = once;
    }

    /**
     * In the order of the readings. Fails with {@link Unavailable} where the database does not let it through.
     *
     * @param now the present: its day has a partition
     */
    public Uni<List<Rehearsed>> of(
            Source source, InboundRequest request, int secret, Instant now, Interpretation said) {
        if (!database.ready()) {
            return Uni.createFrom().failure(() -> new Unavailable("the database is not ready", null));
        }
        return Uni.createFrom()
                .completionStage(() -> begun(DeliveryEntry.received(source, request, secret, now, said))
                        .toCompletionStage())
                // Its own rows are gone by now.
                .flatMap(once::withoutThoseThere)
                .ifNoItem()
                .after(LONGEST)
                .failWith(() -> new Unavailable("no answer from the database", new TimeoutException()));
    }

    /** Goes to its end and closes its connection, whether or not somebody still waits. */
    private Future<List<Rehearsed>> begun(DeliveryEntry entry) {
        if (running.incrementAndGet() > MAX_AT_ONCE) {
            running.decrementAndGet();
            return Future.failedFuture(new Unavailable("too many self-tests at once", null));
        }
        Context context = ((VertxInternal) vertx).createEventLoopContext();
        Lane lane = Lane.rollingBack(vertx, context, connections, new Lane.Sql(schema), SLOT);
        Promise<List<Rehearsed>> answer = Promise.promise();
        context.runOnContext(begin -> run(new Attempt(lane, List.<Entry<?>>of(entry), true), entry)
                .onComplete(end -> {
                    lane.close();
                    running.decrementAndGet();
                    answer.handle(end);
                }));
        return answer.future();
    }

    private Future<List<Rehearsed>> run(Attempt attempt, DeliveryEntry entry) {
        Catalog catalog = configuration.current();
        List<Batch> decided = new ArrayList<>();
        return attempt.lane()
                .transaction(attempt.wanted(catalog), locked -> {
                    Batch batch = attempt.decide(catalog, locked, Attempt.Aside.empty());
                    decided.add(batch);
                    return batch;
                })
                .transform(end -> {
                    if (end.failed()) {
                        return failed(attempt, entry, end.cause());
                    }
                    return end.result().lost().isEmpty()
                            ? Future.succeededFuture(told(entry, decided.get(decided.size() - 1), end.result()))
                            : again(attempt, entry, new IllegalStateException("a row was made elsewhere"));
                });
    }

    private static List<Rehearsed> told(DeliveryEntry entry, Batch batch, Ended end) {
        return Rehearsal.told(entry, batch, effect -> ran(effect, end));
    }

    private static @Nullable String ran(EffectRow effect, Ended end) {
        return effect.sql() == null ? null : end.notDone().getOrDefault(effect.id(), DONE);
    }

    private Future<List<Rehearsed>> failed(Attempt attempt, DeliveryEntry entry, Throwable failure) {
        if (failure instanceof MoreNeeded needed) {
            return again(attempt.with(needed.ids()), entry, failure);
        }
        return switch (SqlState.of(failure)) {
            case AGAIN -> {
                attempt.lane().close();
                yield again(attempt, entry, failure);
            }
            case NO_PARTITION -> attempt.lane().makePartitions().compose(made -> again(attempt, entry, failure));
            case DATA -> Future.succeededFuture(refused(entry));
            case LOCKED, ABORTED, UNAVAILABLE -> unavailable(failure);
        };
    }

    private Future<List<Rehearsed>> again(Attempt attempt, DeliveryEntry entry, Throwable why) {
        return attempt.number() < MAX_TRIES ? run(attempt.again(), entry) : unavailable(why);
    }

    private static Future<List<Rehearsed>> unavailable(Throwable why) {
        return Future.failedFuture(new Unavailable(SqlState.describe(why), why));
    }

    private static List<Rehearsed> refused(DeliveryEntry entry) {
        return entry.readings().stream()
                .map(reading ->
                        new Rehearsed(reading, null, null, Verdict.INVALID.word(), DeliveryEntry.REFUSED, List.of()))
                .toList();
    }
}
