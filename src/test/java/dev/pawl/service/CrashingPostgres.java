package dev.pawl.service;

import static org.awaitility.Awaitility.await;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;

/** A PostgreSQL of one test alone, which can crash: it comes back from what is on its disk. */
final class CrashingPostgres implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final EmbeddedPostgres postgres;

    CrashingPostgres() {
        try {
            postgres = EmbeddedPostgres.builder()
                    .setServerConfig("fsync", "on")
                    .setServerConfig("full_page_writes", "on")
                    .setServerConfig("synchronous_commit", "on")
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String url() {
        return "postgresql://localhost:" + postgres.getPort() + "/postgres";
    }

    /**
     * Kills one of the server's processes. The server then trusts its memory no more: it ends all others at once, without
     * finishing anything, and starts again from its log, as after an immediate shutdown.
     *
     * @see <a href="https://www.postgresql.org/docs/current/runtime-config-error-handling.html">restart_after_crash</a>
     */
    void crash() throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("select pg_backend_pid()")) {
            row.next();
            ProcessHandle.of(row.getLong(1)).orElseThrow().destroyForcibly();
        }
        await().atMost(PATIENCE)
                .ignoreExceptions()
                .until(() -> first("select 1").equals("1"));
    }

    /** The first column of the first row as text. */
    String first(String sql) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            return String.valueOf(rows.getString(1));
        }
    }

    void execute(String sql) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private Connection connect() throws SQLException {
        return DriverManager.getConnection("jdbc:" + url(), "postgres", "postgres");
    }

    @Override
    public void close() throws IOException {
        postgres.close();
    }
}
