package dev.pawl.ledger;

import dev.pawl.config.Configuration;
import io.vertx.core.Vertx;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Commits waiting entries together: while some transactions are at the database, the next one gathers. An idle service
 * commits at once; there is no artificial delay.
 *
 * <p>Two kinds of lanes. The first never wait for a row: what somebody else holds or has just made is handed to the second,
 * which waits, so that a stopped replica delays only the entries on its own rows.
 */
final class GroupCommit {

    static final int BUDGET_MS = 2_000;
    private static final int MAX_BATCH = 256;
    private static final long MAX_BATCH_BYTES = 8L << 20;
    private static final int MAX_WAITING = 8_192;
    private static final long MAX_WAITING_BYTES = 96L << 20;

    private final DatabaseState database;
    private final BatchRunner runner;
    private final WaitingEntries waiting = new WaitingEntries(MAX_WAITING, MAX_WAITING_BYTES);
    private final Deque<Lane> freeLanes;
    private final Deque<Lane> freePatientLanes;
    private final PatientLine contended = new PatientLine();
    /** Each batch is itself: another with the same entries may wait or run elsewhere. */
    private final Set<List<Entry<?>>> running = Collections.newSetFromMap(new IdentityHashMap<>());

    private boolean closed;

    GroupCommit(
            Vertx vertx,
            Configuration configuration,
            DatabaseState database,
            CommitListener listener,
            LedgerMetrics metrics,
            List<Lane> lanes,
            List<Lane> patientLanes) {
        this.database = database;
        this.runner = new BatchRunner(vertx, configuration, database, listener, metrics, this::contend);
        this.freeLanes = new ArrayDeque<>(lanes);
        this.freePatientLanes = new ArrayDeque<>(patientLanes);
    }

    /** Takes an entry in, or answers it as unavailable at once. Any thread. */
    void submit(Entry<?> entry) {
        String refusal = null;
        synchronized (this) {
            if (closed) {
                refusal = "shutting down";
            } else if (!database.migrated()) {
                refusal = "the database is not ready";
            } else if (!waiting.offer(entry)) {
                refusal = "the queue is full";
            }
        }
        if (refusal != null) {
            entry.unavailable(refusal, null);
        } else {
            start();
        }
    }

    synchronized int waitingCount() {
        return waiting.count();
    }

    /** Answers what waited too long, wherever it is, and asks a database that was lost whether it is back. */
    void housekeeping() {
        List<Entry<?>> late = new ArrayList<>();
        boolean probe;
        synchronized (this) {
            late.addAll(waiting.expire(BUDGET_MS));
            Stream.concat(running.stream().flatMap(List::stream), contended.entries())
                    .filter(entry -> entry.ageMillis() > BUDGET_MS && !entry.answered())
                    .forEach(late::add);
            probe = database.migrated() && !database.ready() && running.isEmpty() && !closed;
        }
        late.forEach(entry -> entry.unavailable("not committed in time", null));
        synchronized (this) {
            finish(contended.dropAnswered());
        }
        start();
        if (probe) {
            submit(new CountEntry(Map.of()));
        }
    }

    /** No new entries from now on; those under way end as they may. */
    synchronized void close() {
        closed = true;
    }

    synchronized boolean idle() {
        return running.isEmpty() && contended.isEmpty() && waiting.count() == 0;
    }

    private void start() {
        Lane lane;
        List<Entry<?>> entries;
        boolean patient;
        synchronized (this) {
            List<Entry<?>> next = contended.next(freePatientLanes.size());
            patient = next != null;
            if (next != null) {
                lane = freePatientLanes.removeFirst();
                entries = next;
            } else {
                if (freeLanes.isEmpty() || waiting.count() == 0) {
                    return;
                }
                entries = waiting.take(MAX_BATCH, MAX_BATCH_BYTES);
                if (entries.isEmpty()) {
                    return;
                }
                lane = freeLanes.removeFirst();
            }
            running.add(entries);
        }
        lane.context()
                .runOnContext(
                        now -> runner.run(lane, entries, patient).onComplete(done -> finished(lane, entries, patient)));
    }

    private void finished(Lane lane, List<Entry<?>> entries, boolean patient) {
        synchronized (this) {
            running.remove(entries);
            finish(entries);
            (patient ? freePatientLanes : freeLanes).addLast(lane);
        }
        start();
        start();
    }

    /** What is still in line or under way elsewhere is not finished, and its operations stay under way. */
    private void finish(List<Entry<?>> entries) {
        Set<Entry<?>> moved = contended.entries().collect(Collectors.toCollection(LinkedHashSet::new));
        running.forEach(moved::addAll);
        waiting.finished(entries.stream().filter(e -> !moved.contains(e)).toList());
    }

    private void contend(List<Entry<?>> entries) {
        synchronized (this) {
            contended.add(entries);
        }
        start();
    }
}
