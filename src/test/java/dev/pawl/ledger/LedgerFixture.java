package dev.pawl.ledger;

import dev.pawl.config.Catalog;
import dev.pawl.config.Configuration;
import dev.pawl.config.Provider;
import dev.pawl.config.Reception;
import dev.pawl.config.Retention;
import dev.pawl.config.Retired;
import dev.pawl.config.Source;
import dev.pawl.core.interpret.Interpretation;
import dev.pawl.core.interpret.Interpretation.Outcome;
import dev.pawl.core.interpret.Interpretation.Reading;
import dev.pawl.core.machine.Machine;
import dev.pawl.core.machine.Status;
import dev.pawl.core.operation.Assertion;
import dev.pawl.core.operation.Cause;
import dev.pawl.core.operation.Fingerprint;
import dev.pawl.core.operation.OperationKey;
import dev.pawl.core.operation.Order;
import dev.pawl.core.outbound.EffectRule;
import dev.pawl.core.outbound.Trace;
import dev.pawl.core.verify.InboundRequest;
import dev.pawl.core.verify.NoVerification;
import dev.pawl.ledger.Ledger.Recorded;
import dev.pawl.support.Catalogs;
import dev.pawl.support.PostgresResource;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

/** Ledgers ("replicas") over one fresh schema, without the rest of the service, and a way to say things to them. */
final class LedgerFixture implements AutoCloseable {

    static final Instant THEN = Instant.parse("2026-01-02T03:04:05Z");
    static final Machine PAYMENT = new Machine(
            "payment",
            false,
            Duration.ofHours(1),
            List.of(
                    state("pending", Status.PROCESSING, true, "succeeded", "failed", "canceled"),
                    state("failed", Status.FAILED, false, "succeeded", "canceled"),
                    state("succeeded", Status.COMPLETED, false, "refunded"),
                    state("canceled", Status.REJECTED, false),
                    state("refunded", Status.COMPLETED, false)));

    final String schema;
    private final Vertx vertx = Vertx.vertx();
    private final Catalog catalog;
    /** What commits of all replicas left behind. */
    final List<CommitListener.Left> left = new CopyOnWriteArrayList<>();

    LedgerFixture(EffectRule... effects) {
        this(schema -> List.of(effects));
    }

    LedgerFixture(Machine payment, Retention retention, EffectRule... effects) {
        this(payment, retention, schema -> List.of(effects));
    }

    /** @param effects made for the schema's name */
    LedgerFixture(Function<String, List<EffectRule>> effects) {
        this(PAYMENT, Retention.USUAL, effects);
    }

    private LedgerFixture(Machine payment, Retention retention, Function<String, List<EffectRule>> effects) {
        this(
                PostgresResource.freshSchema(),
                schema -> new Catalog(
                        Map.of("p", source("p", false, retention), "watched", source("watched", true, retention)),
                        Map.of("payment", payment),
                        effects.apply(schema),
                        Retired.NOTHING,
                        "0123456789ab",
                        null));
    }

    private LedgerFixture(String schema, Function<String, Catalog> catalog) {
        this.schema = schema;
        this.catalog = catalog.apply(schema);
        makePartitions();
        // What Mutiny looks up at its first use, it does not look up safely on many threads at once.
        CompletableFuture<String> done = CompletableFuture.completedFuture("done");
        Uni.createFrom().completionStage(done).await().indefinitely();
    }

    /** @param file as {@code pawl.yaml}; {@code ~} stands for the schema */
    static LedgerFixture of(String file) {
        return new LedgerFixture(PostgresResource.freshSchema(), schema -> Catalogs.of(file.replace("~", schema)));
    }

    /** Commits the entries in one transaction; those that have no place in it, in later ones, as they are handed on. */
    void together(Entry<?>... entries) {
        RealLedger.together(vertx, new SchemaName(schema), new Configuration(catalog), List.of(entries));
    }

    private void makePartitions() {
        try {
            rows(new SchemaName(schema).in(LedgerSql.MAKE_PARTITIONS));
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    static Machine.State state(String name, Status status, boolean initial, String... next) {
        return new Machine.State(name, status, initial, Set.of(next), null, 10, null);
    }

    static Source source(String name, boolean observe, Retention retention) {
        return new Source(
                name,
                null,
                name,
                new NoVerification(),
                List.of(),
                verified -> new Interpretation.NotInterpretable("not asked here"),
                1 << 20,
                List.of("content-type"),
                observe,
                false,
                List.of(),
                Reception.USUAL,
                Provider.UNKNOWN,
                Map.of(),
                null,
                (secret, text) -> List.of(),
                false,
                Map.of(),
                null,
                null,
                retention,
                Set.of(),
                null);
    }

    PostgresLedger replica() {
        return RealLedger.replica(vertx, new SchemaName(schema), new Configuration(catalog), left::add);
    }

    /** As a provider does: what was not stored is sent again. */
    Recorded insist(Ledger ledger, Assertion... assertions) {
        while (true) {
            try {
                return say(ledger, assertions).join();
            } catch (java.util.concurrent.CompletionException e) {
                if (!(e.getCause() instanceof Ledger.Unavailable)) {
                    throw e;
                }
            }
        }
    }

    CompletableFuture<Recorded> say(Ledger ledger, Assertion... assertions) {
        return say(ledger, "p", "{}", assertions);
    }

    CompletableFuture<Recorded> say(Ledger ledger, String source, String body, Assertion... assertions) {
        InboundRequest request = new InboundRequest(
                "POST",
                "/webhooks/" + source,
                Map.of("Content-Type", List.of("application/json")),
                body.getBytes(StandardCharsets.UTF_8));
        return ledger.record(configured(source), request, 0, Instant.now(), interpreted(assertions))
                .subscribeAsCompletionStage();
    }

    /** Reads a delivery again that came without a trace. */
    CompletableFuture<Recorded> replay(
            Ledger ledger, UUID delivery, Origin origin, Ledger.Operator operator, Assertion... assertions) {
        return ledger.replay(
                        configured("p"),
                        new Ledger.Stored(delivery, origin, Trace.NONE),
                        interpreted(assertions),
                        operator)
                .subscribeAsCompletionStage();
    }

    Source configured(String source) {
        return java.util.Objects.requireNonNull(catalog.source(source));
    }

    static Interpretation interpreted(Assertion... assertions) {
        List<Reading> readings = new ArrayList<>();
        for (Assertion assertion : assertions) {
            readings.add(
                    new Reading("evt_" + readings.size(), "payment.updated", THEN, new Outcome.Asserted(assertion)));
        }
        return new Interpretation.Interpreted(readings);
    }

    static Assertion payment(String key, String state) {
        return payment(key, state, "1000");
    }

    static Assertion payment(String key, String state, String amount) {
        return new Assertion(
                new OperationKey("p", "", "payment", key),
                "p",
                "payment",
                state,
                Order.at(THEN),
                Fingerprint.of(Map.of("amount", amount)),
                Map.of("amount", amount),
                Set.of(),
                null,
                Cause.DELIVERY);
    }

    /** Rows as lists of text; {@code ~} stands for the schema. */
    List<List<String>> rows(String sql) throws SQLException {
        try (Connection connection = PostgresResource.connection()) {
            return PostgresResource.rows(connection, sql.replace("~", schema));
        }
    }

    void execute(String sql) throws SQLException {
        try (Connection connection = PostgresResource.connection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql.replace("~", schema));
        }
    }

    @Override
    public void close() {
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }
}
