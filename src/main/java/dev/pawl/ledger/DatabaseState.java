package dev.pawl.ledger;

import jakarta.inject.Singleton;

/** What is known about the database, for the readiness check and to answer at once while it is away. Thread-safe. */
@Singleton
public final class DatabaseState {

    private volatile boolean migrated;
    private volatile boolean reachable;

    /** Migrations are done and the last exchange with the database went well. */
    public boolean ready() {
        return migrated && reachable;
    }

    /** Whether the tables are there. */
    public boolean migrated() {
        return migrated;
    }

    void schemaIsUpToDate() {
        migrated = true;
        reachable = true;
    }

    void answered() {
        reachable = true;
    }

    void lost() {
        reachable = false;
    }
}
