package dev.pawl.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What only a real process can show. */
class ServiceIT {

    @TempDir
    Path folder;

    private OwnDatabase database = OwnDatabase.NONE;

    @BeforeEach
    void freshDatabase() throws SQLException {
        database = OwnDatabase.create("service");
    }

    private String url() {
        return database.url();
    }

    private Set<String> query(String sql) throws SQLException {
        return database.query(sql);
    }

    @Test
    void whatWasAcknowledgedSurvivesKillsOfOneOfTwoReplicas() throws SQLException {
        try (RunningService killed = new RunningService(folder, url(), Map.of());
                RunningService other = new RunningService(folder, url(), Map.of())) {
            killed.start().ready();
            other.start().ready();
            Set<String> acknowledged = ConcurrentHashMap.newKeySet();
            AtomicBoolean enough = new AtomicBoolean();
            List<Thread> senders = IntStream.range(0, 6)
                    .mapToObj(n -> new Thread(() -> {
                        for (int i = 0; !enough.get(); i++) {
                            String operation = "k_" + n + "_" + i;
                            // Both get every operation: the second is the provider's retry, or the first.
                            int first = killed.pay(operation);
                            int second = other.pay(operation);
                            if (first == 200 || second == 200) {
                                acknowledged.add(operation);
                            }
                        }
                    }))
                    .toList();
            senders.forEach(Thread::start);
            for (int round = 1; round <= 2; round++) {
                int before = acknowledged.size();
                await().atMost(Duration.ofSeconds(60)).until(() -> acknowledged.size() > before + 200);
                killed.kill();
                killed.start().ready();
            }
            enough.set(true);
            senders.forEach(thread -> await().atMost(Duration.ofSeconds(30)).until(() -> !thread.isAlive()));

            assertThat(query("select key from pawl.operation")).containsAll(acknowledged);
            assertThat(query("select operation_id::text from pawl.transition group by 1 having count(*) > 1"))
                    .isEmpty();
            assertThat(query("select o.id::text from pawl.operation o where not exists"
                            + " (select 1 from pawl.transition t where t.operation_id = o.id)"))
                    .isEmpty();
        }
    }

    @Test
    void withTheDatabaseDownAtStartItWaitsAndThenServes() throws IOException {
        int port = RunningService.freePort();
        try (RunningService service =
                new RunningService(folder, "postgresql://localhost:" + port + "/postgres", Map.of())) {
            service.start();
            await().atMost(Duration.ofSeconds(90)).until(() -> service.health("live") == 200);
            assertThat(service.health("ready")).isEqualTo(503);
            assertThat(service.pay("op_1")).isEqualTo(503);
            try (EmbeddedPostgres postgres = EmbeddedPostgres.builder()
                    .setPort(port)
                    .setServerConfig("fsync", "on")
                    .setServerConfig("full_page_writes", "on")
                    .setServerConfig("synchronous_commit", "on")
                    .start()) {
                service.ready();
                assertThat(service.pay("op_1")).isEqualTo(200);
                assertThat(postgres.getPort()).isEqualTo(port);
            }
        }
    }

    @Test
    void itLivesBesideAnApplicationAndItsOwnFlywayHistory() throws SQLException {
        query("create table public.flyway_schema_history (installed_rank int primary key, version text)");
        query("insert into public.flyway_schema_history values (1, '7')");
        query("create table public.orders (id int)");
        try (RunningService service = new RunningService(folder, url(), Map.of("PAWL_DB_SCHEMA", "public"))
                .start()
                .ready()) {
            assertThat(service.pay("op_1")).isEqualTo(200);
        }
        assertThat(query("select version from public.flyway_schema_history")).containsExactly("7");
        assertThat(query("select version from public.pawl_schema_history where success"))
                .contains("1");
        assertThat(query("select key from public.operation")).containsExactly("op_1");
    }

    @Test
    void foreignTablesOfTheSameNamesStopTheStartWithAHint() throws SQLException {
        query("create table public.operation (mine text)");
        try (RunningService service = new RunningService(folder, url(), Map.of("PAWL_DB_SCHEMA", "public")).start()) {
            assertThat(service.exitCode()).isNotZero();
            assertThat(service.log()).contains("operation", "PAWL_DB_SCHEMA");
        }
        assertThat(query("select tablename from pg_tables where schemaname = 'public'"))
                .containsExactly("operation");
    }

    @Test
    void aDatabaseThatMayLoseCommitsIsRefusedUntilThatIsAccepted() throws SQLException {
        query("alter database " + database.name() + " set synchronous_commit = off");
        try (RunningService service = new RunningService(folder, url(), Map.of()).start()) {
            assertThat(service.exitCode()).isNotZero();
            assertThat(service.log()).contains("synchronous_commit", "pawl.db.accept-unsafe");
        }
        try (RunningService service = new RunningService(folder, url(), Map.of("PAWL_DB_ACCEPT_UNSAFE", "true"))
                .start()
                .ready()) {
            assertThat(service.pay("op_1")).isEqualTo(200);
        }
    }

    @Test
    void aMigrationWhileItRunsIsNoticedByNobody() throws SQLException {
        try (RunningService service =
                new RunningService(folder, url(), Map.of()).start().ready()) {
            AtomicBoolean enough = new AtomicBoolean();
            Map<Integer, Integer> answers = new ConcurrentHashMap<>();
            List<Thread> senders = IntStream.range(0, 4)
                    .mapToObj(n -> new Thread(() -> {
                        for (int i = 0; !enough.get(); i++) {
                            answers.merge(service.pay("m_" + n + "_" + i), 1, Integer::sum);
                        }
                    }))
                    .toList();
            senders.forEach(Thread::start);
            for (String change : List.of(
                    "alter table pawl.operation add column since_then text",
                    "alter table pawl.operation alter column reference type varchar(2000)",
                    "alter table pawl.transition add column since_then text")) {
                int before = answers.getOrDefault(200, 0);
                query(change);
                await().atMost(Duration.ofSeconds(30)).until(() -> answers.getOrDefault(200, 0) > before + 100);
            }
            enough.set(true);
            senders.forEach(thread -> await().atMost(Duration.ofSeconds(30)).until(() -> !thread.isAlive()));
            assertThat(answers).containsOnlyKeys(200);
        }
    }

    @Test
    void noBodySecretOrSignatureIsEverLogged() {
        try (RunningService service =
                new RunningService(folder, url(), Map.of()).start().ready()) {
            assertThat(service.pay("op_visible_nowhere\\r\\nFATAL forged")).isEqualTo(200);
            assertThat(service.pay("x".repeat(2 << 20))).isEqualTo(413);
            assertThat(service.log())
                    .doesNotContain("op_visible_nowhere", "forged", RunningService.SECRET, RunningService.TOKEN, "v1=")
                    .contains("taking webhooks in");
            // One record, one line: nothing a sender writes can look like another record.
            assertThat(service.log().lines()).allMatch(line -> line.startsWith("{\"timestamp\""));
        }
    }
}
