package dev.pawl.ledger;

import dev.pawl.config.Configuration;
import io.agroal.api.AgroalDataSource;
import io.quarkus.runtime.Quarkus;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.jboss.logging.Logger;

/**
 * Brings the database up to date before anything is taken in. While the database is away the process waits: live, not
 * ready, answering 503. It ends only for what waiting cannot mend: unsafe settings, foreign tables, a broken history.
 */
@Singleton
final class DatabaseStartup {

    private static final Logger LOG = Logger.getLogger(DatabaseStartup.class);

    private static final long RETRY_MS = 1_000;
    private static final List<String> DURABILITY = List.of("fsync", "full_page_writes", "synchronous_commit");
    private static final Set<String> TABLES = Set.of(
            "operation",
            "claim",
            "response",
            "unique_claim",
            "transition",
            "effect",
            "delivery",
            "event",
            "counter",
            "source_state",
            "source_secret",
            "signed_once",
            "parked",
            "delivery_kept",
            "event_kept",
            "audit");

    private final AgroalDataSource dataSource;
    private final Flyway flyway;
    private final SchemaName schema;
    private final Configuration configuration;
    private final DatabaseState state;
    private final boolean acceptUnsafe;
    private final String historyTable;
    private volatile boolean stopped;

    /** What stops the start; its message says what to do. */
    private static final class Unacceptable extends Exception {
        private static final long serialVersionUID = 1L;

        Unacceptable(String message) {
            super(message);
        }
    }

    @Inject
    DatabaseStartup(
            AgroalDataSource dataSource,
            Flyway flyway,
            SchemaName schema,
            Configuration configuration,
            DatabaseState state,
            @ConfigProperty(name = "pawl.db.accept-unsafe", defaultValue = "false") boolean acceptUnsafe,
            @ConfigProperty(name = "quarkus.flyway.table") String historyTable) {
        this.dataSource = dataSource;
        this.flyway = flyway;
        this.schema = schema;
        this.configuration = configuration;
        this.state = state;
        this.acceptUnsafe = acceptUnsafe;
        this.historyTable = historyTable;
    }

    void starting(@Observes StartupEvent event) {
        Thread thread = new Thread(this::bringUpToDate, "pawl-database-startup");
        thread.setDaemon(true);
        thread.start();
    }

    void stopping(@Observes ShutdownEvent event) {
        stopped = true;
    }

    private void bringUpToDate() {
        boolean told = false;
        while (!stopped) {
            try {
                prepare();
                state.schemaIsUpToDate();
                LOG.info("the database is up to date; taking webhooks in");
                return;
            } catch (Unacceptable e) {
                LOG.fatal("not starting: " + e.getMessage());
                Quarkus.asyncExit(1);
                return;
            } catch (SQLException e) {
                if (!told) {
                    told = true;
                    LOG.warnf(
                            "the database is not reachable (SQLSTATE %s); trying again every second", e.getSQLState());
                }
            }
            pause();
        }
    }

    private void pause() {
        try {
            Thread.sleep(RETRY_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            stopped = true;
        }
    }

    private void prepare() throws SQLException, Unacceptable {
        try (Connection connection = dataSource.getConnection()) {
            checkDurability(connection);
            checkForeignTables(connection);
        }
        migrate();
        try (Connection connection = dataSource.getConnection()) {
            makePartitions(connection);
            rememberFirstStart(connection);
        }
    }

    private void checkDurability(Connection connection) throws SQLException, Unacceptable {
        List<String> off = new ArrayList<>();
        for (String setting : DURABILITY) {
            try (Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery("show " + setting)) {
                row.next();
                if (row.getString(1).equals("off")) {
                    off.add(setting);
                }
            }
        }
        if (!off.isEmpty() && !acceptUnsafe) {
            throw new Unacceptable("PostgreSQL runs with " + String.join(", ", off)
                    + " off, so that an acknowledged webhook may be lost in a crash. Turn it on, or accept that with"
                    + " pawl.db.accept-unsafe=true.");
        }
    }

    /** Tables of ours without our history belong to somebody else. */
    private void checkForeignTables(Connection connection) throws SQLException, Unacceptable {
        Set<String> found = new TreeSet<>();
        try (PreparedStatement statement =
                connection.prepareStatement("select tablename from pg_tables where schemaname = ?")) {
            statement.setString(1, schema.name());
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    found.add(rows.getString(1));
                }
            }
        }
        boolean ours = found.contains(historyTable);
        found.retainAll(TABLES);
        if (!ours && !found.isEmpty()) {
            throw new Unacceptable("schema \"" + schema.name() + "\" already has tables named "
                    + String.join(", ", found)
                    + " that are not Pawl's. Give Pawl a schema of its own with PAWL_DB_SCHEMA.");
        }
    }

    private void migrate() throws SQLException, Unacceptable {
        try {
            flyway.migrate();
        } catch (FlywayException e) {
            for (Throwable cause = e; cause != null; cause = cause.getCause()) {
                if (cause instanceof SQLException sql && isPassing(sql)) {
                    throw sql;
                }
            }
            throw new Unacceptable("the migrations cannot be applied: " + e.getMessage());
        }
    }

    private static boolean isPassing(SQLException failure) {
        String code = failure.getSQLState();
        return code == null
                || code.startsWith("08")
                || code.startsWith("57")
                || code.startsWith("53")
                || code.startsWith("55")
                || code.startsWith("40");
    }

    private void makePartitions(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(schema.in(LedgerSql.MAKE_PARTITIONS));
        }
    }

    private void rememberFirstStart(Connection connection) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(schema.in("""
                insert into ${schema}.source_state (source, first_started_at) values (?, now())
                on conflict (source) do nothing
                """))) {
            for (String source : configuration.current().sources().keySet()) {
                statement.setString(1, source);
                statement.addBatch();
            }
            statement.executeBatch();
        }
    }
}
