package dev.pawl.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.pawl.support.Parallel;
import dev.pawl.support.PostgresResource;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A running service whose database goes away, hangs or drags. It is never restarted. */
class DatabaseFaultsIT {

    private static final Duration RECOVERY = Duration.ofSeconds(10);

    private static final String CALLER = "command-token-0123456789abcdef";

    private static final String COMMANDS = """
            sources:
              cmd:
                kind: command
                verify: { algorithm: token, signature: { header: Authorization, parse: { prefix: "Bearer " } } }
                secrets: [command-token-0123456789abcdef]
                operations:
                  credit: { machine: simple, state: { value: done } }
            """;

    private static final String COUNTED = COMMANDS + """
            effects:
              - name: counted
                when: { type: credit, to: [done] }
                # Counts how often it ran: a row that is there already would hide a second time.
                sql: >-
                  insert into public.credits (ref, times) values (:key, 1)
                  on conflict (ref) do update set times = credits.times + 1
            """;

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
    void commandsAndLooksAtThemAre503UntilTheDatabaseIsBack() throws IOException, SQLException {
        Path config = folder.resolve("commands.yaml");
        Files.writeString(config, COMMANDS);
        Map<String, String> settings = Map.of("PAWL_CONFIG", config.toString());
        try (RunningService service = new RunningService(folder, database.urlAt(wire.port()), settings)
                .start()
                .ready()) {
            assertThat(status(credit(service, "before"))).isEqualTo(201);

            wire.cut();
            assertThat(List.of(credit(service, "during"), look(service, "before")))
                    .allSatisfy(DatabaseFaultsIT::isUnavailable);
            wire.mend();
            await().atMost(RECOVERY).until(() -> status(look(service, "before")) == 200);
            await().atMost(RECOVERY).until(() -> status(credit(service, "during")) == 201);

            wire.block();
            try {
                assertThat(List.of(credit(service, "silent"), look(service, "during")))
                        .allSatisfy(DatabaseFaultsIT::isUnavailable);
            } finally {
                wire.open();
            }
            await().atMost(RECOVERY).until(() -> status(look(service, "during")) == 200);
            await().atMost(RECOVERY).until(() -> status(credit(service, "silent")) == 201);
        }
        assertThat(database.query("select key || ' ' || seq from pawl.operation"))
                .containsExactlyInAnyOrder("before 1", "during 1", "silent 1");
    }

    /** The process lives on and does not know what became of it: the next request with the key finds out. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aCommitOfWhichNobodyHeardIs503AndTheNextRequestLooksTheKeyUp(boolean committed)
            throws IOException, SQLException {
        Path config = folder.resolve("counted.yaml");
        Files.writeString(config, COUNTED);
        database.query("create table public.credits (ref text primary key, times int)");
        Map<String, String> settings = Map.of("PAWL_CONFIG", config.toString());
        try (RunningService service = new RunningService(folder, database.urlAt(wire.port()), settings)
                .start()
                .ready()) {
            assertThat(status(credit(service, "before"))).isEqualTo(201);

            if (committed) {
                wire.keepBackCommitOf("unheard");
            } else {
                wire.loseCommitOf("unheard");
            }
            isUnavailable(credit(service, "unheard"));
            wire.cut();
            assertThat(database.query("select key from pawl.operation"))
                    .isEqualTo(committed ? Set.of("before", "unheard") : Set.of("before"));
            wire.mend();

            List<HttpResponse<String>> next = new ArrayList<>();
            await().atMost(RECOVERY).until(() -> {
                credit(service, "unheard")
                        .filter(answer -> answer.statusCode() == 201)
                        .ifPresent(next::add);
                return !next.isEmpty();
            });
            HttpResponse<String> answer = next.get(0);
            assertThat(answer.headers().firstValue("Idempotency-Replayed").isPresent())
                    .isEqualTo(committed);
            HttpResponse<String> again = credit(service, "unheard").orElseThrow();
            assertThat(again.headers().firstValue("Idempotency-Replayed")).hasValue("true");
            assertThat(again.body()).isEqualTo(answer.body());
            assertThat(database.query("select convert_from(r.body, 'UTF8') from pawl.response r"
                            + " join pawl.claim c using (operation_id) where c.key = 'unheard'"))
                    .containsExactly(answer.body());
        }
        assertThat(database.query("select ref || ' ' || times from public.credits"))
                .containsExactlyInAnyOrder("before 1", "unheard 1");
        assertThat(database.query("select key || ' ' || seq from pawl.operation"))
                .containsExactlyInAnyOrder("before 1", "unheard 1");
    }

    private static Optional<HttpResponse<String>> credit(RunningService service, String key) {
        return Optional.ofNullable(service.command("/operations/cmd/credit", CALLER, key, "{}"));
    }

    private static Optional<HttpResponse<String>> look(RunningService service, String key) {
        return Optional.ofNullable(service.look("/operations/cmd/credit/" + key, CALLER));
    }

    /** 0: there was no answer, or none in time. */
    private static int status(Optional<HttpResponse<String>> answer) {
        return answer.map(HttpResponse::statusCode).orElse(0);
    }

    private static void isUnavailable(Optional<HttpResponse<String>> answer) {
        assertThat(status(answer)).isEqualTo(503);
        assertThat(answer.orElseThrow().headers().firstValue("Retry-After")).isPresent();
        assertThat(answer.orElseThrow().headers().firstValue("Content-Type")).hasValue("application/problem+json");
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
