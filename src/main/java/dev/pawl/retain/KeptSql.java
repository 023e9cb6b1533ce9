package dev.pawl.retain;

/**
 * Copies what is in doubt out of a day's partitions, in small batches: what is doubtful is found by its own small index, in
 * the order of a key, and the batch after begins behind the last key.
 */
final class KeptSql {

    private KeptSql() {}

    /** {@code found} has the day and the ids of the deliveries. Copying twice is copying once. */
    private static final String KEEP = """
            ), deliveries as (
                insert into ${schema}.delivery_kept (
                    received_on, id, source, received_at, secret, headers, body, cause, effects_off, traceparent,
                    correlation_id, tracestate)
                select
                    d.received_on, d.id, d.source, d.received_at, d.secret, d.headers, d.body, d.cause, d.effects_off,
                    d.traceparent, d.correlation_id, d.tracestate
                from found f
                join ${schema}.delivery_${day} d on d.received_on = f.received_on and d.id = f.delivery_id
                on conflict (received_on, id) do nothing
            ), events as (
                insert into ${schema}.event_kept (
                    received_on, delivery_id, n, run, source, event_id, event_type, operation_id, state, occurred_at,
                    verdict, reason, detail, at, retried)
                select
                    e.received_on, e.delivery_id, e.n, e.run, e.source, e.event_id, e.event_type, e.operation_id, e.state,
                    e.occurred_at, e.verdict, e.reason, e.detail, e.at, e.retried
                from found f
                join ${schema}.event_${day} e on e.received_on = f.received_on and e.delivery_id = f.delivery_id
                on conflict (received_on, delivery_id, n, run) do nothing
            """;

    /**
     * Nobody waits for these commits to reach the disk, and they do not make those of webhooks wait: what is lost is done
     * again, and whatever is committed later and matters (DROP always does) takes them along.
     */
    private static final String IN_NO_HURRY = "set_config('synchronous_commit', 'off', true)";

    private static final String SEEN = """
            )
            select (select count(*) from doubtful)::int, (select key from doubtful order by key desc limit 1),
            """ + IN_NO_HURRY;

    /**
     * Whether there is a doubt about {@code s.id} of {@code s.received_on}, by the events of this relation. OFFSET 0 changes no
     * answer; without it the planner, which counts every partition for every delivery, reads all events of all days instead.
     */
    private static String inDoubt(String events) {
        return """
                (exists (select 1 from ${schema}.parked p where p.delivery_id = s.id)
                    or exists (
                        select 1
                        from %1$s e
                        left join ${schema}.operation o on o.id = e.operation_id
                        where e.received_on = s.received_on and e.delivery_id = s.id
                            and (o.attention is not null
                                or o.status in ('processing', 'unknown')
                                or exists (
                                    select 1
                                    from ${schema}.effect f
                                    where f.operation_id = e.operation_id and f.state not in ('done', 'canceled'))
                                or (e.verdict = 'invalid' or e.reason = 'beyond-retention') and not exists (
                                    select 1
                                    from %1$s l
                                    where l.received_on = e.received_on and l.delivery_id = e.delivery_id
                                        and l.run > e.run and not l.retried))
                        offset 0))
                """.formatted(events);
    }

    private static final String OF_OPERATIONS = """
            ), found as materialized (
                select distinct e.received_on, e.delivery_id
                from doubtful o
                join ${schema}.event_${day} e on e.operation_id = o.key
            """;

    private static final String OF_DELIVERIES = """
            ), found as materialized (
                select $3::date as received_on, o.key as delivery_id
                from doubtful o
            """;

    /** Operations with attention, or still without an end. */
    static final String OPEN_OPERATIONS = """
            with doubtful as materialized (
                select o.id as key
                from ${schema}.operation o
                where (o.attention is not null or o.status in ('processing', 'unknown')) and o.id > $1
                order by o.id
                limit $2
            """ + OF_OPERATIONS + KEEP + SEEN;

    static final String OPEN_EFFECTS = """
            with doubtful as materialized (
                select distinct e.operation_id as key
                from ${schema}.effect e
                where e.state not in ('done', 'canceled') and e.operation_id > $1
                order by e.operation_id
                limit $2
            """ + OF_OPERATIONS + KEEP + SEEN;

    static final String PARKED = """
            with doubtful as materialized (
                select distinct p.delivery_id as key
                from ${schema}.parked p
                where p.received_on = $3 and p.delivery_id > $1
                order by p.delivery_id
                limit $2
            """ + OF_DELIVERIES + KEEP + SEEN;

    /** What the newest reading could not make sense of. */
    static final String INVALID = byNewestReading("e.verdict = 'invalid'");

    /** What the newest reading took for the repetition of something forgotten, perhaps: there is no operation to tell. */
    static final String BEYOND_RETENTION = byNewestReading("e.reason = 'beyond-retention'");

    private static String byNewestReading(String doubt) {
        return """
            with doubtful as materialized (
                select distinct e.delivery_id as key
                from ${schema}.event_${day} e
                where %s and e.received_on = $3 and e.delivery_id > $1 and not exists (
                    select 1
                    from ${schema}.event_${day} l
                    where l.received_on = e.received_on and l.delivery_id = e.delivery_id and l.run > e.run
                        and not l.retried)
                order by e.delivery_id
                limit $2
            """.formatted(doubt) + OF_DELIVERIES + KEEP + SEEN;
    }

    /**
     * Empties bodies of some sources in one day, walking the whole partition by id. What is in doubt in this moment is kept
     * aside by the same statement: there is no moment between looking and emptying in which a doubt could come too late.
     */
    static final String EMPTY_BODIES = """
            with part as materialized (
                select d.received_on, d.id, d.source
                from ${schema}.delivery_${day} d
                where d.id > $1
                order by d.id
                limit $2
            ), old as materialized (
                select d.received_on, d.id
                from part s
                join ${schema}.delivery_${day} d on d.received_on = s.received_on and d.id = s.id
                where s.source = any($3) and d.body is not null
            ), found as materialized (
                select s.received_on, s.id as delivery_id
                from old s
                where
            """ + inDoubt("${schema}.event_${day}") + KEEP + """
            ), emptied as (
                update ${schema}.delivery_${day} d set body = null
                from old s
                where d.received_on = s.received_on and d.id = s.id)
            select (select count(*) from part)::int, (select id from part order by id desc limit 1),
            """ + IN_NO_HURRY;

    static final String NEXT_OF_DAY = "select id from ${schema}.delivery_${day} where id > $1 order by id limit 1";

    static final String NEXT_KEPT = "select id from ${schema}.delivery_kept where id > $1 order by id limit 1";

    /** Kept deliveries whose doubt is over and whose time is, too; seconds by source, and for the others. */
    static final String CLEAN_UP = """
            with part as materialized (
                select k.received_on, k.id, k.source, k.received_at
                from ${schema}.delivery_kept k
                where k.id > $1
                order by k.id
                limit $2
            ), clear as materialized (
                select s.received_on, s.id
                from part s
                left join unnest($3::text[], $4::bigint[]) as r (source, seconds) on r.source = s.source
                where (s.received_on + 1)::timestamp at time zone 'UTC'
                        <= now() - coalesce(r.seconds, $5::bigint) * interval '1 second'
                    and not
            """ + inDoubt("${schema}.event_all") + """
            ), events as (
                delete from ${schema}.event_kept e
                using clear v
                where e.received_on = v.received_on and e.delivery_id = v.id
            ), deliveries as (
                delete from ${schema}.delivery_kept d
                using clear v
                where d.received_on = v.received_on and d.id = v.id)
            select (select count(*) from part)::int, (select id from part order by id desc limit 1),
            """ + IN_NO_HURRY;

    /** Events of a replay whose delivery went in the same moment. */
    static final String CLEAN_UP_ALONE = """
            with alone as materialized (
                select k.received_on, k.delivery_id, k.n, k.run
                from ${schema}.event_kept k
                where k.at < now() - interval '1 day' and not exists (
                    select 1 from ${schema}.delivery_kept d where d.received_on = k.received_on and d.id = k.delivery_id)
                limit $1)
            delete from ${schema}.event_kept k
            using alone a
            where k.received_on = a.received_on and k.delivery_id = a.delivery_id and k.n = a.n and k.run = a.run
            """;
}
