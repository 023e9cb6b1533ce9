package dev.pawl.admin;

import dev.pawl.ledger.DatabaseState;
import dev.pawl.ledger.Ledger.Unavailable;
import io.quarkus.hibernate.reactive.panache.Panache;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Opens the session every read happens in. Inside it there is nothing but queries, one after the other: a second one at
 * the same time, or a call elsewhere in between, would break the session, and only under load.
 */
@Singleton
final class Reads {

    private final DatabaseState database;

    Reads(DatabaseState database) {
        this.database = database;
    }

    /** Fails with {@link Unavailable} while there is no database, or none with our tables. */
    <T> Uni<T> inSession(Supplier<Uni<T>> queries) {
        return database.ready()
                ? Panache.withSession(queries)
                : Uni.createFrom().failure(() -> new Unavailable("the database is not ready", null));
    }

    /** Rows of several columns. Only inside a session. */
    static Uni<List<Object[]>> rows(String query, Map<String, ?> parameters) {
        return Panache.getSession().flatMap(session -> {
            var selection = session.createSelectionQuery(query, Object[].class);
            parameters.forEach(selection::setParameter);
            return selection.getResultList();
        });
    }
}
