package dev.pawl.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.pawl.support.Parallel;
import dev.pawl.support.PostgresResource;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A running service whose database goes away, hangs or drags. It is never restarted. */
class DatabaseFaultsIT {

    private static final Duration RECOVERY = Duration.ofSeconds(10);

    @TempDir
    Path folder;

    private final Wire wire = new Wire(PostgresResource.port());
    private OwnDatabase database = OwnDatabase.NONE;

    @BeforeEach
    void freshDatabase() throws SQLException {
        database = OwnDatabase.create("faults");
    }

    @AfterEach
    void hangUp() throws IOException {
        wire.close();
    }

    private RunningService service() {
        return new RunningService(folder, database.urlAt(wire.port()), Map.of()).start();
    }

    @Test
    void aRestartedDatabaseIsUsedAgain() throws SQLException {
        try (RunningService service = service().ready()) {
            assertThat(service.pay("before")).isEqualTo(200);

            wire.cut();
            assertThat(service.pay("during")).isEqualTo(503);
            await().atMost(RECOVERY).until(() -> service.health("ready") == 503);
            assertThat(service.health("live")).isEqualTo(200);
            wire.mend();

            // The failed try is not remembered as anything: the resend is applied.
            await().atMost(RECOVERY).until(() -> service.pay("during") == 200);
            assertThat(service.health("ready")).isEqualTo(200);
        }
        assertThat(database.query("select key || ' ' || deliveries from pawl.operation"))
                .containsExactlyInAnyOrder("before 1", "during 1");
    }

    @Test
    void aDatabaseThatFallsSilentIsA503AndItsConnectionsAreReplaced() throws SQLException {
        try (RunningService service = service().ready()) {
            assertThat(service.pay("before")).isEqualTo(200);

            wire.block();
            try {
                List<Integer> answers = Parallel.map(16, n -> service.pay("during_" + n));
                assertThat(answers).containsOnly(503);
                assertThat(service.health("live")).isEqualTo(200);
                assertThat(service.health("ready")).isEqualTo(503);
            } finally {
                wire.open();
            }

            await().atMost(RECOVERY).until(() -> service.pay("after") == 200);
            IntStream.range(0, 16)
                    .forEach(n -> await().atMost(RECOVERY).until(() -> service.pay("during_" + n) == 200));
        }
        assertThat(database.query("select operation_id::text from pawl.transition group by 1 having count(*) > 1"))
                .isEmpty();
        assertThat(database.query("select count(*)::text from pawl.operation")).containsExactly("18");
    }

    @Test
    void aSlowDatabaseNeverHoldsASenderBeyondItsDeadline() throws SQLException {
        try (RunningService service = service().ready()) {
            wire.slow(Duration.ofSeconds(2));
            // pay() gives up, with 0, when no answer comes in time.
            Set<Integer> answers = Set.copyOf(Parallel.map(64, n -> service.pay("slow_" + n)));
            assertThat(answers).containsOnly(503);
            wire.slow(Duration.ZERO);

            await().atMost(RECOVERY).until(() -> service.pay("slow_0") == 200);
            List<Integer> resent = Parallel.map(64, n -> service.pay("slow_" + n));
            assertThat(resent).containsOnly(200);
        }
        assertThat(database.query("select operation_id::text from pawl.transition group by 1 having count(*) > 1"))
                .isEmpty();
        assertThat(database.query("select key from pawl.operation"))
                .isEqualTo(IntStream.range(0, 64).mapToObj(n -> "slow_" + n).collect(Collectors.toSet()));
    }
}
