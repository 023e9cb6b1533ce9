package dev.pawl.service;

import static dev.pawl.service.JobWorld.BILLS;
import static dev.pawl.service.JobWorld.DAYS;
import static dev.pawl.service.JobWorld.DOUBTS;
import static dev.pawl.service.JobWorld.LATE;
import static dev.pawl.service.JobWorld.OLD;
import static dev.pawl.service.JobWorld.PAGES;
import static dev.pawl.service.JobWorld.PER_PAGE;
import static dev.pawl.service.JobWorld.TURNS;

import java.sql.SQLException;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** What has become of a {@link JobWorld}, and what should have. */
record JobOutcome(OwnDatabase database) {

    Set<String> moves() throws SQLException {
        return database.query("""
                select split_part(o.key, '-', 2) || ' ' || t.kind || ' ' || coalesce(t.from_state, '-') || ' ' || t.to_state
                    || ' ' || t.cause || ' ' || count(*)
                from pawl.transition t join pawl.operation o on o.id = t.operation_id
                group by split_part(o.key, '-', 2), t.kind, t.from_state, t.to_state, t.cause
                """);
    }

    Set<String> expectedMoves(int rounds) {
        return Set.of(
                "bill move - open delivery " + rounds * BILLS,
                "bill status processing expired schedule " + rounds * BILLS,
                "bill attention - expired schedule " + rounds * BILLS,
                "turn move - a delivery " + rounds * TURNS,
                "turn move b c delivery " + rounds * TURNS,
                "late move - a delivery " + rounds * LATE,
                "late attention - parked schedule " + rounds * LATE,
                "doubt move - open delivery " + rounds * DAYS * DOUBTS,
                "listed move - done backfill " + rounds * PAGES * PER_PAGE);
    }

    /** Those of parked and of listed ones. */
    Set<String> events() throws SQLException {
        return database.query("""
                select split_part(o.key, '-', 2) || ' ' || e.verdict || ' ' || e.retried || ' ' || count(*)
                    || ' of ' || count(distinct (o.id, e.state))
                from pawl.event_all e join pawl.operation o on o.id = e.operation_id
                where o.key ~ '-(turn|late|listed)-'
                group by split_part(o.key, '-', 2), e.verdict, e.retried
                """);
    }

    Set<String> expectedEvents(int rounds) {
        return Set.of(
                "turn applied false " + each(rounds * TURNS),
                "turn parked false " + each(rounds * TURNS),
                "turn applied true " + each(rounds * TURNS),
                "late applied false " + each(rounds * LATE),
                "late parked false " + each(rounds * LATE),
                "listed applied false " + each(rounds * PAGES * PER_PAGE));
    }

    private static String each(int count) {
        return count + " of " + count;
    }

    Set<String> effects() throws SQLException {
        return database.query("""
                select split_part(key, '-', 2) || ' ' || count(*) || ' of ' || count(distinct (key, seq))
                from public.seen group by split_part(key, '-', 2)
                """);
    }

    Set<String> expectedEffects(int rounds) {
        return Map.of(
                        "bill", 2 * BILLS,
                        "turn", 2 * TURNS,
                        "late", LATE,
                        "old", OLD,
                        "doubt", DAYS * DOUBTS,
                        "listed", PAGES * PER_PAGE)
                .entrySet()
                .stream()
                .map(one -> one.getKey() + " " + each(rounds * one.getValue()))
                .collect(Collectors.toSet());
    }

    Set<String> whatIsLeftOfOldDays() throws SQLException {
        return database.query("""
                select 'deliveries ' || count(*) || ' ' || count(distinct id) || ' with bodies ' || count(body)
                from pawl.delivery_all where received_on < current_date - 35
                union all
                select 'events ' || count(*) || ' of ' || count(distinct operation_id)
                from pawl.event_all where received_on < current_date - 35
                """);
    }

    Set<String> expectedOfOldDays(int rounds) {
        int deliveries = rounds * DAYS;
        int events = deliveries * DOUBTS;
        return Set.of(
                "deliveries " + deliveries + " " + deliveries + " with bodies " + deliveries,
                "events " + events + " of " + events);
    }

    /** What the status would say beside what there is. */
    Set<String> wrongCounters() throws SQLException {
        return new TreeSet<>(database.query("""
                with counted as (
                    select kind || ' ' || source || ' ' || name as what, sum(n) as n
                    from pawl.counter
                    where kind in ('status', 'attention', 'attention-by', 'parked')
                    group by kind, source, name
                    having sum(n) <> 0
                ), there as (
                    select 'status ' || source || ' ' || status as what, count(*) as n
                    from pawl.operation group by source, status
                    union all
                    select 'attention ' || source || ' open', count(*)
                    from pawl.operation where attention is not null group by source
                    union all
                    select 'attention-by ' || source || ' ' || reason, count(*)
                    from pawl.operation cross join lateral jsonb_object_keys(attention) reason group by source, reason
                    union all
                    select 'attention-by ' || source || ' parked-events', count(*)
                    from pawl.parked where overdue group by source
                    union all
                    select 'parked ' || source || ' waiting', count(*) from pawl.parked group by source
                )
                select coalesce(c.what, t.what) || ': ' || coalesce(c.n, 0) || ' counted, ' || coalesce(t.n, 0) || ' there'
                from counted c full join there t on t.what = c.what
                where c.n is distinct from t.n
                """));
    }
}
