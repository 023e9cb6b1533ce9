package dev.pawl.intake.wrong;

import dev.pawl.ledger.wrong.Upward;
import io.quarkus.hibernate.reactive.panache.PanacheEntityBase;
import io.vertx.core.http.HttpClient;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.ws.rs.POST;

/**
 * SQL, Panache, calls and a body where they must not be, and half of a cycle: {@code ArchitectureTest} shows on it that its rules can
 * fail.
 */
public record Misplaced(Upward half, Pool pool, PanacheEntityBase entity, HttpClient client) {

    /** Not a resource, for it has no path. */
    @POST
    public int receive(byte[] body) {
        return body.length;
    }
}
