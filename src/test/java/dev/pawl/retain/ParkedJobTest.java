package dev.pawl.retain;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class ParkedJobTest {

    private final RetainFixture fixture = new RetainFixture(RetainFixture.SHORT_BODIES, true);
    private final ParkedJob job = fixture.parkedJob();

    @AfterEach
    void close() {
        fixture.close();
    }

    private long lag() {
        return job.lag().await().atMost(Duration.ofSeconds(20));
    }

    private int run() {
        return job.run().await().atMost(Duration.ofSeconds(20));
    }

    @Test
    void theEventThatHasWaitedForItsTurnTheLongestTells() throws SQLException {
        assertThat(lag()).isZero();
        assertThat(fixture.say("young", "succeeded").verdicts()).containsExactly("parked");
        fixture.say("old", "succeeded");
        assertThat(lag()).as("none is due yet").isZero();

        fixture.execute("update ~.parked set due_at = now() - case event_id when 'old' then 100 else 10 end"
                + " * interval '1 second'");

        assertThat(lag()).isBetween(100L, 800L);

        assertThat(run()).isEqualTo(2);
        assertThat(lag()).as("looked at, and due again later").isZero();
        assertThat(fixture.rows("select event_id, due_at > now() from ~.parked order by 1"))
                .containsExactly(List.of("old", "t"), List.of("young", "t"));
    }
}
