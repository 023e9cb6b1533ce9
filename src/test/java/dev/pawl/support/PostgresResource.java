package dev.pawl.support;

import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * One PostgreSQL per JVM, started at first use and stopped with the JVM. Its settings are those of production; its
 * session time zone is none that anybody would take for UTC.
 */
public final class PostgresResource implements QuarkusTestResourceLifecycleManager {

    public static final String USER = "postgres";
    public static final String DATABASE = "postgres";

    /** Class loaders come and go with every test application; system properties are the JVM's. */
    private static final String PORT = "pawl.test.postgres.port";

    @Override
    public Map<String, String> start() {
        String address = "//localhost:" + port() + '/' + DATABASE;
        return Map.of(
                "quarkus.datasource.username",
                USER,
                "quarkus.datasource.password",
                USER,
                "quarkus.datasource.reactive.url",
                "postgresql:" + address,
                "quarkus.datasource.jdbc.url",
                "jdbc:postgresql:" + address,
                "pawl.db.schema",
                freshName());
    }

    /** The server outlives the application: the next one uses it again. */
    @Override
    public void stop() {}

    /** Starts the server if it does not run yet. */
    public static int port() {
        Properties shared = System.getProperties();
        synchronized (shared) {
            String known = shared.getProperty(PORT);
            if (known == null) {
                known = Integer.toString(startServer().getPort());
                shared.setProperty(PORT, known);
            }
            return Integer.parseInt(known);
        }
    }

    /** As superuser, to the database all tests share. */
    public static Connection connection() throws SQLException {
        return DriverManager.getConnection("jdbc:postgresql://localhost:" + port() + '/' + DATABASE, USER, USER);
    }

    /** A new schema with all migrations applied; its name. */
    public static String freshSchema() {
        return schemaOf(Integer.MAX_VALUE);
    }

    /** A new schema as a release with these migrations left it; its name. */
    public static String schemaOf(int version) {
        String name = freshName();
        apply("create schema " + name);
        migrate(name, 0, version);
        return name;
    }

    /** Applies the migrations behind one version, up to another. */
    public static void migrate(String schema, int behind, int upTo) {
        migrations(behind, upTo).forEach(migration -> apply(migration.replace("${schema}", schema)));
    }

    private static void apply(String sql) {
        try (Connection connection = connection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException("the migrations do not apply", e);
        }
    }

    /** Rows as lists of text. */
    public static List<List<String>> rows(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            List<List<String>> rows = new ArrayList<>();
            while (result.next()) {
                List<String> row = new ArrayList<>();
                for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
                    row.add(String.valueOf(result.getString(i)));
                }
                rows.add(row);
            }
            return rows;
        }
    }

    /** Runs a statement in the schema; the first column of what it returns, if anything. */
    public static List<String> inSchema(String schema, String sql) throws SQLException {
        List<String> first = new ArrayList<>();
        try (Connection connection = connection();
                Statement statement = connection.createStatement()) {
            statement.execute("set search_path to " + schema);
            if (statement.execute(sql)) {
                try (ResultSet rows = statement.getResultSet()) {
                    while (rows.next()) {
                        first.add(rows.getString(1));
                    }
                }
            }
        }
        return first;
    }

    private static String freshName() {
        return "test_" + UUID.randomUUID().toString().replace('-', '_');
    }

    /** From the project, where both kinds of tests run; on the class path they may be in a jar. */
    private static List<String> migrations(int behind, int upTo) {
        try (Stream<Path> files = Files.list(Path.of("src/main/resources/db/migration"))) {
            return files.filter(file -> version(file) > behind && version(file) <= upTo)
                    .sorted(Comparator.comparingInt(PostgresResource::version))
                    .map(PostgresResource::text)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** {@code V11__command.sql}: 11, which as a text would come before 2. */
    private static int version(Path file) {
        String name = Objects.requireNonNull(file.getFileName()).toString();
        return Integer.parseInt(name.substring(1, name.indexOf("__")));
    }

    private static String text(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Closed by its own hook when the JVM ends. */
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
