package dev.pawl.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.pawl.ledger.SchemaName;
import dev.pawl.support.PostgresResource;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgBuilder;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.sqlclient.Pool;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class JobRunsTest {

    private static final Duration LONG = Duration.ofMinutes(1);

    private final SchemaName schema = new SchemaName(PostgresResource.freshSchema());
    private final Vertx vertx = Vertx.vertx();
    private final Pool pool = PgBuilder.pool()
            .connectingTo(new PgConnectOptions()
                    .setHost("localhost")
                    .setPort(PostgresResource.port())
                    .setDatabase(PostgresResource.DATABASE)
                    .setUser(PostgresResource.USER)
                    .setPassword(PostgresResource.USER))
            .using(vertx)
            .build();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final AtomicBoolean migrated = new AtomicBoolean(true);
    private final JobRuns runs = new JobRuns(pool, schema, migrated::get, meters, LONG);

    @AfterEach
    void close() {
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }

    private String row(String columns) {
        try (Connection connection = PostgresResource.connection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(
                        schema.in("select " + columns + " from ${schema}.job_run where job = 'demo'"))) {
            return row.next() ? String.valueOf(row.getString(1)) : "no row";
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private void awaitRow(String columns, String expected) {
        await().untilAsserted(() -> assertThat(row(columns)).isEqualTo(expected));
    }

    private void succeed() {
        runs.watch("demo", LONG, Uni.createFrom().item(3L), n -> Map.of("rows", n))
                .await()
                .indefinitely();
    }

    private void fail(RuntimeException failure) {
        runs.watch("demo", LONG, Uni.createFrom().failure(failure)).await().indefinitely();
    }

    @Test
    void runThatGoesWellIsWrittenWithItsCounts() {
        succeed();

        awaitRow("last_error is null and last_success_at = last_run_at", "t");
        assertThat(row("detail->>'rows'")).isEqualTo("3");
        assertThat(meters.counter("pawl.job.runs", "job", "demo", "outcome", "done")
                        .count())
                .isEqualTo(1);
        assertThat(meters.get("pawl.job.success.age").tag("job", "demo").gauge().value())
                .isLessThan(600);
    }

    @Test
    void howFarBehindItIsIsToldAlsoWhenTheRunFails() {
        runs.watchWithLag(
                        "demo",
                        LONG,
                        Uni.createFrom().failure(new JobFailure("sick")),
                        Uni.createFrom().item(77L))
                .await()
                .indefinitely();

        awaitRow("last_error || ' ' || (detail->>'lagSeconds')", "sick 77");
        assertThat(meters.get("pawl.job.lag").tag("job", "demo").gauge().value())
                .isEqualTo(77);
    }

    @Test
    void whoCannotTellHowFarBehindItIsHasFailed() {
        runs.watchWithLag(
                        "demo",
                        LONG,
                        Uni.createFrom().voidItem(),
                        Uni.createFrom().failure(new JobFailure("no answer")))
                .await()
                .indefinitely();

        awaitRow("last_error", "no answer");
    }

    @Test
    void runThatFailsIsWrittenAndDoesNotFailTheSchedule() {
        succeed();
        awaitRow("last_error is null", "t");

        fail(new JobFailure("the provider answered 500"));

        awaitRow("last_error", "the provider answered 500");
        assertThat(row("last_success_at < last_run_at and detail is not null")).isEqualTo("t");

        succeed();
        awaitRow("last_error is null and last_success_at = last_run_at", "t");
    }

    @Test
    void messageOfAnUnknownFailureIsNotShownSinceItMayHoldSecrets() {
        fail(new IllegalStateException("token=abc"));

        awaitRow("last_error", "IllegalStateException");
    }

    @Test
    void runThatNeverEndsIsCancelledAndCountsAsFailed() {
        AtomicBoolean cancelled = new AtomicBoolean();
        Uni<Void> endless = Uni.createFrom().<Void>nothing().onCancellation().invoke(() -> cancelled.set(true));

        runs.watch("demo", Duration.ofMillis(20), endless).await().indefinitely();

        awaitRow("last_success_at is null and last_error is not null", "t");
        assertThat(cancelled).isTrue();
    }

    @Test
    void sameOutcomeIsNotWrittenAgainAndAgain() {
        succeed();
        awaitRow("last_error is null", "t");
        String first = row("last_run_at");
        for (int i = 0; i < 50; i++) {
            succeed();
        }
        fail(new JobFailure("another"));
        awaitRow("last_error", "another");

        // What was written in between would have moved the last success.
        assertThat(row("last_success_at")).isEqualTo(first);
    }

    @Test
    void whatCouldNotBeWrittenIsWrittenByTheNextRun() {
        migrated.set(false);
        succeed();
        assertThat(row("job")).isEqualTo("no row");

        migrated.set(true);
        succeed();

        awaitRow("last_error is null", "t");
    }

    @Test
    void healthTellsOfJobsAndStaysUp() {
        runs.expect("other", Duration.ofHours(1));
        fail(new JobFailure("no way"));

        HealthCheckResponse response = new JobsHealth(runs).call();

        assertThat(response.getStatus()).isEqualTo(HealthCheckResponse.Status.UP);
        assertThat(response.getData().orElseThrow())
                .containsEntry("demo", "failing: no way")
                .containsEntry("other", "ok");
    }

    @Test
    void jobThatStoppedRunningIsLate() {
        JobState state = new JobState(0);
        state.expect(Duration.ofMinutes(10));

        assertThat(state.health(Duration.ofMinutes(30).toNanos())).isEqualTo("ok");
        assertThat(state.health(Duration.ofMinutes(40).toNanos())).isEqualTo("late: no run for 2400 s");

        state.ended(null, Duration.ofMinutes(41).toNanos());
        assertThat(state.health(Duration.ofMinutes(42).toNanos())).isEqualTo("ok");
    }

    @Test
    void failureThatCallersHandleThemselvesReachesThemAndIsWritten() {
        Uni<Boolean> failing = Uni.createFrom().failure(new JobFailure("mine"));

        assertThat(runs.record("demo", failing)
                        .onFailure()
                        .recoverWithItem(true)
                        .await()
                        .indefinitely())
                .isTrue();
        awaitRow("last_error", "mine");
    }
}
