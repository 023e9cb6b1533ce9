package dev.pawl.dispatch;

import dev.pawl.config.Source;
import dev.pawl.core.interpret.Interpretation;
import dev.pawl.core.outbound.EffectRule;
import dev.pawl.core.outbound.EffectRule.HttpTarget;
import dev.pawl.core.outbound.EffectRule.KafkaTarget;
import dev.pawl.core.outbound.EffectRule.When;
import dev.pawl.core.outbound.RetrySchedule;
import dev.pawl.core.outbound.SigningKey;
import dev.pawl.core.verify.InboundRequest;
import dev.pawl.ledger.CommandOutcome;
import dev.pawl.ledger.CommitListener.Left;
import dev.pawl.ledger.Ledger;
import dev.pawl.ledger.NewRun;
import dev.pawl.ledger.Origin;
import dev.pawl.ledger.SchemaName;
import dev.pawl.support.PostgresResource;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgBuilder;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.pgclient.PgConnection;
import io.vertx.sqlclient.Pool;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A dispatcher on a schema of its own, with effects written the way the ledger writes them. */
final class DispatchFixture implements AutoCloseable {

    /** What the ledger says after a commit with effects. */
    static final Left EFFECTS = new Left(true, false, Set.of());

    private static final SigningKey KEY = new SigningKey("0123456789abcdef".getBytes(StandardCharsets.UTF_8));

    final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    final FakeLedger ledger = new FakeLedger();
    /** How often a job has looked for what is due. */
    final AtomicInteger looks = new AtomicInteger();

    private final Connection connection = connect();
    final SchemaName schema = new SchemaName(PostgresResource.freshSchema());
    private final Vertx vertx = Vertx.vertx();
    private final PgConnectOptions options = new PgConnectOptions()
            .setHost("localhost")
            .setPort(PostgresResource.port())
            .setDatabase(PostgresResource.DATABASE)
            .setUser(PostgresResource.USER)
            .setPassword(PostgresResource.USER)
            .setCachePreparedStatements(true)
            .addProperty("application_name", schema.name());
    final Pool pool = PgBuilder.pool().connectingTo(options).using(vertx).build();
    private final HttpEffectSink http = new HttpEffectSink(vertx);
    private final KafkaEffectSink kafka = new KafkaEffectSink(Map.of(), () -> {
        throw new AssertionError("no cluster is named");
    });

    DispatchJob job(EffectRule... effects) {
        return job(http, kafka, effects);
    }

    DispatchJob job(EffectSink<HttpTarget> sink, EffectRule... effects) {
        return job(sink, kafka, effects);
    }

    /** To a cluster that nobody has named. */
    KafkaEffectSink unnamed() {
        return kafka;
    }

    DispatchJob jobWithKafka(EffectSink<KafkaTarget> sink, EffectRule... effects) {
        return job(http, sink, effects);
    }

    private DispatchJob job(EffectSink<HttpTarget> overHttp, EffectSink<KafkaTarget> toKafka, EffectRule... effects) {
        return new DispatchJob(
                () -> List.of(effects),
                vertx,
                pool,
                schema,
                () -> ledger,
                new EffectSinks(overHttp, toKafka),
                () -> PgConnection.connect(vertx, options),
                () -> true,
                run -> {
                    looks.incrementAndGet();
                    return run;
                },
                meters);
    }

    RemovedEffects removed(EffectRule... effects) {
        return new RemovedEffects(() -> List.of(effects), pool, schema, () -> ledger, () -> true);
    }

    /** A rule with short pauses. */
    static EffectRule effect(String name, URI url, int maxAttempts) {
        return effect(name, url, maxAttempts, Duration.ofMillis(20), Duration.ofSeconds(20));
    }

    static EffectRule effect(String name, URI url, int maxAttempts, Duration pause, Duration timeout) {
        return new EffectRule(
                name,
                new When(null, null, null, null, null, null, null, false),
                new HttpTarget(url, KEY, timeout, Set.of(422)),
                false,
                maxAttempts,
                new RetrySchedule(pause, pause));
    }

    /** Writes an effect as the ledger would, due at once; its payload names operation and seq. */
    void write(UUID operation, int seq, String name) {
        write(operation, seq, name, operation + "/" + seq);
    }

    void write(UUID operation, int seq, String name, String payload) {
        update(
                """
                insert into ${schema}.effect (
                    operation_id, seq, name, source, webhook_id, state, payload, attempts, due_at, created_at)
                values (?, ?, ?, 'shop-eu', ?, 'pending', ?, 0, now(), now())
                """,
                operation,
                seq,
                name,
                operation + "_" + seq + "_succeeded_" + name,
                payload.getBytes(StandardCharsets.UTF_8));
    }

    /** An operation with nothing but fields. */
    void operation(UUID id, String fields) {
        update("""
                insert into ${schema}.operation (
                    id, scope, source, account, type, key, generation, machine, state, status, seq, fields, fingerprint,
                    deliveries, duplicates, conflicts, tombstone, created_at, updated_at)
                values (?, 'p', 'shop-eu', '', 'payment', 'o1', 0, 'payment', 'succeeded', 'completed', 1, ?::jsonb, '{}',
                    1, 0, 0, false, now(), now())
                """, id, fields);
    }

    /** A column of one effect row as text; null is the empty string. */
    String read(String column, UUID operation, int seq, String name) {
        return first(
                "select (" + column + ")::text from ${schema}.effect where operation_id = ? and seq = ? and name = ?",
                operation,
                seq,
                name);
    }

    String state(UUID operation, int seq, String name) {
        return read("state", operation, seq, name);
    }

    long counter(String name) {
        return Long.parseLong(first(
                "select coalesce(sum(n), 0)::text from ${schema}.counter where source = 'shop-eu' and kind = 'effect' and name = ?",
                name));
    }

    double attempts(String effect, String outcome) {
        return meters.counter("pawl.effect.attempts", "effect", effect, "outcome", outcome)
                .count();
    }

    /** 0: closed, 1: half-open, 2: open; -1: there is none. */
    double circuit(URI url) {
        return circuit(url.getScheme() + "://" + url.getAuthority());
    }

    double circuit(String destination) {
        Gauge gauge = meters.find("pawl.effect.circuit")
                .tag("destination", destination)
                .gauge();
        return gauge == null ? -1 : gauge.value();
    }

    /** From now on the database fails to take outcomes, and counts them where no rollback reaches. */
    void refuseOutcomes() {
        refuseOutcomes("P0001");
    }

    void refuseOutcomes(String code) {
        update("create sequence ${schema}.refused");
        update("""
                create function ${schema}.refuse() returns trigger language plpgsql as $$
                begin
                    perform nextval('${schema}.refused');
                    raise exception 'not now' using errcode = '%s';
                end $$
                """.formatted(code));
        update("""
                create trigger refuse before update on ${schema}.effect
                for each row when (new.finished_at is not null) execute function ${schema}.refuse()
                """);
    }

    long refusedOutcomes() {
        return Long.parseLong(first("select case when is_called then last_value else 0 end from ${schema}.refused"));
    }

    void acceptOutcomes() {
        update("drop trigger refuse on ${schema}.effect");
    }

    String first(String sql, Object... parameters) {
        try (PreparedStatement statement = prepared(sql, parameters);
                ResultSet rows = statement.executeQuery()) {
            rows.next();
            return Objects.requireNonNullElse(rows.getString(1), "");
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    int update(String sql, Object... parameters) {
        try (PreparedStatement statement = prepared(sql, parameters)) {
            return statement.executeUpdate();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private PreparedStatement prepared(String sql, Object... parameters) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(schema.in(sql));
        for (int i = 0; i < parameters.length; i++) {
            statement.setObject(i + 1, parameters[i]);
        }
        return statement;
    }

    private static Connection connect() {
        try {
            return PostgresResource.connection();
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
        http.close();
        pool.close().toCompletionStage().toCompletableFuture().join();
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }

    /** Remembers what it is told about dead effects; knows nothing else. */
    static final class FakeLedger implements Ledger {

        record Died(UUID operation, int seq, String effect, String error) {}

        final List<EffectEnding> ended = new CopyOnWriteArrayList<>();
        final List<Died> died = new CopyOnWriteArrayList<>();
        final List<String> orphaned = new CopyOnWriteArrayList<>();
        final List<Died> parked = new CopyOnWriteArrayList<>();
        final AtomicBoolean away = new AtomicBoolean();

        @Override
        public Uni<CommandOutcome> command(Command command) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Uni<NewRun> runAsNew(Command command, UUID old, @Nullable Integer expectedSeq, Operator operator) {
            throw new AssertionError("the dispatcher is no operator");
        }

        @Override
        public Uni<Void> effectEnded(UUID operation, EffectEnding ending) {
            if (away.get()) {
                return Uni.createFrom().failure(new Unavailable("away", null));
            }
            ended.add(ending);
            if (ending.end() != EffectRule.End.DONE) {
                died.add(new Died(operation, ending.seq(), ending.effect(), ending.error()));
            }
            return Uni.createFrom().voidItem();
        }

        @Override
        public Uni<Void> effectOrphaned(UUID operation, int seq, String effect) {
            orphaned.add(operation + "/" + seq + "/" + effect);
            return Uni.createFrom().voidItem();
        }

        @Override
        public Uni<EffectOutcome> actOnEffect(
                UUID operation, int seq, String effect, EffectAction action, Operator operator) {
            throw new AssertionError("the dispatcher is no operator");
        }

        @Override
        public Uni<Integer> resend(Resend resend) {
            throw new AssertionError("the dispatcher catches up on nothing");
        }

        @Override
        public Uni<Void> effectParked(UUID operation, int seq, String effect, String why) {
            parked.add(new Died(operation, seq, effect, why));
            return Uni.createFrom().voidItem();
        }

        @Override
        public Uni<Recorded> record(
                Source source, InboundRequest request, int secret, Instant receivedAt, Interpretation said) {
            throw new AssertionError("the dispatcher records nothing");
        }

        @Override
        public Uni<Recorded> recordHistory(
                Source source,
                InboundRequest request,
                Origin origin,
                @Nullable Operator operator,
                Instant receivedAt,
                Interpretation said) {
            throw new AssertionError("the dispatcher records nothing");
        }

        @Override
        public Uni<Recorded> replay(Source source, Stored delivery, Interpretation said, Operator operator) {
            throw new AssertionError("the dispatcher replays nothing");
        }

        @Override
        public Uni<ActionOutcome> act(UUID operation, Action action, @Nullable Integer expectedSeq, Operator operator) {
            throw new AssertionError("the dispatcher is no operator");
        }

        @Override
        public Uni<Boolean> lookedUp(Lookup lookup) {
            throw new AssertionError("the dispatcher asks nobody");
        }

        @Override
        public Uni<Boolean> expire(UUID operation) {
            throw new AssertionError("the dispatcher lets nothing expire");
        }

        @Override
        public Uni<Boolean> refused(Map<String, Map<String, Long>> counts) {
            throw new AssertionError("the dispatcher refuses nothing");
        }
    }
}
