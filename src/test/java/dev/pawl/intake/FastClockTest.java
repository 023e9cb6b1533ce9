package dev.pawl.intake;

import static dev.pawl.intake.Provider.footprint;
import static dev.pawl.intake.Provider.fresh;
import static dev.pawl.intake.Provider.one;
import static dev.pawl.intake.Provider.send;
import static dev.pawl.intake.Provider.signed;
import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.time.Duration;
import java.time.Instant;
import java.util.TimeZone;
import org.junit.jupiter.api.Test;

/**
 * A machine's clock decides how old a signature is, and nothing that replicas must agree on. The tests' JVM and database are
 * in a zone that is nobody's. Evidence: kagkarlsson/db-scheduler#433, ahmed-machine/PokemonGo-Map#2694.
 */
@QuarkusTest
@TestProfile(FastClockProfile.class)
class FastClockTest extends FaultlessIntake {

    @Test
    void whatIsDueFollowsTheDatabasesClockAndBusinessTimesTheProviders() {
        assertThat(TimeZone.getDefault().getID()).isEqualTo("America/St_Johns");
        assertThat(one("show timezone")).isEqualTo("America/St_Johns");
        String operation = fresh("op");
        Instant created = Instant.parse("2026-03-08T05:30:00Z"); // in an hour that St. John's does not have

        assertThat(send(signed(Provider.event(operation, "pending", "")
                                .replaceFirst("\"created\":\\d+", "\"created\":" + created.getEpochSecond())))
                        .verdicts())
                .containsExactly("applied");

        assertThat(one(
                        "select to_char(occurred_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') from ~.event"
                                + " where operation_id = (select id from ~.operation where key = ?)",
                        operation))
                .isEqualTo("2026-03-08 05:30:00");
        // Seven days from the database's now, four minutes less than from the machine's.
        assertThat(one(
                        "select expires_at between now() + interval '7 days -2 minutes' and now() + interval '7 days'"
                                + " from ~.operation where key = ?",
                        operation))
                .isEqualTo("t");
    }

    @Test
    void aSignatureIsAsOldAsTheMachineSays() {
        Duration left = Duration.ofMinutes(5).minus(FastClock.AHEAD);
        assertThat(send(signed(Provider.event(fresh("op"), "pending", ""))).status())
                .isEqualTo(200);
        String before = footprint();
        assertThat(send(signed(Provider.event(fresh("op"), "pending", ""))
                                .withTimestamp(Instant.now().minus(left).minusSeconds(5)))
                        .status())
                .isEqualTo(401);
        assertThat(footprint()).isEqualTo(before);
    }
}
