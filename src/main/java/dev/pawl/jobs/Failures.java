package dev.pawl.jobs;

import io.smallrye.mutiny.Uni;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** What failed of a run whose other pieces go on; the run itself fails with its end. Thread-safe. */
public final class Failures {

    private final AtomicInteger count = new AtomicInteger();
    private final AtomicReference<@Nullable Throwable> first = new AtomicReference<>();

    /** A piece that never fails: instead the failure is noted, and this is what it comes to. */
    public <T> Uni<T> note(Uni<T> piece, T otherwise) {
        return piece.onFailure().invoke(this::add).onFailure().recoverWithItem(otherwise);
    }

    /** The same, where nothing is awaited but the end. */
    public Uni<Void> note(Uni<Void> piece) {
        return piece.onFailure().invoke(this::add).onFailure().recoverWithNull();
    }

    public void add(Throwable failure) {
        first.compareAndSet(null, failure);
        count.incrementAndGet();
    }

    /** The result, or a {@link JobFailure} that tells how many failed and the first one's reason. */
    public <T> Uni<T> end(T result) {
        Throwable failure = first.get();
        if (failure == null) {
            return Uni.createFrom().item(result);
        }
        JobFailure told = new JobFailure("failed: " + count.get() + ", the first with " + JobRuns.describe(failure));
        told.addSuppressed(failure);
        return Uni.createFrom().failure(told);
    }
}
