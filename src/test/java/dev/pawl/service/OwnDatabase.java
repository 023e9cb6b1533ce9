package dev.pawl.service;

import dev.pawl.support.PostgresResource;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/** A database that only one test uses, on the server all share. */
record OwnDatabase(String name) {

    static final OwnDatabase NONE = new OwnDatabase("none");

    private static final AtomicInteger DATABASES = new AtomicInteger();

    static OwnDatabase create(String prefix) throws SQLException {
        String name = prefix + "_" + DATABASES.incrementAndGet();
        try (Connection connection = PostgresResource.connection();
                Statement statement = connection.createStatement()) {
            statement.execute("create database " + name);
        }
        return new OwnDatabase(name);
    }

    String url() {
        return urlAt(PostgresResource.port());
    }

    /** @param port where to connect instead of to the server itself */
    String urlAt(int port) {
        return "postgresql://localhost:" + port + "/" + name;
    }

    /** A transaction that has run this statement is open while something else happens, and is rolled back. */
    void during(String sql, Runnable action) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:" + url(), "postgres", "postgres");
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.execute(sql);
            action.run();
            connection.rollback();
        }
    }

    /** The first column; nothing for a statement that returns no rows. */
    Set<String> query(String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:" + url(), "postgres", "postgres");
                Statement statement = connection.createStatement()) {
            Set<String> found = new HashSet<>();
            if (statement.execute(sql)) {
                try (ResultSet rows = statement.getResultSet()) {
                    while (rows.next()) {
                        found.add(rows.getString(1));
                    }
                }
            }
            return found;
        }
    }
}
