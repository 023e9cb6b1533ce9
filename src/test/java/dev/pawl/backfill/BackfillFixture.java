package dev.pawl.backfill;

import static org.awaitility.Awaitility.await;

import dev.pawl.backfill.BackfillRun.Progress;
import dev.pawl.config.Configuration;
import dev.pawl.config.Source;
import dev.pawl.jobs.JobRuns;
import dev.pawl.ledger.DatabaseState;
import dev.pawl.ledger.Ledger;
import dev.pawl.ledger.SchemaName;
import dev.pawl.support.FakeListApi;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;

/** Runs backfills by hand, against a provider of this test's. */
abstract class BackfillFixture {

    static FakeListApi api;

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

    /** A replica of its own, with a client of its own. */
    BackfillJob replica() {
        return new BackfillJob(
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
    }

    Source source(String name) {
        return Objects.requireNonNull(configuration.current().source(name));
    }

    Progress run(String name) {
        return Objects.requireNonNull(runIfFree(name), "somebody else is at it");
    }

    @Nullable
    Progress runIfFree(String name) {
        return replica().runNow(source(name)).await().atMost(Duration.ofSeconds(60));
    }
}
