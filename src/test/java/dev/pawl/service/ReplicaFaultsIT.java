package dev.pawl.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.pawl.support.FakeProvider;
import dev.pawl.support.FakeProvider.Answer;
import dev.pawl.support.FakeServer.Request;
import dev.pawl.support.Parallel;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two replicas ask one provider. In every round all operations go one step further, and in the middle of it one replica is
 * killed and started again, while the other stands still for longer than its leases and then goes on with what it had in
 * its hands. {@code -Dpawl.replicas.rounds} makes it longer, {@code -Dpawl.replicas.seed} repeats the moments.
 */
class ReplicaFaultsIT {

    private static final int ROUNDS = Integer.getInteger("pawl.replicas.rounds", 3);
    private static final long SEED = Long.getLong("pawl.replicas.seed", 20_260_201L);
    private static final int OPERATIONS = 300;
    private static final int AT_ONCE = 4;
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    /** Every webhook says that a payment begins; what becomes of it, only the provider knows. */
    private static final String CONFIG = """
            sources:
              p:
                verify:
                  algorithm: hmac-sha256
                  signature: { header: X-P-Signature, encoding: hex, parse: { pairs: ",", take: v1 } }
                  signed: "{sig:t}.{body}"
                secrets: ["%s"]
                event: { id: /id, type: /type, occurredAt: { at: /created, unit: seconds } }
                operations:
                  payment:
                    machine: steps
                    when: ["payment.*"]
                    key: /op
                    state: { value: step-0 }
                status:
                  request: { url: "%s/{key}", headers: { Authorization: "{token}" } }
                  token: "${TEST_REPLICA}"
                  state: { at: /status, map: { %s } }
                  limits: { rate: 1000/s, concurrency: %d, timeout: 5s }
            machines:
              steps:
                states:
            """;

    private final Random random = new Random(SEED);
    private final AtomicInteger step = new AtomicInteger();
    /** By operation and step. */
    private final Map<String, Integer> asked = new ConcurrentHashMap<>();
    /** By replica. */
    private final Map<String, Integer> askedBy = new ConcurrentHashMap<>();

    private OwnDatabase database = OwnDatabase.NONE;

    @TempDir
    Path folder;

    /** One of the two. */
    private record Replica(String name, RunningService service) {}

    @Test
    void everyOperationGoesEveryStepOnceWhoeverDiesOrStandsStill() throws IOException, SQLException {
        database = OwnDatabase.create("replicas");
        try (FakeProvider provider = new FakeProvider().answer(this::answer);
                RunningService one = service(provider, "one");
                RunningService other = service(provider, "other")) {
            one.start().ready();
            other.start().ready();
            takeIn(one);
            List<Replica> replicas = List.of(new Replica("one", one), new Replica("other", other));

            for (int round = 0; round < ROUNDS; round++) {
                disturbedStep(replicas.get(round % 2), replicas.get(1 - round % 2));
            }
            calmStep();

            assertThat(database.query(
                            "select distinct state || ' ' || status || ' ' || seq || ' ' || (check_claim is null)"
                                    + " || ' ' || (next_check_at is null) from pawl.operation"))
                    .containsExactly("step-" + (ROUNDS + 1) + " completed " + (ROUNDS + 2) + " true true");
            assertThat(database.query(
                            "select kind || ' ' || coalesce(from_state, '-') || ' ' || to_state || ' ' || count(*)"
                                    + " from pawl.transition group by kind, from_state, to_state"))
                    .as("each step of each operation once, and nothing else; seed %d", SEED)
                    .isEqualTo(expectedMoves());
            assertThat(asked.values())
                    .as("a question, a killed one, a late one")
                    .allMatch(times -> times <= 3);
            int questions = asked.values().stream().mapToInt(Integer::intValue).sum();
            assertThat(questions)
                    .as("what the faults had in their hands was asked again, and only that; seed %d", SEED)
                    .isBetween(OPERATIONS * (ROUNDS + 1) + 1, OPERATIONS * (ROUNDS + 1) + ROUNDS * 3 * AT_ONCE);
        }
    }

    private RunningService service(FakeProvider provider, String replica) throws IOException {
        Path config = folder.resolve(replica + ".yaml");
        Files.writeString(config, config(provider.url("/ops")));
        return new RunningService(
                folder,
                database.url(),
                Map.of("PAWL_CONFIG", config.toString(), "TEST_REPLICA", replica, "PAWL_RECONCILE_EVERY", "1s"));
    }

    private static String config(URI status) {
        int last = ROUNDS + 1;
        String states = IntStream.rangeClosed(0, last)
                .mapToObj(n -> "step-" + n + ": step-" + n)
                .collect(Collectors.joining(", "));
        String machine = IntStream.range(0, last)
                .mapToObj(n -> "      step-" + n + ": { status: processing, initial: " + (n == 0) + ", next: [step-"
                        + (n + 1) + "], reconcileAfter: 1h, expireAfter: 7d }\n")
                .collect(Collectors.joining());
        return CONFIG.formatted(RunningService.SECRET, status, states, AT_ONCE) + machine + "      step-" + last
                + ": { status: completed }\n";
    }

    private Answer answer(Request question) {
        int now = step.get();
        asked.merge(question.key() + " " + now, 1, Integer::sum);
        askedBy.merge(question.header("authorization"), 1, Integer::sum);
        return Answer.state("step-" + now)
                .after(Duration.ofMillis(
                        100 + Math.floorMod(31 * now + question.key().hashCode(), 200)));
    }

    private static void takeIn(RunningService service) {
        Parallel.map(OPERATIONS, n -> {
            await().atMost(PATIENCE).until(() -> service.pay("op_" + n) == 200);
            return n;
        });
    }

    /** All are due now, and the time of some is over: the provider is asked first, and knows better. */
    private void nextStep() throws SQLException {
        step.incrementAndGet();
        database.query("update pawl.operation set next_check_at = now(),"
                + " expires_at = case when mod(hashtext(key), 3) = 0 then now() else expires_at end");
    }

    private void disturbedStep(Replica killed, Replica stopped) throws SQLException {
        List<Runnable> faults = new ArrayList<>(List.of(
                () -> {
                    awaitAsked(killed);
                    killed.service().kill();
                    killed.service().start();
                },
                () -> {
                    awaitAsked(stopped);
                    stopped.service().halt();
                }));
        Collections.shuffle(faults, random);
        nextStep();
        faults.forEach(Runnable::run);
        killed.service().ready();
        String leasesEnd = only(
                "select coalesce(max(next_check_at), now())::text from pawl.operation where check_claim is not null");
        await("seed " + SEED)
                .atMost(PATIENCE)
                .until(() -> allAreAtThisStep() && "t".equals(only("select now() > '" + leasesEnd + "'::timestamptz")));
        stopped.service().goOn();
    }

    private void calmStep() throws SQLException {
        Map<String, Integer> before = Map.copyOf(askedBy);
        nextStep();
        await("seed " + SEED).atMost(PATIENCE).until(this::allAreAtThisStep);
        assertThat(askedBy)
                .as("both work as if nothing had happened")
                .allSatisfy((replica, times) -> assertThat(times).isGreaterThan(before.getOrDefault(replica, 0)));
    }

    /** After a few more questions of its own. */
    private void awaitAsked(Replica replica) {
        int enough = askedBy.getOrDefault(replica.name(), 0) + 1 + random.nextInt(30);
        await("seed " + SEED)
                .atMost(PATIENCE)
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(1))
                .until(() -> askedBy.getOrDefault(replica.name(), 0) >= enough);
    }

    private boolean allAreAtThisStep() throws SQLException {
        return only("select count(*)::text from pawl.operation where check_claim is null and state = 'step-"
                        + step.get() + "'")
                .equals(Integer.toString(OPERATIONS));
    }

    private static Set<String> expectedMoves() {
        return IntStream.rangeClosed(0, ROUNDS + 1)
                .mapToObj(n -> "move " + (n == 0 ? "-" : "step-" + (n - 1)) + " step-" + n + " " + OPERATIONS)
                .collect(Collectors.toSet());
    }

    private String only(String sql) throws SQLException {
        return database.query(sql).iterator().next();
    }
}
