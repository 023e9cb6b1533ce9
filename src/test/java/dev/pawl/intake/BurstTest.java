package dev.pawl.intake;

import static dev.pawl.intake.Provider.fresh;
import static dev.pawl.intake.Provider.one;
import static dev.pawl.intake.Provider.signed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.pawl.admin.AdminProfile;
import dev.pawl.support.Parallel;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * A provider that was down for hours sends everything at once when it is back: out of order, several times, late. Evidence:
 * status.pagerduty.com/incidents/mbkxvvsc1y58, sendgrid/docs#2933.
 */
@QuarkusTest
@TestProfile(AdminProfile.class)
class BurstTest extends FaultlessIntake {

    private static final int OPERATIONS = 60;
    private static final int HOURS = 6;
    private static final int MOST_COPIES = 5;
    private static final int UNAVAILABLE = 503;
    private static final int MOST_TRIES = 50;
    private static final List<String> WAY = List.of("pending", "succeeded", "refunded");

    private static String event(String operation, String status, Instant created) {
        return "{\"id\":\"" + fresh("evt") + "\",\"type\":\"payment.updated\",\"op\":\"" + operation
                + "\",\"status\":\"" + status + "\",\"amount\":1000,\"currency\":\"EUR\",\"created\":"
                + created.getEpochSecond() + ",\"livemode\":true,\"account\":\"acct_1\"}";
    }

    /** Signed when it is sent; a 503 is sent again, as providers do. */
    private static int delivered(String body) {
        int status = UNAVAILABLE;
        for (int i = 0; i < MOST_TRIES && status == UNAVAILABLE; i++) {
            status = Provider.send(signed(body)).status();
        }
        return status;
    }

    @Test
    void sixHoursAtOnceOutOfOrderEndWhereTheyWouldHaveEnded() {
        Random random = new Random(94);
        String prefix = fresh("burst");
        Instant begin = Instant.now().minusSeconds(HOURS * 3600L);
        List<String> bodies = new ArrayList<>();
        for (int operation = 0; operation < OPERATIONS; operation++) {
            Instant at = begin.plusSeconds(random.nextInt(3600));
            for (String status : WAY.subList(0, 1 + operation % WAY.size())) {
                at = at.plusSeconds(1L + random.nextInt(3600));
                String body = event(prefix + "_" + operation, status, at);
                bodies.addAll(Collections.nCopies(1 + random.nextInt(MOST_COPIES), body));
            }
        }
        Collections.shuffle(bodies, random);

        assertThat(Parallel.map(bodies.size(), i -> delivered(bodies.get(i)))).containsOnly(200);

        String like = prefix + "\\_%";
        assertThat(one(
                        "select string_agg(state || ' ' || n, ', ' order by state) from (select state, count(*) n"
                                + " from ~.operation where key like ? group by state) s",
                        like))
                .isEqualTo("pending 20, refunded 20, succeeded 20");
        assertThat(one("select sum(deliveries) from ~.operation where key like ?", like))
                .isEqualTo(String.valueOf(bodies.size()));
        assertThat(one("select count(*) from ~.operation where key like ? and attention is not null", like))
                .isEqualTo("0");
        // Each state is moved to once at most, whatever was left out on the way.
        assertThat(one(
                        "select count(*) from (select t.operation_id, t.to_state from ~.transition t"
                                + " join ~.operation o on o.id = t.operation_id where o.key like ? and t.kind = 'move'"
                                + " group by 1, 2 having count(*) > 1) repeated",
                        like))
                .isEqualTo("0");
    }

    /** As it was signed before the outage, and too old now. ReconcileJobTest shows that the provider is asked instead. */
    @Test
    void theSameSignedLongAgoIsRefusedCountedAndLeavesWhatIsStuckToBeAskedAbout() {
        String operation = fresh("stale");
        Instant then = Instant.now().minusSeconds(HOURS * 3600L);
        assertThat(delivered(event(operation, "pending", then))).isEqualTo(200);
        String before = Provider.footprint();
        long refused = Provider.refused("p", "timestamp-too-old");

        List<Integer> answers = Parallel.map(
                OPERATIONS,
                i -> Provider.send(signed(event(operation, "succeeded", then)).withTimestamp(then.plusSeconds(i)))
                        .status());

        assertThat(answers).containsOnly(401);
        await().until(() -> Provider.refused("p", "timestamp-too-old") == refused + OPERATIONS);
        assertThat(Provider.footprint()).isEqualTo(before);
        assertThat(one("select state || ' ' || (expires_at > now()) from ~.operation where key = ?", operation))
                .isEqualTo("pending true");
    }
}
