package dev.pawl.support;

import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * One PostgreSQL per JVM, started at first use and stopped with the JVM. Its settings are those of production; its
 * session time zone is none that anybody would take for UTC.
 */
public final class PostgresResource implements QuarkusTestResourceLifecycleManager {

    public static final String USER = "postgres";
    public static final String DATABASE = "postgres";

    private static final AtomicInteger SCHEMAS = new AtomicInteger();

    @Override
    public Map<String, String> start() {
        String address = "//localhost:" + server().getPort() + '/' + DATABASE;
        return Map.of(
                "quarkus.datasource.username", USER,
                "quarkus.datasource.password", USER,
                "quarkus.datasource.reactive.url", "postgresql:" + address,
                "quarkus.datasource.jdbc.url", "jdbc:postgresql:" + address,
                "pawl.db.schema", "quarkus_" + SCHEMAS.incrementAndGet());
    }

    /** The server outlives the application: the next one uses it again. */
    @Override
    public void stop() {}

    public static int port() {
        return server().getPort();
    }

    /** As superuser, to the database all tests share. */
    public static Connection connection() throws SQLException {
        return server().getPostgresDatabase().getConnection();
    }

    /** A new schema with all migrations applied; its name. */
    public static String freshSchema() {
        String name = "test_" + SCHEMAS.incrementAndGet();
        try (Connection connection = connection();
                Statement statement = connection.createStatement()) {
            statement.execute("create schema " + name);
            for (String migration : migrations()) {
                statement.execute(migration.replace("${schema}", name));
            }
            return name;
        } catch (SQLException e) {
            throw new IllegalStateException("the migrations do not apply", e);
        }
    }

    private static List<String> migrations() {
        try {
            URI folder = Objects.requireNonNull(PostgresResource.class.getResource("/db/migration"))
                    .toURI();
            try (Stream<Path> files = Files.list(Path.of(folder))) {
                return files.sorted().map(PostgresResource::text).toList();
            }
        } catch (IOException | URISyntaxException e) {
            throw new IllegalStateException("the migrations are not on the class path", e);
        }
    }

    private static String text(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static EmbeddedPostgres server() {
        return Server.INSTANCE;
    }

    /** Started when first asked for, closed by its own hook when the JVM ends. */
    private static final class Server {
        static final EmbeddedPostgres INSTANCE = startServer();

        private static EmbeddedPostgres startServer() {
            try {
                return EmbeddedPostgres.builder()
                        .setServerConfig("timezone", "America/St_Johns")
                        .setServerConfig("fsync", "on")
                        .setServerConfig("full_page_writes", "on")
                        .setServerConfig("synchronous_commit", "on")
                        .setServerConfig("max_connections", "200")
                        .start();
            } catch (IOException e) {
                throw new UncheckedIOException("PostgreSQL does not start", e);
            }
        }
    }
}
