package dev.pawl.retain;

import dev.pawl.config.Configuration;
import dev.pawl.core.interpret.Interpretation;
import dev.pawl.core.interpret.Interpretation.Outcome;
import dev.pawl.core.interpret.Interpretation.Reading;
import dev.pawl.core.operation.Assertion;
import dev.pawl.core.operation.Cause;
import dev.pawl.core.operation.Fingerprint;
import dev.pawl.core.operation.OperationKey;
import dev.pawl.core.operation.Order;
import dev.pawl.core.outbound.Trace;
import dev.pawl.core.verify.InboundRequest;
import dev.pawl.ledger.Ledger.Operator;
import dev.pawl.ledger.Ledger.Recorded;
import dev.pawl.ledger.Ledger.Stored;
import dev.pawl.ledger.Origin;
import dev.pawl.ledger.RealLedger;
import dev.pawl.ledger.SchemaName;
import dev.pawl.ledger.Upkeep;
import dev.pawl.support.Catalogs;
import dev.pawl.support.Payments;
import dev.pawl.support.PostgresResource;
import io.vertx.core.Vertx;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;

/** A source that keeps bodies for a day, with jobs run by hand, on a schema of its own; a delivery's body is its key. */
final class RetainFixture implements AutoCloseable {

    static final String SHORT_BODIES = "    retention: { bodies: 1d }\n";

    private static final String MACHINE = """
            machines:
              pay:
                strict: %s
                states:
                  pending:   { status: processing, initial: true, next: [processing, succeeded] }
                  processing: { status: processing, next: [succeeded] }
                  succeeded: { status: completed }
            """;

    final SchemaName schema = new SchemaName(PostgresResource.freshSchema());
    final LocalDate today = LocalDate.now(ZoneOffset.UTC);
    final Configuration configuration;
    private final Vertx vertx = Vertx.vertx();
    private final RealLedger real;
    private final Connection connection;

    RetainFixture() {
        this(SHORT_BODIES, false);
    }

    /** @param retention a line of the source's */
    RetainFixture(String retention, boolean strict) {
        configuration = new Configuration(Catalogs.of(yaml(retention, strict)));
        real = RealLedger.on(vertx, schema, configuration);
        try {
            connection = PostgresResource.connection();
            execute(RealLedger.makePartitions(schema));
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String yaml(String retention, boolean strict) {
        return "sources:\n" + Payments.source("p") + retention + MACHINE.formatted(strict);
    }

    /** From now on the source keeps things for as long as this says. */
    void configure(String retention) {
        configuration.replace(Catalogs.of(yaml(retention, false)));
    }

    RetainJob job(Upkeep upkeep, int batch) {
        return new RetainJob(configuration, real.pool(), schema, () -> upkeep, Duration.ofSeconds(1), batch);
    }

    OldBodies bodies(int batch) {
        return new OldBodies(new dev.pawl.retain.Statement(real.pool(), schema), batch);
    }

    ParkedJob parkedJob() {
        return new ParkedJob(real.pool(), schema, this::upkeep);
    }

    Upkeep upkeep() {
        return (Upkeep) real.ledger();
    }

    static RetainJob.Retained run(RetainJob job) {
        return job.run().await().atMost(Duration.ofSeconds(60));
    }

    void makeDays(LocalDate... days) throws SQLException {
        for (LocalDate day : days) {
            execute("select ~.make_partitions('" + day + "', 1)");
        }
    }

    static UUID id(String key) {
        return key(key).id(0);
    }

    private static OperationKey key(String key) {
        return new OperationKey("p", "", "payment", key);
    }

    /** A delivery, as if it had come on that day. */
    UUID sayOn(LocalDate day, String key, String state) throws SQLException {
        UUID delivery = say(key, state).delivery();
        execute("update ~.event set received_on = '" + day + "' where delivery_id = '" + delivery + "'");
        execute("update ~.delivery set received_on = '" + day + "' where id = '" + delivery + "'");
        return delivery;
    }

    Recorded say(String key, String state) {
        return real.ledger()
                .record(
                        Objects.requireNonNull(configuration.current().source("p")),
                        new InboundRequest("POST", "/webhooks/p", Map.of(), key.getBytes(StandardCharsets.UTF_8)),
                        -1,
                        Instant.now(),
                        interpreted(key, state))
                .await()
                .atMost(Duration.ofSeconds(20));
    }

    List<String> replay(UUID delivery, String key, String state) {
        return real.ledger()
                .replay(
                        Objects.requireNonNull(configuration.current().source("p")),
                        new Stored(delivery, Origin.RECEIVED, Trace.NONE),
                        interpreted(key, state),
                        new Operator("anna", "again"))
                .await()
                .atMost(Duration.ofSeconds(20))
                .verdicts();
    }

    private static Interpretation interpreted(String key, String state) {
        Assertion assertion = new Assertion(
                key(key),
                "p",
                "pay",
                state,
                Order.at(Instant.parse("2026-01-01T00:00:00Z")),
                Fingerprint.NONE,
                Map.of(),
                Set.of(),
                null,
                Cause.DELIVERY);
        return new Interpretation.Interpreted(
                List.of(new Reading(key, "payment.x", null, new Outcome.Asserted(assertion))));
    }

    /** {@code ~} stands for the schema. */
    List<List<String>> rows(String sql) throws SQLException {
        return PostgresResource.rows(connection, sql.replace("~", schema.name()));
    }

    void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql.replace("~", schema.name()));
        }
    }

    @Override
    public void close() {
        try {
            connection.close();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }
}
