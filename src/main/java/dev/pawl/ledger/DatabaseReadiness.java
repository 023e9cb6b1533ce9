package dev.pawl.ledger;

import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;

/** Ready: migrated, and the last exchange with the database went well. Asks nobody, so that it answers at once. */
@Readiness
final class DatabaseReadiness implements HealthCheck {

    private final DatabaseState database;

    DatabaseReadiness(DatabaseState database) {
        this.database = database;
    }

    @Override
    public HealthCheckResponse call() {
        return HealthCheckResponse.named("ledger").status(database.ready()).build();
    }
}
