package dev.pawl.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.pawl.support.Parallel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * SQL effects while the service is killed and the database crashes at any moment. {@code -Dpawl.crash.rounds} makes it
 * longer, {@code -Dpawl.crash.seed} repeats the moments.
 */
class SqlEffectIT {

    private static final int ROUNDS = Integer.getInteger("pawl.crash.rounds", 2);
    private static final long SEED = Long.getLong("pawl.crash.seed", 20_260_101L);
    private static final int SENDERS = 4;
    private static final int PER_ROUND = 60;

    private static final String EFFECTS = """
            effects:
              - name: credit
                when: { type: payment, to: [succeeded] }
                sql: "insert into credits (ref, amount) values (:key, :amount::int)"
              - name: total
                when: { type: payment, to: [succeeded] }
                sql: "update totals set n = n + 1, amount = amount + :amount::int"
                expectRows: 1
                backoff: { first: 100ms, max: 1s }
            """;

    /** Nothing but Pawl keeps a row from coming twice. */
    private static final List<String> TABLES = List.of(
            "create table credits (ref text, amount int)",
            "create table totals (n int, amount bigint)",
            "insert into totals values (0, 0)");

    @TempDir
    Path folder;

    private RunningService service(String databaseUrl) throws IOException {
        Path config = folder.resolve("pawl.yaml");
        Files.writeString(config, Files.readString(Path.of("src/test/resources/admin/pawl.yaml")) + EFFECTS);
        return new RunningService(folder, databaseUrl, Map.of("PAWL_CONFIG", config.toString()));
    }

    @Test
    void everyOperationCountsOnceWhateverDiesWhenever() throws IOException, SQLException {
        Random random = new Random(SEED);
        try (CrashingPostgres database = new CrashingPostgres();
                RunningService service = service(database.url()).start().ready()) {
            for (String statement : TABLES) {
                database.execute(statement);
            }
            for (int round = 0; round < ROUNDS; round++) {
                int number = round;
                AtomicInteger accepted = new AtomicInteger();
                AtomicBoolean givenUp = new AtomicBoolean();
                List<Thread> senders = IntStream.range(0, SENDERS)
                        .mapToObj(n -> new Thread(() -> send(service, number, n, accepted, givenUp)))
                        .toList();
                senders.forEach(Thread::start);
                try {
                    disturb(service, database, random, accepted);
                    senders.forEach(
                            sender -> await().atMost(Duration.ofMinutes(2)).until(() -> !sender.isAlive()));
                } finally {
                    givenUp.set(true);
                }
            }

            // A claim of a process that was killed ends with its lease.
            await("seed " + SEED)
                    .atMost(Duration.ofSeconds(60))
                    .untilAsserted(
                            () -> assertThat(database.first("select count(*) from pawl.effect where state <> 'done'"))
                                    .isEqualTo("0"));
            int operations = ROUNDS * SENDERS * PER_ROUND;
            assertThat(database.first(
                            "select count(*) || ' ' || count(distinct ref) || ' ' || sum(amount) from credits"))
                    .isEqualTo(operations + " " + operations + " " + 1000L * operations);
            assertThat(database.first("select n || ' ' || amount from totals"))
                    .isEqualTo(operations + " " + 1000L * operations);
            assertThat(database.first("select coalesce(sum(n), 0) from pawl.counter where kind = 'effect'"))
                    .isEqualTo("0");
        }
    }

    /** Both get every webhook at the same time; in each round one of them is killed in the middle of it. */
    @Test
    void everyOperationCountsOnceAtTwoReplicasOfWhichOneIsKilled() throws IOException, SQLException {
        Random random = new Random(SEED);
        OwnDatabase database = OwnDatabase.create("counted");
        for (String statement : TABLES) {
            database.query(statement);
        }
        try (RunningService one = service(database.url());
                RunningService other = service(database.url())) {
            List<RunningService> both =
                    List.of(one.start().ready(), other.start().ready());
            AtomicInteger accepted = new AtomicInteger();
            AtomicBoolean enough = new AtomicBoolean();
            List<Thread> senders = IntStream.range(0, SENDERS)
                    .mapToObj(n -> new Thread(() -> sendToBoth(both, n, accepted, enough)))
                    .toList();
            senders.forEach(Thread::start);
            try {
                for (int round = 0; round < ROUNDS; round++) {
                    awaitAccepted(accepted, accepted.get() + 1 + random.nextInt(50));
                    RunningService killed = both.get(random.nextInt(2));
                    killed.kill();
                    awaitAccepted(accepted, accepted.get() + 1 + random.nextInt(50));
                    killed.start().ready();
                }
                awaitAccepted(accepted, accepted.get() + 50);
            } finally {
                enough.set(true);
            }
            senders.forEach(sender -> await().atMost(Duration.ofMinutes(1)).until(() -> !sender.isAlive()));

            await("seed " + SEED)
                    .atMost(Duration.ofSeconds(60))
                    .untilAsserted(
                            () -> assertThat(database.query("select name from pawl.effect where state <> 'done'"))
                                    .isEmpty());
            int operations = accepted.get();
            assertThat(database.query("select count(*)::text from pawl.operation"))
                    .containsExactly(Integer.toString(operations));
            assertThat(database.query(
                            "select count(*) || ' ' || count(distinct ref) || ' ' || sum(amount) from credits"))
                    .as("seed %d", SEED)
                    .containsExactly(operations + " " + operations + " " + 1000L * operations);
            assertThat(database.query("select n || ' ' || amount from totals"))
                    .as("seed %d", SEED)
                    .containsExactly(operations + " " + 1000L * operations);
            assertThat(database.query("select (count(*) > 0)::text from pawl.event where verdict = 'duplicate'"))
                    .containsExactly("true");
        }
    }

    /** Each to both at once, until one of them has taken it: a provider with two addresses. */
    private static void sendToBoth(
            List<RunningService> both, int sender, AtomicInteger accepted, AtomicBoolean enough) {
        for (int i = 0; !enough.get(); i++) {
            String operation = "op_" + sender + "_" + i;
            long end = System.nanoTime() + Duration.ofMinutes(1).toNanos();
            while (!Parallel.map(2, n -> both.get(n).pay(operation)).contains(200)) {
                if (System.nanoTime() > end) {
                    throw new AssertionError("nobody takes " + operation);
                }
                LockSupport.parkNanos(50_000_000L);
            }
            accepted.incrementAndGet();
            LockSupport.parkNanos(10_000_000L);
        }
    }

    /** Each as often as a provider would: until it is taken, and once more. */
    private static void send(
            RunningService service, int round, int sender, AtomicInteger accepted, AtomicBoolean givenUp) {
        for (int i = 0; i < PER_ROUND; i++) {
            String operation = "op_" + round + "_" + sender + "_" + i;
            while (service.pay(operation) != 200 && !givenUp.get()) {
                LockSupport.parkNanos(50_000_000L);
            }
            accepted.incrementAndGet();
            service.pay(operation);
        }
    }

    /** In the middle of the sending: the service is killed, the database crashes, the service is killed once more. */
    private static void disturb(
            RunningService service, CrashingPostgres database, Random random, AtomicInteger accepted)
            throws SQLException {
        int all = SENDERS * PER_ROUND;
        awaitAccepted(accepted, 1 + random.nextInt(all / 4));
        service.kill();
        service.start().ready();
        awaitAccepted(accepted, all / 4 + random.nextInt(all / 4));
        database.crash();
        awaitAccepted(accepted, all / 2 + random.nextInt(all / 4));
        service.kill();
        service.start().ready();
    }

    private static void awaitAccepted(AtomicInteger accepted, int count) {
        await().atMost(Duration.ofMinutes(1))
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(1))
                .until(() -> accepted.get() >= count);
    }
}
