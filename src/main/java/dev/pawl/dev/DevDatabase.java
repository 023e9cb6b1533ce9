package dev.pawl.dev;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.time.Duration;

/** PostgreSQL from a library jar: no Docker, no installation. It ends with the process; its data stays. */
final class DevDatabase {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private DevDatabase() {}

    /**
     * Returns the port on 127.0.0.1. The library locks the data folder for the life of the process and stops the server in
     * a shutdown hook; durability is on, because Pawl refuses to serve without it.
     */
    static int start(DevFolder folder) throws IOException {
        int port = folder.databasePort();
        try {
            return EmbeddedPostgres.builder()
                    .setDataDirectory(folder.database())
                    .setCleanDataDirectory(false)
                    .setPort(port)
                    .setPGStartupWait(PATIENCE)
                    .setLocaleConfig("locale", "C")
                    .setServerConfig("fsync", "on")
                    .setServerConfig("synchronous_commit", "on")
                    .setServerConfig("listen_addresses", "127.0.0.1")
                    .start()
                    .getPort();
        } catch (IllegalStateException e) {
            throw new IOException(
                    "The development database in " + folder.database() + " did not start on port " + port
                            + ". Is another quarkus:dev running in this folder? Deleting the folder starts afresh.",
                    e);
        }
    }
}
