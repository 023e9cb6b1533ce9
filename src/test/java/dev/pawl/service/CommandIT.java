package dev.pawl.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands while the service is killed, also between COMMIT and answer, and while its database crashes. */
class CommandIT {

    private static final String TOKEN = "command-token-0123456789abcdef";
    private static final String CONFIG = """
            sources:
              cmd:
                kind: command
                verify: { algorithm: token, signature: { header: Authorization, parse: { prefix: "Bearer " } } }
                secrets: [command-token-0123456789abcdef]
                operations:
                  credit: { machine: simple, state: { value: done }, fields: { amount: /amount } }
            effects:
              - name: credit
                when: { source: cmd, to: done }
                sql: "insert into credits (ref, amount) values (:key, :amount::int)"
            """;

    @TempDir
    Path folder;

    /** The first answer to each key, and any other one that came later. */
    private final Map<String, String> answers = new ConcurrentHashMap<>();

    private final Map<String, String> others = new ConcurrentHashMap<>();

    @Test
    void everyCommandIsCarriedOutOnceAndItsAnswerIsAlwaysTheSame() throws IOException, SQLException {
        Path config = folder.resolve("pawl.yaml");
        Files.writeString(config, CONFIG);
        try (CrashingPostgres database = new CrashingPostgres();
                RunningService service = new RunningService(
                                folder, database.url(), Map.of("PAWL_CONFIG", config.toString()))
                        .start()
                        .ready()) {
            database.execute("create table credits (ref text, amount int)");
            AtomicBoolean enough = new AtomicBoolean();
            List<Thread> callers = IntStream.range(0, 4)
                    .mapToObj(n -> new Thread(() -> {
                        for (int i = 0; !enough.get(); i++) {
                            insist(service, "k_" + n + "_" + i);
                        }
                    }))
                    .toList();
            callers.forEach(Thread::start);
            afterMore(50);
            service.kill();
            service.start().ready();
            afterMore(50);
            database.crash();
            afterMore(50);
            service.kill();
            service.start().ready();
            afterMore(50);
            enough.set(true);
            callers.forEach(caller -> await().atMost(Duration.ofMinutes(1)).until(() -> !caller.isAlive()));

            assertThat(others).isEmpty();
            String all = String.valueOf(answers.size());
            assertThat(database.first("select count(*) || ' ' || count(distinct ref) from credits"))
                    .isEqualTo(all + ' ' + all);
            assertThat(database.first("select (select count(*) from pawl.claim) || ' '"
                            + " || (select count(*) from pawl.operation where state = 'done') || ' '"
                            + " || (select count(*) from pawl.response) || ' '"
                            + " || (select count(*) from pawl.effect where state = 'done')"))
                    .isEqualTo(all + ' ' + all + ' ' + all + ' ' + all);
        }
    }

    private void afterMore(int count) {
        int before = answers.size();
        await().atMost(Duration.ofMinutes(1))
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(1))
                .until(() -> answers.size() >= before + count);
    }

    /** Until it is answered, and once more: whoever lost an answer sends the same again. */
    private void insist(RunningService service, String key) {
        String first = answered(service, key);
        answers.put(key, first);
        String again = answered(service, key);
        if (!again.equals(first)) {
            others.put(key, again);
        }
    }

    private static String answered(RunningService service, String key) {
        long end = System.nanoTime() + Duration.ofMinutes(2).toNanos();
        while (System.nanoTime() < end) {
            @Nullable
            HttpResponse<String> answer = service.command("/operations/cmd/credit", TOKEN, key, "{\"amount\":1}");
            if (answer != null && answer.statusCode() != 503) {
                return answer.statusCode() + " " + answer.body();
            }
            LockSupport.parkNanos(50_000_000L);
        }
        return "no answer";
    }
}
