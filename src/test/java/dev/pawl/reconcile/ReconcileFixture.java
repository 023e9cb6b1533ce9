package dev.pawl.reconcile;

import static org.awaitility.Awaitility.await;

import dev.pawl.config.Asking.Limits;
import dev.pawl.config.Configuration;
import dev.pawl.config.Source;
import dev.pawl.core.interpret.Interpretation;
import dev.pawl.core.interpret.Interpretation.Outcome;
import dev.pawl.core.interpret.Interpretation.Reading;
import dev.pawl.core.operation.Assertion;
import dev.pawl.core.operation.Cause;
import dev.pawl.core.operation.Fingerprint;
import dev.pawl.core.operation.OperationKey;
import dev.pawl.core.operation.Order;
import dev.pawl.core.verify.InboundRequest;
import dev.pawl.ledger.Ledger;
import dev.pawl.ledger.RealLedger;
import dev.pawl.ledger.SchemaName;
import dev.pawl.support.Catalogs;
import dev.pawl.support.Payments;
import dev.pawl.support.PostgresResource;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Vertx;
import java.net.URI;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;

/**
 * Sources that ask a fake provider, with jobs ticked by hand, on a schema of its own. Payments are pending or processing,
 * asked about after an hour, three times at most, and expire after a week; time passes by changing rows.
 */
final class ReconcileFixture implements AutoCloseable {

    private static final String MACHINE = """
            machines:
              pay:
                states:
                  pending:    { status: processing, initial: true, next: [processing, succeeded, failed, canceled], reconcileAfter: 1h, reconcileAttempts: 3, expireAfter: 7d }
                  processing: { status: processing, next: [succeeded, failed], reconcileAfter: 1h, reconcileAttempts: 3 }
                  failed:     { status: failed, next: [processing, succeeded, canceled] }
                  succeeded:  { status: completed, next: [refunded] }
                  canceled:   { status: rejected }
                  refunded:   { status: completed }
            """;

    final SchemaName schema = new SchemaName(PostgresResource.freshSchema());
    final Vertx vertx = Vertx.vertx();
    /** The provider is asked unless a test has other guards. */
    final AtomicReference<Guards> guards = new AtomicReference<>((source, limits, call) -> call.get());

    final Ledger ledger;
    private final String yaml;
    private final Configuration configuration;
    private final RealLedger real;
    private final StatusClient client = new StatusClient(
            vertx,
            (source, limits, call) -> Objects.requireNonNull(guards.get()).ask(source, limits, call),
            InstantSource.system());
    private final Connection connection;

    /** @param sources as made by {@link #source} */
    ReconcileFixture(String... sources) {
        yaml = "sources:\n" + String.join("", sources) + MACHINE;
        configuration = new Configuration(Catalogs.of(yaml));
        real = RealLedger.on(vertx, schema, configuration);
        ledger = real.ledger();
        try {
            connection = PostgresResource.connection();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        rows(RealLedger.makePartitions(schema));
    }

    static String source(String name, URI status, String limits) {
        return source(name, """
                    status:
                      request: { method: GET, url: "%s/{key}", headers: { Authorization: "Bearer {token}" } }
                      token: tok
                      state: { at: /status, map: { pending: pending, processing: processing, succeeded: succeeded, failed: failed, canceled: canceled, refunded: refunded } }
                      occurredAt: { at: /updated, unit: iso8601 }
                      invariant: { amount: /amount }
                      fields: { amount: /amount }
                      notFoundFor: 10m
                      limits: %s
                """.formatted(status, limits));
    }

    /** @param status empty: it cannot be asked */
    static String source(String name, String status) {
        return Payments.source(name) + status;
    }

    /** From now on this is configured instead. */
    void configure(UnaryOperator<String> change) {
        configuration.replace(Catalogs.of(change.apply(yaml)));
    }

    /** Another replica. */
    ReconcileJob job() {
        return new ReconcileJob(
                configuration, vertx, real.pool(), schema, ledger, client, () -> true, new SimpleMeterRegistry());
    }

    /** What the database does to claim a source's questions. */
    String claimPlan(String name) {
        Source source = Objects.requireNonNull(configuration.current().source(name));
        Limits limits = Objects.requireNonNull(source.asking()).limits();
        StringBuilder plan = new StringBuilder();
        real.pool()
                .preparedQuery("explain (analyze, timing off, costs off) " + new ReconcileSql(schema).claim)
                .execute(Claims.parameters(source, limits, 4))
                .toCompletionStage()
                .toCompletableFuture()
                .join()
                .forEach(row -> plan.append(row.getString(0)).append('\n'));
        return plan.toString();
    }

    /** Of which operations questions are due, by the statement that takes them; they are taken. */
    List<UUID> claimed(String name) {
        Source source = Objects.requireNonNull(configuration.current().source(name));
        Limits limits = Objects.requireNonNull(source.asking()).limits();
        List<UUID> ids = new ArrayList<>();
        real.pool()
                .preparedQuery(new ReconcileSql(schema).claim)
                .execute(Claims.parameters(source, limits, 4))
                .toCompletionStage()
                .toCompletableFuture()
                .join()
                .forEach(row -> {
                    if (row.getUUID("id") != null) {
                        ids.add(row.getUUID("id"));
                    }
                });
        return ids;
    }

    ExpireJob expireJob() {
        return expireJob(ledger);
    }

    ExpireJob expireJob(Ledger ledger) {
        return new ExpireJob(configuration, real.pool(), schema, ledger, () -> true);
    }

    Lag lag() {
        return new Lag(configuration, real.pool(), schema);
    }

    static void tick(ReconcileJob job) {
        job.run().await().atMost(Duration.ofSeconds(20));
    }

    /** A webhook of a payment, as of so many seconds ago. */
    List<String> webhook(String source, String key, String state, int secondsAgo) {
        return webhook(source, key, state, secondsAgo, "1000");
    }

    List<String> webhook(String source, String key, String state, int secondsAgo, String amount) {
        return say(List.of(assertion(source, key, state, secondsAgo, amount)));
    }

    /** Two states that may follow each other either way, at the same time: nobody can tell which is the later. */
    List<String> undecided(String source, String key) {
        Assertion one = assertion(source, key, "processing", 60, "1000");
        Assertion other = new Assertion(
                one.key(),
                source,
                one.machine(),
                "failed",
                one.order(),
                one.fingerprint(),
                one.fields(),
                Set.of(),
                null,
                Cause.DELIVERY);
        return say(List.of(one, other));
    }

    /** Many pending payments at once, all due to be asked about. */
    void stuck(String source, List<String> keys) {
        say(keys.stream()
                .map(key -> assertion(source, key, "pending", 60, "1000"))
                .toList());
        due(source);
    }

    private static Assertion assertion(String source, String key, String state, int secondsAgo, String amount) {
        return new Assertion(
                new OperationKey(source, "", "payment", key),
                source,
                "pay",
                state,
                Order.at(Instant.now().minusSeconds(secondsAgo).truncatedTo(ChronoUnit.SECONDS)),
                Fingerprint.of(Map.of("amount", amount)),
                Map.of("amount", amount),
                Set.of(),
                null,
                Cause.DELIVERY);
    }

    private List<String> say(List<Assertion> assertions) {
        List<Reading> readings = new ArrayList<>();
        assertions.forEach(one -> readings.add(new Reading("evt", "payment.x", null, new Outcome.Asserted(one))));
        String source = assertions.get(0).source();
        InboundRequest request = new InboundRequest("POST", "/webhooks/" + source, Map.of(), new byte[0]);
        for (int tries = 1; ; tries++) {
            try {
                return ledger.record(
                                Objects.requireNonNull(configuration.current().source(source)),
                                request,
                                -1,
                                Instant.now(),
                                new Interpretation.Interpreted(readings))
                        .await()
                        .atMost(Duration.ofSeconds(20))
                        .verdicts();
            } catch (Ledger.Unavailable busy) {
                // As a provider does: what was not stored is sent again.
                if (tries == 10) {
                    throw busy;
                }
            }
        }
    }

    static UUID id(String source, String key) {
        return new OperationKey(source, "", "payment", key).id(0);
    }

    /** Columns of one operation, joined by a space. */
    String read(String source, String key, String columns) {
        return String.join(
                " ",
                rows("select " + columns + " from ~.operation where id = '" + id(source, key) + "'")
                        .get(0));
    }

    /** The newest question: number, outcome, error. */
    String lookup(String source, String key) {
        return String.join(
                " ",
                rows("select n, outcome, coalesce(error, '-') from ~.attempt where kind = 'lookup' and"
                                + " operation_id = '" + id(source, key) + "' order by n desc limit 1")
                        .stream()
                        .findFirst()
                        .orElse(List.of()));
    }

    void due(String source) {
        execute("update ~.operation set next_check_at = now() where source = '" + source + "'");
    }

    /** As long after everything that was planned. */
    void later(String interval) {
        execute(
                "update ~.operation set next_check_at = next_check_at - interval '%1$s', expires_at = expires_at - interval '%1$s'"
                        .formatted(interval));
    }

    void awaitRead(String source, String key, String columns, String expected) {
        await().until(() -> read(source, key, columns), expected::equals);
    }

    void awaitLookup(String source, String key, String expected) {
        await().until(() -> lookup(source, key), expected::equals);
    }

    /** Rows as lists of text; {@code ~} stands for the schema. */
    List<List<String>> rows(String sql) {
        try {
            return PostgresResource.rows(connection, sql.replace("~", schema.name()));
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    void execute(String sql) {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql.replace("~", schema.name()));
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        try {
            connection.close();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        client.close();
        CompletableFuture<Void> closed = vertx.close().toCompletionStage().toCompletableFuture();
        closed.join();
    }
}
