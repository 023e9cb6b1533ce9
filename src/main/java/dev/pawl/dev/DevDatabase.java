package dev.pawl.dev;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** PostgreSQL from a library jar: no Docker, no installation. It ends with the process; its data stays. */
final class DevDatabase {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration PATIENCE_AT_END = Duration.ofSeconds(15);

    private DevDatabase() {}

    /**
     * Returns the port on 127.0.0.1. The library locks the data folder for the life of the process. Durability is on, because
     * Pawl refuses to serve without it.
     */
    static int start(DevFolder folder) throws IOException {
        int port = folder.databasePort();
        try {
            EmbeddedPostgres postgres = EmbeddedPostgres.builder()
                    .setDataDirectory(folder.database())
                    .setCleanDataDirectory(false)
                    .setPort(port)
                    .setPGStartupWait(PATIENCE)
                    .setLocaleConfig("locale", "C")
                    .setServerConfig("fsync", "on")
                    .setServerConfig("synchronous_commit", "on")
                    .setServerConfig("listen_addresses", "127.0.0.1")
                    .setRegisterShutdownHook(false)
                    .start();
            Runtime.getRuntime().addShutdownHook(new Thread(() -> end(folder, postgres), "dev-database-end"));
            return port;
        } catch (IllegalStateException e) {
            throw new IOException(
                    "The development database in " + folder.database() + " did not start on port " + port
                            + ". Is another quarkus:dev running in this folder? Deleting the folder starts afresh.",
                    e);
        }
    }

    /**
     * Pawl ends at the same time. The server is asked to wait for its clients, so that Pawl's last words are not about a
     * lost database.
     */
    private static void end(DevFolder folder, EmbeddedPostgres postgres) {
        try {
            Optional<ProcessHandle> server = folder.databaseProcess();
            if (server.isPresent()) {
                server.get().destroy();
                server.get().onExit().get(PATIENCE_AT_END.toSeconds(), TimeUnit.SECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException | ExecutionException | TimeoutException e) {
            close(postgres);
        }
    }

    private static void close(EmbeddedPostgres postgres) {
        try {
            postgres.close();
        } catch (IOException e) {
            System.err.println("The development database could not be stopped: " + e.getMessage());
        }
    }
}
