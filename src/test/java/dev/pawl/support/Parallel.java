package dev.pawl.support;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;

/**
 * Many callers at once, on threads of their own: those of the common pool keep the class loader of whichever application
 * used them first.
 */
public final class Parallel {

    private static final int THREADS = 16;

    private Parallel() {}

    /** The results in order of their numbers; the first failure, unwrapped where it is unchecked. */
    public static <T> List<T> map(int count, IntFunction<T> call) {
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            List<Callable<T>> calls = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                int number = i;
                calls.add(() -> call.apply(number));
            }
            List<T> results = new ArrayList<>();
            for (Future<T> result : threads.invokeAll(calls)) {
                results.add(result.get());
            }
            return results;
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        } finally {
            threads.shutdownNow();
        }
    }
}
