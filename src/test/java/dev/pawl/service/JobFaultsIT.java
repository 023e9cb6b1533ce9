package dev.pawl.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.pawl.service.JobWorld.Job;
import dev.pawl.support.FakeListApi;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two replicas run the jobs that come without questions about single operations: backfill, retain, expire and parked. In
 * every round all of them have work at once, and in the middle of one of them a replica is killed and started again, while
 * the other stands still until everything is done and then goes on with what it had in its hands.
 * {@code -Dpawl.jobs.rounds} makes it longer, {@code -Dpawl.jobs.seed} repeats the choices.
 */
class JobFaultsIT {

    /** One after the other. */
    private static final List<Job> DISTURBED = List.of(Job.BACKFILL, Job.RETAIN, Job.EXPIRE, Job.PARKED);

    private static final int ROUNDS = Integer.getInteger("pawl.jobs.rounds", DISTURBED.size());
    private static final long SEED = Long.getLong("pawl.jobs.seed", 20_260_301L);
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final Random random = new Random(SEED);

    @TempDir
    Path folder;

    @Test
    void everythingIsDoneOnceWhoeverDiesOrStandsStill() throws IOException, SQLException {
        try (FakeListApi api = new FakeListApi(0)) {
            OwnDatabase database = OwnDatabase.create("jobs");
            JobWorld world = new JobWorld(database, api);
            try (RunningService one = world.replica(folder, "one");
                    RunningService other = world.replica(folder, "other")) {
                one.start().ready();
                other.start().ready();

                for (int round = 0; round < ROUNDS; round++) {
                    disturbedRound(world, round, one, other);
                }
                world.prepare(ROUNDS, one);
                world.begin(ROUNDS);
                nothingIsLeft(world, ROUNDS);
            }
            JobOutcome outcome = new JobOutcome(database);
            assertThat(outcome.moves())
                    .as("each change of each operation once, and nothing else; seed %d", SEED)
                    .isEqualTo(outcome.expectedMoves(ROUNDS + 1));
            assertThat(outcome.events())
                    .as("no event was applied twice; seed %d", SEED)
                    .isEqualTo(outcome.expectedEvents(ROUNDS + 1));
            assertThat(outcome.effects())
                    .as("each effect ran once; seed %d", SEED)
                    .isEqualTo(outcome.expectedEffects(ROUNDS + 1));
            assertThat(outcome.whatIsLeftOfOldDays())
                    .as("what was in doubt, once; seed %d", SEED)
                    .isEqualTo(outcome.expectedOfOldDays(ROUNDS + 1));
            assertThat(outcome.wrongCounters()).as("seed %d", SEED).isEmpty();
        }
    }

    private void disturbedRound(JobWorld world, int round, RunningService one, RunningService other)
            throws SQLException {
        Job job = DISTURBED.get(round % DISTURBED.size());
        world.prepare(round, one);
        world.begin(round);
        await("seed " + SEED)
                .atMost(PATIENCE)
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(1))
                .until(() -> world.hasBegun(job, round));
        // Of the two that may list, the one that does stands still: it comes back with a page of its own.
        boolean oneIsKilled = job == Job.BACKFILL ? world.listedBy("other") : random.nextBoolean();
        RunningService killed = oneIsKilled ? one : other;
        RunningService stopped = oneIsKilled ? other : one;
        List<Runnable> faults = new ArrayList<>(List.of(
                () -> {
                    killed.kill();
                    killed.start();
                },
                stopped::halt));
        Collections.shuffle(faults, random);
        faults.forEach(Runnable::run);
        killed.ready();
        until(() -> {
            world.endLeases();
            assertThat(world.left(round)).isEmpty();
        });
        stopped.goOn();
        stopped.ready();
        nothingIsLeft(world, round);
    }

    /** A day may have been in the hands of whoever stood still. */
    private static void nothingIsLeft(JobWorld world, int round) {
        until(() -> assertThat(world.left(round)).isEmpty());
        until(() -> assertThat(world.leftOver()).isEmpty());
    }

    private static void until(ThrowingRunnable assertion) {
        await("seed " + SEED).atMost(PATIENCE).untilAsserted(assertion);
    }
}
