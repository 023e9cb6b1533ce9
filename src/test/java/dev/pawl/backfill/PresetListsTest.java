package dev.pawl.backfill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.pawl.backfill.BackfillRun.Progress;
import dev.pawl.config.Configuration;
import dev.pawl.config.Source;
import dev.pawl.core.verify.InboundRequest;
import dev.pawl.core.verify.VerifiedRequest;
import dev.pawl.jobs.JobRuns;
import dev.pawl.ledger.DatabaseState;
import dev.pawl.ledger.Ledger;
import dev.pawl.ledger.SchemaName;
import dev.pawl.support.FakeListApi;
import dev.pawl.support.PostgresResource;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What each preset that knows a provider's list makes of it, from the first question to the last page. */
@QuarkusTest
@TestProfile(BackfillProfile.class)
class PresetListsTest {

    private static final String API = "http://127.0.0.1:" + BackfillProfile.port();

    private static FakeListApi api;

    @Inject
    Vertx vertx;

    @Inject
    Configuration configuration;

    @Inject
    Ledger ledger;

    @Inject
    Pool pool;

    @Inject
    SchemaName schema;

    @Inject
    DatabaseState database;

    @Inject
    JobRuns runs;

    @Inject
    MeterRegistry registry;

    @BeforeAll
    static void startApi() {
        api = new FakeListApi(BackfillProfile.port());
    }

    @AfterAll
    static void stopApi() {
        api.close();
    }

    @BeforeEach
    void databaseIsUpToDate() {
        await().until(database::ready);
    }

    static List<String> presets() {
        return DocumentedList.presets();
    }

    @ParameterizedTest
    @MethodSource("presets")
    void whatWasMissedIsRecoveredFromTheListAsItIsDocumented(String preset) throws SQLException {
        DocumentedList list = DocumentedList.of(preset);
        api.answer(preset, asked -> list.answer(asked, API));
        deliver(source(preset), list.delivered());

        Progress first = run(preset);

        assertThat(first.tally()).isEqualTo(list.tally());
        assertThat(first.complete()).isTrue();
        assertThat(first.trouble()).isNull();
        assertThat(operations(preset)).isEqualTo(list.operations());
        assertThat(api.asked(preset))
                .hasSize(list.pages())
                .allSatisfy(asked -> assertThat(asked.headers()).containsAllEntriesOf(list.headers()));

        inSchema("update source_state set backfill_until = null where source = '" + preset + "'");
        assertThat(run(preset).tally()).isEqualTo(list.again());
        assertThat(operations(preset)).isEqualTo(list.operations());
    }

    private Source source(String name) {
        return Objects.requireNonNull(configuration.current().source(name));
    }

    private void deliver(Source source, InboundRequest request) {
        ledger.record(
                        source,
                        request,
                        0,
                        Instant.now(),
                        source.interpreter().interpret(VerifiedRequest.vouchedFor(request)))
                .await()
                .atMost(Duration.ofSeconds(20));
    }

    private Progress run(String preset) {
        BackfillJob job = new BackfillJob(
                configuration,
                ledger,
                new ListClient(vertx, InstantSource.system(), Duration.ofSeconds(10)),
                pool,
                schema,
                database,
                runs,
                registry,
                InstantSource.system(),
                Duration.ofMinutes(15));
        return Objects.requireNonNull(job.runNow(source(preset)).await().atMost(Duration.ofSeconds(60)));
    }

    private Set<String> operations(String preset) throws SQLException {
        return new TreeSet<>(inSchema("select o.type || ' ' || o.key || ' ' || o.state || ' ' || t.cause"
                + " from operation o join transition t on t.operation_id = o.id and t.seq = o.seq"
                + " where o.source = '" + preset + "'"));
    }

    private List<String> inSchema(String sql) throws SQLException {
        return PostgresResource.inSchema(schema.name(), sql);
    }
}
