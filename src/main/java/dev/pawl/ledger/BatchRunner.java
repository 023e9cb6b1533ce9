package dev.pawl.ledger;

import dev.pawl.config.Catalog;
import dev.pawl.config.Configuration;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import org.jboss.logging.Logger;

/**
 * Brings some entries to their end: committed, answered as unavailable, or handed on to wait for a row that somebody else
 * holds. One entry's fault never becomes its neighbours'. Everything runs on the lane's event loop.
 */
final class BatchRunner {

    private static final Logger LOG = Logger.getLogger(BatchRunner.class);
    private static final int MAX_TRIES = 3;

    private final Vertx vertx;
    private final Configuration configuration;
    private final DatabaseState database;
    private final CommitListener listener;
    private final LedgerMetrics metrics;
    private final Consumer<List<Entry<?>>> contended;
    private final Troubles troubles = new Troubles();

    /** @param contended takes entries for a transaction that waits for what is made or held by somebody else */
    BatchRunner(
            Vertx vertx,
            Configuration configuration,
            DatabaseState database,
            CommitListener listener,
            LedgerMetrics metrics,
            Consumer<List<Entry<?>>> contended) {
        this.vertx = vertx;
        this.configuration = configuration;
        this.database = database;
        this.listener = listener;
        this.metrics = metrics;
        this.contended = contended;
    }

    /**
     * Never fails: whatever happens, every entry has been answered or handed on.
     *
     * @param patient whether to wait for rows held elsewhere
     */
    Future<Void> run(Lane lane, List<Entry<?>> entries, boolean patient) {
        return run(new Attempt(lane, entries, patient));
    }

    private void contend(List<Entry<?>> entries) {
        contend(entries, Set.of());
    }

    /**
     * Whoever has been answered waits for nothing.
     *
     * @param locked those whose statement has met a lock
     */
    private void contend(List<Entry<?>> entries, Set<Entry<?>> locked) {
        List<Entry<?>> open = new ArrayList<>(entries);
        open.removeIf(Entry::answered);
        Neighbours.apart(open, locked).forEach(contended);
    }

    private Future<Void> run(Attempt attempt) {
        if (attempt.entries().isEmpty()) {
            return Future.succeededFuture();
        }
        Catalog catalog = configuration.current();
        Wanted wanted = attempt.wanted(catalog);
        Attempt.Aside aside = Attempt.Aside.empty();
        long began = System.nanoTime();
        Future<Lane.Ended> transaction =
                attempt.lane().transaction(wanted, locked -> attempt.decide(catalog, locked, aside));
        return inTime(attempt.lane(), transaction)
                .transform(end ->
                        end.succeeded() ? ended(attempt, end.result(), aside, began) : failed(attempt, end.cause()));
    }

    /** After this time nobody waits for the answer: the connection goes, the outcome is unknown. */
    private Future<Lane.Ended> inTime(Lane lane, Future<Lane.Ended> transaction) {
        Promise<Lane.Ended> promise = Promise.promise();
        long timer = vertx.setTimer(GroupCommit.BUDGET_MS, late -> {
            lane.close();
            promise.tryFail(new java.util.concurrent.TimeoutException("no answer from the database"));
        });
        transaction.onComplete(end -> {
            vertx.cancelTimer(timer);
            if (end.succeeded()) {
                promise.tryComplete(end.result());
            } else {
                promise.tryFail(end.cause());
            }
        });
        return promise.future();
    }

    private Future<Void> ended(Attempt attempt, Lane.Ended end, Attempt.Aside aside, long began) {
        database.answered();
        if (!end.lost().isEmpty()) {
            // Somebody else made or holds these operations: their entries wait, the others go on at once.
            metrics.lostRace();
            List<Entry<?>> theirs = touching(attempt.entries(), end.lost());
            List<Entry<?>> rest = new ArrayList<>(attempt.entries());
            rest.removeAll(theirs);
            if (!attempt.patient() && !theirs.isEmpty()) {
                contend(theirs);
                return run(attempt.of(rest));
            }
            return again(attempt, "a row was made elsewhere");
        }
        contend(aside.held(), aside.locked());
        aside.notKnown().forEach((entry, why) -> {
            LOG.warnf("a command was answered 503, nothing of it is kept: %s", why);
            entry.unavailable(why, null);
        });
        List<Entry<?>> committed = new ArrayList<>(attempt.entries());
        committed.removeAll(aside.held());
        committed.removeAll(aside.notKnown().keySet());
        // Before the answers, which may take a moment: effects need not wait for them.
        listener.committed(end.left());
        committed.forEach(Entry::committed);
        metrics.committed(committed.size(), System.nanoTime() - began);
        metrics.effectsDone(end.effectsDone());
        return Future.succeededFuture();
    }

    private Future<Void> failed(Attempt attempt, Throwable failure) {
        if (failure instanceof MoreNeeded needed) {
            Attempt wider = attempt.with(needed.ids());
            return attempt.more().isEmpty() ? run(wider) : again(wider, "another generation was made elsewhere");
        }
        return switch (SqlState.of(failure)) {
            case AGAIN -> {
                metrics.retried();
                attempt.lane().close();
                yield again(attempt, SqlState.describe(failure));
            }
            case NO_PARTITION ->
                attempt.number() > 1
                        ? unavailable(attempt, failure)
                        : attempt.lane().makePartitions().transform(made -> run(attempt.again()));
            case LOCKED -> locked(attempt, failure);
            case DATA -> attempt.entries().size() > 1 ? split(attempt) : guilty(attempt, failure);
            case ABORTED, UNAVAILABLE -> unavailable(attempt, failure);
        };
    }

    private Future<Void> again(Attempt attempt, String why) {
        if (attempt.number() >= MAX_TRIES) {
            LOG.warnf(
                    "a batch of %d was given up after %d tries: %s",
                    attempt.entries().size(), MAX_TRIES, why);
            attempt.entries().forEach(entry -> entry.unavailable(why, null));
            return Future.succeededFuture();
        }
        Promise<Void> pause = Promise.promise();
        long millis = 1 + ThreadLocalRandom.current().nextLong(20L * attempt.number());
        vertx.setTimer(millis, elapsed -> pause.complete());
        return pause.future().compose(elapsed -> run(attempt.again()));
    }

    /** Each operation for itself: whoever holds one of them delays only the entries on it. */
    private Future<Void> locked(Attempt attempt, Throwable failure) {
        Map<UUID, List<Entry<?>>> groups = new LinkedHashMap<>();
        for (Entry<?> entry : attempt.entries()) {
            UUID first = entry.operations().stream().min(UuidOrder.UNSIGNED).orElseThrow();
            groups.computeIfAbsent(first, id -> new ArrayList<>()).add(entry);
        }
        if (groups.size() > 1) {
            groups.values().forEach(this::contend);
            return Future.succeededFuture();
        }
        if (attempt.number() == 1) {
            return run(attempt.again());
        }
        attempt.entries().forEach(entry -> entry.unavailable("its operation is locked elsewhere", failure));
        return Future.succeededFuture();
    }

    private Future<Void> split(Attempt attempt) {
        metrics.split();
        int half = attempt.entries().size() / 2;
        List<Entry<?>> entries = attempt.entries();
        return run(attempt.of(entries.subList(0, half)))
                .compose(done -> run(attempt.of(entries.subList(half, entries.size()))));
    }

    private Future<Void> guilty(Attempt attempt, Throwable failure) {
        Entry<?> entry = attempt.entries().get(0);
        LOG.errorf(
                failure instanceof SqlState.Undecidable ? failure.getCause() : null,
                "one entry cannot be stored (%s); it is answered 503 and kept aside when it comes again",
                SqlState.describe(failure));
        return troubles.lastResort(entry)
                .map(other -> run(attempt.of(List.of(other))))
                .orElseGet(() -> {
                    entry.unavailable("it cannot be stored", failure);
                    return Future.succeededFuture();
                });
    }

    private Future<Void> unavailable(Attempt attempt, Throwable failure) {
        if (attempt.entries().get(0).isAlone() && SqlState.isTooLong(failure)) {
            // That is its own size, and nobody else's trouble.
            attempt.entries().get(0).unavailable("it took too long", failure);
            return Future.succeededFuture();
        }
        attempt.lane().close();
        if (database.ready()) {
            LOG.warnf("the database is not available (%s); answering 503 until it is", SqlState.describe(failure));
        }
        database.lost();
        attempt.entries().forEach(entry -> entry.unavailable("the database is not available", failure));
        return Future.succeededFuture();
    }

    private static List<Entry<?>> touching(List<Entry<?>> entries, Set<UUID> ids) {
        return entries.stream()
                .filter(entry -> entry.touches().stream().anyMatch(ids::contains))
                .toList();
    }
}
