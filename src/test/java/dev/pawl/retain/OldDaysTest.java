package dev.pawl.retain;

import static dev.pawl.retain.RetainFixture.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.jobs.JobFailure;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What outlives its day, and what does not. */
final class OldDaysTest {

    private static final String FORGETFUL =
            "    retention: { bodies: 1d, operations: 10d, tombstones: 10d, afterExpiry: checked }\n";

    private RetainFixture fixture = new RetainFixture();

    @AfterEach
    void close() {
        fixture.close();
    }

    private void with(String retention) {
        fixture.close();
        fixture = new RetainFixture(retention, false);
    }

    private List<List<String>> bodies() throws SQLException {
        return fixture.rows(
                "select convert_from(body, 'UTF8') from ~.delivery_all where body is not null order by received_at");
    }

    /** The day has been looked through, and is on its way out. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "update ~.operation set attention = '{\"conflict\":{\"since\":\"2026-01-01T00:00:00Z\",\"detail\":{}}}'",
                "update ~.operation set status = 'unknown'",
                "insert into ~.effect (operation_id, seq, name, source, webhook_id, state, payload, attempts, due_at, created_at)"
                        + " select id, 1, 'e', 'p', 'w', 'pending', '', 0, now(), now() from ~.operation",
                "update ~.event set verdict = 'invalid'"
            })
    void whatComesIntoDoubtWhileItsDayGoesIsKept(String doubt) throws SQLException {
        LocalDate day = fixture.today.minusDays(90);
        fixture.makeDays(day);
        fixture.sayOn(day, "op", "succeeded");
        fixture.execute("""
                create function ~.doubt() returns trigger language plpgsql as $$ begin
                    %s;
                    return new;
                end $$;
                create trigger doubt after insert on ~.partition_going for each statement execute function ~.doubt();
                """.formatted(doubt));

        assertThat(run(fixture.job(fixture.upkeep(), 10)).droppedDays()).isEqualTo(1);

        assertThat(bodies()).containsExactly(List.of("op"));
        assertThat(fixture.rows("select event_id from ~.event_all")).containsExactly(List.of("op"));
    }

    @Test
    void whatMayRepeatSomethingForgottenOutlivesItsDayUntilItIsReadWithAnotherEnd() throws SQLException {
        with(FORGETFUL);
        LocalDate day = fixture.today.minusDays(90);
        fixture.makeDays(day);
        UUID delivery = fixture.sayOn(day, "late", "succeeded");
        assertThat(fixture.rows("select verdict, reason from ~.event"))
                .containsExactly(List.of("stale", "beyond-retention"));

        run(fixture.job(fixture.upkeep(), 10));
        run(fixture.job(fixture.upkeep(), 10));

        assertThat(bodies()).containsExactly(List.of("late"));
        assertThat(fixture.rows("select verdict, reason from ~.event_all"))
                .containsExactly(List.of("stale", "beyond-retention"));

        fixture.configure("    retention: { bodies: 1d, tombstones: never }\n");
        assertThat(fixture.replay(delivery, "late", "succeeded")).containsExactly("applied");
        // Had it really come on that day, the new event would stand beside the first.
        fixture.execute("update ~.event_kept set received_on = '" + day + "', run = 1 where verdict = 'applied'");
        run(fixture.job(fixture.upkeep(), 10));

        assertThat(bodies()).isEmpty();
    }

    @Test
    void itsBodyStaysWhereBodiesGoBeforeTheirDay() throws SQLException {
        with(FORGETFUL);
        LocalDate day = fixture.today.minusDays(9);
        fixture.makeDays(day);
        fixture.sayOn(day, "late", "succeeded");

        assertThat(run(fixture.job(fixture.upkeep(), 10)).emptiedDays()).isEqualTo(1);

        assertThat(bodies()).containsExactly(List.of("late"));
        assertThat(fixture.rows("select 1 from ~.delivery where body is not null"))
                .isEmpty();
    }

    /** Found on days of any age: those from before have no index for it. */
    @Test
    void daysThatAreMadeFromNowOnKnowWhatMayRepeatSomethingForgotten() throws SQLException {
        LocalDate day = fixture.today.minusDays(90);
        fixture.makeDays(day);

        assertThat(fixture.rows("select substring(indexdef from 'btree (.*)') from pg_indexes where schemaname = '~'"
                        + " and tablename = 'event_" + name(day) + "' and indexdef like '%beyond%' order by 1"))
                .containsExactly(
                        List.of("(delivery_id) WHERE (reason = 'beyond-retention'::text)"),
                        List.of("(event_id, source) WHERE (reason = 'beyond-retention'::text)"));
    }

    @Test
    void whoeverStandsStillWhileDroppingADayLosesTheConnection() throws SQLException {
        fixture.makeDays(fixture.today.minusDays(90));
        fixture.execute("""
                create table ~.seen (setting text);
                create function ~.see() returns trigger language plpgsql as $$ begin
                    insert into ~.seen values (current_setting('idle_in_transaction_session_timeout'));
                    return null;
                end $$;
                create trigger see after update on ~.partition_going for each row execute function ~.see();
                """);

        run(fixture.job(fixture.upkeep(), 10));

        assertThat(fixture.rows("select distinct setting from ~.seen")).containsExactly(List.of("10s"));
    }

    @Test
    void whoStoodStillWhileADayWentLeavesNothingBehind() throws SQLException {
        LocalDate there = fixture.today.minusDays(9);
        LocalDate gone = fixture.today.minusDays(90);
        fixture.makeDays(there);
        String name = gone.toString().replace("-", "");
        fixture.execute(
                "insert into ~.partition_going (name) values ('delivery_" + name + "'), ('event_" + name + "')");
        fixture.execute("insert into ~.retained_day (source, day) values ('p', '" + gone + "')");

        run(fixture.job(fixture.upkeep(), 10));

        assertThat(fixture.rows("select name from ~.partition_going")).isEmpty();
        assertThat(fixture.rows("select day from ~.retained_day")).containsExactly(List.of(there.toString()));
    }

    @Test
    void aDayWhoseEndFailedIsStillLookedThrough() throws SQLException {
        LocalDate day = fixture.today.minusDays(90);
        fixture.makeDays(day);
        fixture.sayOn(day, "op", "succeeded");
        fixture.execute("""
                create function ~.sick() returns trigger language plpgsql as $$ begin raise 'sick'; end $$;
                create trigger sick after update on ~.partition_going for each row execute function ~.sick();
                """);
        assertThatThrownBy(() -> run(fixture.job(fixture.upkeep(), 10))).isInstanceOf(JobFailure.class);
        assertThat(tablesOf(day))
                .as("as they were called")
                .hasSize(2)
                .noneMatch(row -> row.get(0).startsWith("gone"));
        fixture.execute("update ~.operation set status = 'unknown'");
        fixture.execute("drop trigger sick on ~.partition_going");

        assertThat(run(fixture.job(fixture.upkeep(), 10)).droppedDays()).isEqualTo(1);

        assertThat(bodies()).containsExactly(List.of("op"));
        assertThat(tablesOf(day)).isEmpty();
        assertThat(fixture.rows("select name from ~.partition_going")).isEmpty();
    }

    /** Somebody stopped after one index was gone. */
    @Test
    void whatIsLeftOfADayThatWentIsDroppedByTheNextRun() throws SQLException {
        LocalDate day = fixture.today.minusDays(90);
        fixture.makeDays(day);
        fixture.sayOn(day, "op", "pending");
        String name = name(day);
        fixture.execute("insert into ~.partition_going (name) values ('gone_delivery_" + name + "'), ('gone_event_"
                + name + "')");
        for (String table : List.of("delivery_", "event_")) {
            fixture.execute("alter table ~." + table.replace("_", "") + " detach partition ~." + table + name);
            fixture.execute("alter table ~." + table + name + " rename to gone_" + table + name);
        }
        fixture.execute("alter table ~.gone_delivery_" + name + " drop constraint delivery_" + name + "_pkey");

        assertThat(run(fixture.job(fixture.upkeep(), 10)).droppedDays())
                .as("it went before")
                .isZero();

        assertThat(tablesOf(day)).isEmpty();
        assertThat(fixture.rows("select name from ~.partition_going")).isEmpty();
        assertThat(bodies()).isEmpty();
    }

    @Test
    void aTableOfSomebodyElsesIsNoRemains() throws SQLException {
        fixture.execute("create table ~.gone_event_20200101 (theirs text)");

        run(fixture.job(fixture.upkeep(), 10));

        assertThat(fixture.rows("select count(*) from ~.gone_event_20200101")).containsExactly(List.of("0"));
    }

    private List<List<String>> tablesOf(LocalDate day) throws SQLException {
        return fixture.rows("select relname from pg_class c join pg_namespace s on s.oid = c.relnamespace"
                + " where s.nspname = '~' and c.relkind = 'r' and relname like '%\\_" + name(day) + "'");
    }

    private static String name(LocalDate day) {
        return day.toString().replace("-", "");
    }
}
