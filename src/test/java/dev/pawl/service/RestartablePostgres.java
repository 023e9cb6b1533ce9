package dev.pawl.service;

import static org.awaitility.Awaitility.await;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A PostgreSQL of one test alone, which can crash: it comes back from what is on its disk. */
final class RestartablePostgres implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Path data;
    private final EmbeddedPostgres postgres;

    RestartablePostgres(Path folder) {
        data = folder.resolve("data");
        try {
            postgres = EmbeddedPostgres.builder()
                    .setDataDirectory(data.toFile())
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

    /** An immediate shutdown, in which nothing is finished or flushed, and a start as before. */
    void crash() {
        ProcessHandle server = server();
        List<String> command = new ArrayList<>();
        command.add(server.info().command().orElseThrow());
        command.addAll(List.of(server.info().arguments().orElseThrow()));
        try {
            new ProcessBuilder("kill", "-QUIT", Long.toString(server.pid())).start();
            await().atMost(PATIENCE).until(() -> !server.isAlive());
            new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(data.resolveSibling("server.log").toFile())
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        await().atMost(PATIENCE)
                .ignoreExceptions()
                .until(() -> first("select 1").equals("1"));
    }

    private ProcessHandle server() {
        try {
            String pid = Files.readAllLines(data.resolve("postmaster.pid")).get(0);
            return ProcessHandle.of(Long.parseLong(pid.strip())).orElseThrow();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
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
