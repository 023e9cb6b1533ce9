package dev.pawl.admin;

import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Items of a list, newest first. {@code next} is the cursor of the following page, null on the last. */
@RegisterForReflection
record Page<T>(List<T> items, @Nullable String next) {

    static final int USUAL = 50;
    static final int LARGEST = 500;

    Page {
        items = List.copyOf(items);
    }

    /** Of up to {@code limit + 1} rows: the one too many says that there is another page. */
    static <T> Page<T> of(List<T> rows, int limit, Function<T, Cursor> cursorOf) {
        return rows.size() <= limit
                ? new Page<>(rows, null)
                : new Page<>(
                        rows.subList(0, limit),
                        cursorOf.apply(rows.get(limit - 1)).text());
    }

    <R> Page<R> map(Function<T, R> view) {
        return new Page<>(items.stream().map(view).toList(), next);
    }
}
