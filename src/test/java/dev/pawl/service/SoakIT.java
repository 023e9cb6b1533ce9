package dev.pawl.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.support.Parallel;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Much at once, for a while: what shows only when requests overlap. {@code -Dpawl.soak.rounds} makes it longer. */
class SoakIT {

    private static final int ROUNDS = Integer.getInteger("pawl.soak.rounds", 4_000);
    private static final List<String> ADMIN = List.of(
            "/admin/status",
            "/admin/operations?limit=50",
            "/admin/operations?status=completed&limit=500",
            "/admin/deliveries?limit=50",
            "/admin/sources/p");
    private static final int MIB = 1 << 20;

    @TempDir
    Path folder;

    private OwnDatabase database = OwnDatabase.NONE;

    @BeforeEach
    void freshDatabase() throws SQLException {
        database = OwnDatabase.create("soak");
    }

    @Test
    void webhooksAndPeopleDoNotGetInEachOthersWay() throws SQLException {
        try (RunningService service =
                new RunningService(folder, database.url(), Map.of()).start().ready()) {
            // Classes are loaded by the first of each kind; what counts is what happens afterwards.
            ADMIN.forEach(path -> assertThat(service.read(path)).isEqualTo(200));
            insist(service, "op_1");
            int warm = service.log().length();
            AtomicInteger reads = new AtomicInteger();
            List<Integer> answers = Parallel.map(
                    ROUNDS,
                    n -> n % 4 == 0
                            ? service.read(ADMIN.get(reads.getAndIncrement() % ADMIN.size()))
                            : insist(service, "op_" + n % 500));
            assertThat(answers).containsOnly(200);
            assertThat(service.log().substring(warm))
                    // Two uses of one session, a lost error, a blocked event loop, anything unexpected.
                    .doesNotContain("HR0000", "dropped", "BlockedThreadChecker", "\"level\":\"ERROR\"");
        }
        assertThat(database.query("select count(*)::text from pawl.operation"))
                .containsExactly(Long.toString(IntStream.range(0, Math.min(500, ROUNDS))
                        .filter(n -> n % 4 != 0)
                        .count()));
        assertThat(database.query("select operation_id::text from pawl.transition group by 1 having count(*) > 1"))
                .isEmpty();
    }

    /** As a provider does: what was answered 503 on a busy machine is sent again. */
    private static int insist(RunningService service, String operation) {
        int answer = service.pay(operation);
        for (int again = 0; answer == 503 && again < 20; again++) {
            answer = service.pay(operation);
        }
        return answer;
    }

    @Test
    void aHundredBodiesAtTheLimitFitIntoASmallHeap() throws SQLException {
        try (RunningService service = new RunningService(folder, database.url(), Map.of())
                .withHeap("256m")
                .start()
                .ready()) {
            List<Integer> answers = Parallel.map(100, n -> service.payPadded("big_" + n, MIB));
            // A full queue is a fair answer; a crash, a broken connection or a 500 is not.
            assertThat(answers).isSubsetOf(200, 503).contains(200);
            assertThat(service.health("live")).isEqualTo(200);
            assertThat(service.log()).doesNotContain("OutOfMemory", "\"level\":\"ERROR\"");
            // What was answered 503 may be stored all the same: its sender cannot know and sends again.
            assertThat(database.query("select key from pawl.operation"))
                    .containsAll(IntStream.range(0, 100)
                            .filter(n -> answers.get(n) == 200)
                            .mapToObj(n -> "big_" + n)
                            .toList());
            assertThat(new TreeSet<>(database.query("select octet_length(body)::text from pawl.delivery")))
                    .containsExactly(Integer.toString(MIB));
        }
    }
}
