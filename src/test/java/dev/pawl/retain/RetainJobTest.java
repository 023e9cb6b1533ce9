package dev.pawl.retain;

import static dev.pawl.retain.RetainFixture.id;
import static dev.pawl.retain.RetainFixture.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.jobs.Failures;
import dev.pawl.jobs.JobFailure;
import dev.pawl.ledger.Upkeep;
import io.smallrye.mutiny.Uni;
import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What fails, or comes in between, is in nothing else's way and loses nothing. */
final class RetainJobTest {

    private final RetainFixture fixture = new RetainFixture();
    private final LocalDate today = fixture.today;

    @AfterEach
    void close() {
        fixture.close();
    }

    private RetainJob job(Upkeep upkeep, int batch) {
        return fixture.job(upkeep, batch);
    }

    private Upkeep upkeep() {
        return fixture.upkeep();
    }

    @Test
    void anOperationThatCannotBecomeATombstoneKeepsNoOtherFromIt() throws SQLException {
        IntStream.range(0, 450).forEach(n -> fixture.say("op-" + n, "succeeded"));
        execute("update ~.operation set updated_at = now() - interval '500 days'"
                + " - substr(key, 4)::int * interval '1 minute'");
        Set<UUID> sick = Set.of(id("op-449"), id("op-200"), id("op-3"));

        assertThatThrownBy(() -> run(job(failing(sick), 500)))
                .isInstanceOf(JobFailure.class)
                .hasMessage("failed: 3, the first with IllegalStateException");

        assertThat(rows("select key from ~.operation where not tombstone order by 1"))
                .containsExactly(List.of("op-200"), List.of("op-3"), List.of("op-449"));
    }

    /** The ledger, but for these operations. */
    private Upkeep failing(Set<UUID> sick) {
        return new Upkeep() {
            @Override
            public Uni<Integer> retryParked(UUID operation, UUID first) {
                return upkeep().retryParked(operation, first);
            }

            @Override
            public Uni<Integer> entomb(Map<UUID, Integer> latestGenerations) {
                return latestGenerations.keySet().stream().anyMatch(sick::contains)
                        ? Uni.createFrom().failure(new IllegalStateException("sick"))
                        : upkeep().entomb(latestGenerations);
            }

            @Override
            public Uni<Integer> forget(Map<UUID, Integer> latestGenerations) {
                return upkeep().forget(latestGenerations);
            }
        };
    }

    @Test
    void aBodyThatCannotGoKeepsNoOtherFromItAndItsDayIsNotDone() throws SQLException {
        LocalDate sickDay = today.minusDays(9);
        LocalDate otherDay = today.minusDays(8);
        fixture.makeDays(sickDay, otherDay);
        for (int n = 0; n < 9; n++) {
            fixture.sayOn(sickDay, "op-" + n, "succeeded");
        }
        fixture.sayOn(otherDay, "other", "succeeded");
        execute("""
                create function ~.sick() returns trigger language plpgsql as $$ begin
                    if convert_from(old.body, 'UTF8') like '%op-4%' then raise 'sick'; end if;
                    return new;
                end $$;
                create trigger sick before update on ~.delivery for each row execute function ~.sick();
                """);

        assertThatThrownBy(() -> run(job(upkeep(), 4)))
                .isInstanceOf(JobFailure.class)
                .hasMessage("failed: 1, the first with PgException P0001");

        assertThat(rows("select convert_from(body, 'UTF8') from ~.delivery where body is not null"))
                .containsExactly(List.of("op-4"));
        assertThat(rows("select day from ~.retained_day")).containsExactly(List.of(otherDay.toString()));

        execute("drop trigger sick on ~.delivery");
        assertThat(run(job(upkeep(), 4)).emptiedDays()).isEqualTo(1);
        assertThat(rows("select 1 from ~.delivery where body is not null")).isEmpty();
    }

    @Test
    void aDayTooLargeForARunIsGoneOnWithAndKeepsNoOtherFromItsShare() throws SQLException {
        LocalDate large = today.minusDays(9);
        LocalDate other = today.minusDays(8);
        fixture.makeDays(large, other);
        for (int n = 0; n < 3; n++) {
            fixture.sayOn(large, "large-" + n, "succeeded");
        }
        fixture.sayOn(other, "other", "succeeded");
        assertThat(job(upkeep(), 1).lag().await().atMost(Duration.ofSeconds(20)))
                .isGreaterThan(Duration.ofDays(6).toSeconds());

        // Without any time left there is one step for each day.
        OldBodies bodies = fixture.bodies(1);
        List<Integer> left = new ArrayList<>();
        for (int run = 1; run <= 4; run++) {
            bodies.empty(fixture.configuration.current(), new Budget(Duration.ZERO), new Failures())
                    .await()
                    .atMost(Duration.ofSeconds(20));
            left.add(rows("select 1 from ~.delivery where body is not null").size());
        }

        assertThat(left).containsExactly(2, 1, 0, 0);
        assertThat(rows("select day from ~.retained_day order by day"))
                .containsExactly(List.of(large.toString()), List.of(other.toString()));
        assertThat(job(upkeep(), 1).lag().await().atMost(Duration.ofSeconds(20)))
                .isZero();
    }

    @Test
    void whatComesIntoDoubtWhileBodiesGoKeepsItsOwn() throws SQLException {
        LocalDate day = today.minusDays(9);
        fixture.makeDays(day);
        String doubtful = "doubtful";
        // Looked at before the other, wherever operations are looked at in the order of their ids.
        String later = IntStream.range(0, 100)
                .mapToObj(n -> "later-" + n)
                .filter(key -> id(key).toString().compareTo(id(doubtful).toString()) < 0)
                .findFirst()
                .orElseThrow();
        fixture.sayOn(day, doubtful, "pending");
        fixture.sayOn(day, later, "succeeded");
        fixture.sayOn(day, "clear", "succeeded");
        execute("""
                create function ~.doubt() returns trigger language plpgsql as $$ begin
                    update ~.operation set attention = '{"conflict":{"since":"2026-01-01T00:00:00Z","detail":{}}}'
                    where key = '%s';
                    return new;
                end $$;
                create trigger doubt after insert on ~.delivery_kept for each row execute function ~.doubt();
                """.formatted(later));

        run(job(upkeep(), 1));

        assertThat(rows("select convert_from(body, 'UTF8') from ~.delivery_all where body is not null order by id"))
                .containsExactly(List.of(doubtful), List.of(later));
        assertThat(rows("select 1 from ~.delivery where body is not null")).isEmpty();
    }

    @Test
    void aDayThatCannotGoKeepsNoOtherFromIt() throws SQLException {
        LocalDate sickDay = today.minusDays(90);
        LocalDate otherDay = today.minusDays(80);
        fixture.makeDays(sickDay, otherDay);
        fixture.sayOn(sickDay, "open", "pending");
        fixture.sayOn(otherDay, "clear", "succeeded");
        execute("""
                create function ~.sick() returns trigger language plpgsql as $$ begin raise 'sick'; end $$;
                create trigger sick before insert on ~.delivery_kept for each row execute function ~.sick();
                """);

        assertThatThrownBy(() -> run(job(upkeep(), 4)))
                .isInstanceOf(JobFailure.class)
                .hasMessage("failed: 1, the first with PgException P0001");

        assertThat(rows("select received_on, convert_from(body, 'UTF8') from ~.delivery"))
                .containsExactly(List.of(sickDay.toString(), "open"));
    }

    @Test
    void theOldestOfWhatIsLeftTells() throws SQLException {
        fixture.makeDays(today.minusDays(33));
        fixture.say("op", "succeeded");
        RetainJob job = job(failing(Set.of(id("op"))), 500);
        // Thirty days, and the day itself.
        assertThat(lag(job))
                .isBetween(Duration.ofDays(2).toSeconds(), Duration.ofDays(3).toSeconds());

        execute("update ~.operation set updated_at = now() - interval '404 days'");
        assertThatThrownBy(() -> run(job)).isInstanceOf(JobFailure.class);

        // A day may have an hour more or less where the database is.
        assertThat(lag(job))
                .isBetween(
                        Duration.ofHours(94).toSeconds(), Duration.ofHours(98).toSeconds());

        run(job(upkeep(), 500));
        assertThat(lag(job)).isZero();
    }

    private static long lag(RetainJob job) {
        return job.lag().await().atMost(Duration.ofSeconds(20));
    }

    @Test
    void eachStepLeavesTimeForTheOthers() {
        Budget whole = new Budget(Duration.ofHours(1));
        assertThat(whole.share(1).isLeft()).isTrue();
        assertThat(new Budget(Duration.ofMillis(-1)).share(3).isLeft()).isFalse();
        Budget brief = new Budget(Duration.ofSeconds(2)).share(1_000);
        org.awaitility.Awaitility.await().until(() -> !brief.isLeft());
    }

    private List<List<String>> rows(String sql) throws SQLException {
        return fixture.rows(sql);
    }

    private void execute(String sql) throws SQLException {
        fixture.execute(sql);
    }
}
