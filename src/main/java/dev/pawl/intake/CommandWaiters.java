package dev.pawl.intake;

import dev.pawl.ledger.CommandReads;
import dev.pawl.ledger.CommitListener;
import dev.pawl.ledger.Ledger;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.scheduler.Scheduled;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/**
 * Requests that wait for commands to come to their end. Woken by this replica's commits at once, and by one look a second at
 * what others have committed. Holds no thread. Thread-safe.
 */
@Singleton
public final class CommandWaiters implements CommitListener {

    /** Whoever comes when so many wait is answered at once, as one without patience. */
    static final int MOST = 1_000;

    private final CommandReads reads;
    private boolean closed;
    private final Map<UUID, List<CompletableFuture<Void>>> waiting = new HashMap<>();

    CommandWaiters(CommandReads reads) {
        this.reads = reads;
    }

    /** Completes when the operation's commands are answered, or after this time; never fails. */
    Uni<Void> answered(UUID operation, Duration limit) {
        CompletableFuture<Void> waiter = new CompletableFuture<>();
        synchronized (this) {
            if (closed || waitingFor() >= MOST) {
                return Uni.createFrom().voidItem();
            }
            waiting.computeIfAbsent(operation, id -> new ArrayList<>()).add(waiter);
        }
        return Uni.createFrom()
                .completionStage(waiter)
                .ifNoItem()
                .after(limit)
                .recoverWithUni(Uni.createFrom().voidItem())
                .onTermination()
                .invoke(() -> forget(operation, waiter));
    }

    private synchronized void forget(UUID operation, CompletableFuture<Void> waiter) {
        List<CompletableFuture<Void>> others = waiting.get(operation);
        if (others != null && others.removeIf(other -> other == waiter) && others.isEmpty()) {
            waiting.remove(operation);
        }
    }

    @Override
    public void committed(Left left) {
        if (!left.answered().isEmpty()) {
            answered(left.answered());
        }
    }

    private void answered(Set<UUID> operations) {
        List<CompletableFuture<Void>> woken = new ArrayList<>();
        synchronized (this) {
            for (UUID operation : operations) {
                woken.addAll(waiting.getOrDefault(operation, List.of()));
            }
        }
        woken.forEach(waiter -> waiter.complete(null));
    }

    /** Nobody waits for an end that this process will not see. */
    void stop(@Observes ShutdownEvent event) {
        Set<UUID> all;
        synchronized (this) {
            closed = true;
            all = operations();
        }
        answered(all);
    }

    /** How many requests wait. */
    synchronized int waitingFor() {
        return waiting.values().stream().mapToInt(List::size).sum();
    }

    private synchronized Set<UUID> operations() {
        return Set.copyOf(waiting.keySet());
    }

    @Scheduled(every = "1s", concurrentExecution = Scheduled.ConcurrentExecution.SKIP)
    Uni<Void> look() {
        Set<UUID> operations = operations();
        return operations.isEmpty()
                ? Uni.createFrom().voidItem()
                : reads.answered(operations)
                        .invoke(this::answered)
                        .replaceWithVoid()
                        .onFailure(Ledger.Unavailable.class)
                        .recoverWithNull();
    }
}
