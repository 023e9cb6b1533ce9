package dev.pawl.admin;

import io.quarkus.hibernate.reactive.panache.PanacheQuery;
import io.smallrye.mutiny.Uni;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;

/** The newest rows of a list, turned round: oldest first. */
record Newest<T>(List<T> rows, boolean truncated) {

    static <T> Uni<Newest<T>> of(PanacheQuery<T> newestFirst) {
        return newestFirst.range(0, OperationDetail.LONGEST).list().map(rows -> {
            boolean truncated = rows.size() > OperationDetail.LONGEST;
            List<T> kept = new ArrayList<>(truncated ? rows.subList(0, OperationDetail.LONGEST) : rows);
            Collections.reverse(kept);
            return new Newest<>(kept, truncated);
        });
    }

    <R> List<R> map(Function<T, R> view) {
        return rows.stream().map(view).toList();
    }
}
