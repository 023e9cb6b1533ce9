package dev.pawl.ledger;

import dev.pawl.core.operation.OperationKey;
import dev.pawl.ledger.Ledger.Unavailable;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * One thing waiting to be committed. It knows which operations it touches, and says what it means once they are locked.
 *
 * @param <T> what its sender learns after COMMIT
 */
abstract class Entry<T> {

    private final CompletableFuture<T> answer = new CompletableFuture<>();
    private final long submittedAt = System.nanoTime();
    private @Nullable T decided;

    /** Ids of the operations to lock. */
    abstract Set<UUID> operations();

    /** Ids of everything that two transactions must not decide about at the same time: the operations, and more. */
    Set<UUID> touches() {
        return operations();
    }

    /** Notes what it has to know about commands before it can decide. */
    void lookUp(CommandLookup lookup) {}

    /** Notes which events it must know to have been read before. */
    void lookUp(EventLookup lookup) {}

    /** Bytes it will send to the database, roughly. */
    abstract int size();

    /** Decides and writes into the batch. May run again, after a rollback. */
    abstract T decide(Batch batch);

    /** Whether a row locked elsewhere must be waited for, since nothing new can be made of it. */
    boolean needsExisting() {
        return false;
    }

    /** Whether its operations' effects must be known, and stay as they are until it is committed. */
    boolean needsEffects() {
        return false;
    }

    /**
     * Whether what it would decide rests on an operation not being there. A row locked elsewhere is not seen either, so this
     * is believed only after waiting for it.
     */
    boolean restsOnAbsence(Batch batch) {
        return false;
    }

    /** Ids that must be locked as well, now that some operations are known; empty: none. */
    Set<UUID> alsoNeeded(Batch batch) {
        return Set.of();
    }

    /** Whether it needs the parked events of its operations even where no machine parks any longer. */
    boolean readsParked() {
        return false;
    }

    /** Whether it may run statements of the application's that it cannot do without, and wait for their locks. */
    boolean mayRunStatements() {
        return false;
    }

    /** Whether it has a transaction of its own: it may take long, and nothing else may be decided about what it ends. */
    boolean isAlone() {
        return false;
    }

    /** What to commit instead when the database refuses this entry again and again; null: nothing. */
    @Nullable
    Entry<T> lastResort() {
        return null;
    }

    /** What tells the same trouble from another, when the database refuses an entry. */
    int troubleKey() {
        return System.identityHashCode(this);
    }

    /** @throws SqlState.Undecidable when deciding fails, which is this entry's fault alone */
    final void decideIn(Batch batch) {
        try {
            decided = decide(batch);
        } catch (RuntimeException e) {
            throw new SqlState.Undecidable(e);
        }
    }

    /** Commits something else in this entry's place; its sender gets that answer. */
    final void replacedBy(Entry<T> other) {
        var unused = other.answer.whenComplete((value, failure) -> {
            if (failure == null) {
                answer.complete(value);
            } else {
                answer.completeExceptionally(failure);
            }
        });
    }

    /** After COMMIT only. */
    final void committed() {
        answer.complete(java.util.Objects.requireNonNull(decided, "decided before it is committed"));
    }

    final void unavailable(String why, @Nullable Throwable cause) {
        if (!answer.isDone()) {
            answer.completeExceptionally(new Unavailable(why, cause));
        }
    }

    final boolean answered() {
        return answer.isDone();
    }

    final long ageMillis() {
        return (System.nanoTime() - submittedAt) / 1_000_000;
    }

    final CompletableFuture<T> answer() {
        return answer;
    }

    static UUID idOf(OperationKey key) {
        return key.id(0);
    }
}
