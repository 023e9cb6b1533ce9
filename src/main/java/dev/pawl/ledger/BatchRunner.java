package dev.pawl.ledger;

import dev.pawl.config.Configuration;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

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

    /** @param contended takes entries whose operations are made or held by somebody else */
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
        return run(new Attempt(lane, entries, patient, 1, Set.of()));
    }

    /** Whoever has been answered waits for nothing. */
    private void contend(List<Entry<?>> entries) {
        List<Entry<?>> open = new ArrayList<>(entries);
        open.removeIf(Entry::answered);
        if (!open.isEmpty()) {
            contended.accept(open);
        }
    }

    /**
     * @param number 1 for the first try
     * @param more ids to lock besides those the entries name
     */
    private record Attempt(Lane lane, List<Entry<?>> entries, boolean patient, int number, Set<UUID> more) {
        Attempt of(List<Entry<?>> some) {
            return new Attempt(lane, some, patient, 1, Set.of());
        }

        Attempt again() {
            return new Attempt(lane, entries, patient, number + 1, more);
        }

        Attempt with(Set<UUID> others) {
            Set<UUID> all = new HashSet<>(more);
            all.addAll(others);
            return new Attempt(lane, entries, patient, number, all);
        }
    }

    /** Generations of an identity that only its first one names: the batch is run once more, with them. */
    private static final class MoreNeeded extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final transient Set<UUID> ids;

        MoreNeeded(Set<UUID> ids) {
            super("more operations are needed", null, false, false);
            this.ids = Set.copyOf(ids);
        }
    }

    private Future<Void> run(Attempt attempt) {
        if (attempt.entries().isEmpty()) {
            return Future.succeededFuture();
        }
        Set<UUID> ids = new TreeSet<>(UuidOrder.UNSIGNED);
        Set<UUID> withEffects = new TreeSet<>(UuidOrder.UNSIGNED);
        CommandLookup lookup = CommandLookup.empty();
        for (Entry<?> entry : attempt.entries()) {
            ids.addAll(entry.operations());
            entry.lookUp(lookup);
            if (entry.needsEffects()) {
                withEffects.addAll(entry.operations());
            }
        }
        ids.addAll(attempt.more());
        boolean parked =
                configuration.current().parks() || attempt.entries().stream().anyMatch(Entry::readsParked);
        Lane.Wanted wanted = new Lane.Wanted(ids, attempt.patient(), parked, withEffects, lookup);
        Aside aside = new Aside(new ArrayList<>(), new LinkedHashMap<>());
        long began = System.nanoTime();
        Future<Lane.Ended> transaction = attempt.lane().transaction(wanted, locked -> decide(attempt, locked, aside));
        return inTime(attempt.lane(), transaction)
                .transform(end ->
                        end.succeeded() ? ended(attempt, end.result(), aside, began) : failed(attempt, end.cause()));
    }

    /**
     * Entries that have no place in a transaction.
     *
     * @param held they wait for another one
     * @param notKnown why nobody can say what would become of them
     */
    private record Aside(List<Entry<?>> held, Map<Entry<?>, String> notKnown) {
        void clear() {
            held.clear();
            notKnown.clear();
        }
    }

    private Batch decide(Attempt attempt, Lane.Locked locked, Aside aside) {
        Batch batch = new Batch(configuration.current(), locked);
        Set<UUID> more = new HashSet<>();
        attempt.entries().forEach(entry -> more.addAll(entry.alsoNeeded(batch)));
        more.removeAll(attempt.more());
        if (!more.isEmpty()) {
            throw new MoreNeeded(more);
        }
        // Whatever touches the same as a command that has no place in this transaction, and comes after it, has none
        // either.
        Set<UUID> excluded = new HashSet<>();
        aside.clear();
        for (Entry<?> entry : attempt.entries()) {
            Ending ending = locked.endings().get(entry);
            if (ending != null && ending.excludes()) {
                excluded.addAll(entry.touches());
            }
            if (entry.touches().stream().anyMatch(excluded::contains)) {
                leave(entry, ending, aside);
                continue;
            }
            boolean missing =
                    entry.needsExisting() && entry.operations().stream().anyMatch(id -> batch.operation(id) == null);
            if (!attempt.patient() && (missing || entry.restsOnAbsence(batch))) {
                aside.held().add(entry);
            } else {
                entry.decideIn(batch);
            }
        }
        if (!batch.effects.allUsed()) {
            throw new SqlState.Undecidable(new IllegalStateException("a statement ran that nothing stands for"));
        }
        return batch;
    }

    /** @throws SqlState.Undecidable when its statements have run, so that it has to be alone */
    private static void leave(Entry<?> entry, @Nullable Ending ending, Aside aside) {
        if (ending != null && ending.kind() == Ending.Kind.DONE) {
            throw new SqlState.Undecidable(new IllegalStateException("a command beside it has no place here"));
        }
        if (ending != null && ending.kind() == Ending.Kind.NOT_KNOWN) {
            aside.notKnown().put(entry, String.valueOf(ending.why()));
        } else {
            aside.held().add(entry);
        }
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

    private Future<Void> ended(Attempt attempt, Lane.Ended end, Aside aside, long began) {
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
        contend(aside.held());
        aside.notKnown().forEach((entry, why) -> {
            LOG.warnf("a command was answered 503, nothing of it is kept: %s", why);
            entry.unavailable(why, null);
        });
        List<Entry<?>> committed = new ArrayList<>(attempt.entries());
        committed.removeAll(aside.held());
        committed.removeAll(aside.notKnown().keySet());
        committed.forEach(Entry::committed);
        metrics.committed(committed.size(), System.nanoTime() - began);
        metrics.effectsDone(end.effectsDone());
        listener.committed(end.left());
        return Future.succeededFuture();
    }

    private Future<Void> failed(Attempt attempt, Throwable failure) {
        if (failure instanceof MoreNeeded needed) {
            Attempt wider = attempt.with(needed.ids);
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
