package dev.pawl.dispatch;

import dev.pawl.ledger.SchemaName;

/**
 * The dispatcher's statements on the table {@code effect}. Each is a transaction of its own, but for
 * the end of an SQL effect, which shares that of the effect's statement. Rows are locked in the order
 * effects, counters, and a claim never waits for a lock, so that no two of them wait for each other.
 */
final class DispatchSql {

    /**
     * Takes what is due, at most so many of each effect. Of an operation's effects of one name only the earliest open one
     * may go: a later one is put off until that one is due again, or for a second while it is under way, so that a
     * backlog behind a failing receiver is not read again and again. Finishing the earlier one calls it back at once.
     *
     * <p>Doubtful is one whose last attempt may have arrived: it said so, or its lease ended without an outcome.
     *
     * <p>Always answers at least one row; its {@code next_in} is when the next effect becomes due, in milliseconds, be it one
     * that has no room now.
     */
    private static final String CLAIM = """
            with room as materialized (
                select r.name, r.places, r.lease
                from unnest($1::text[], $2::int[], $3::bigint[]) as r (name, places, lease)
            ), due as materialized (
                select f.operation_id, f.seq, f.name, f.doubtful, room.lease
                from room
                cross join lateral (
                    select e.operation_id, e.seq, e.name, e.unsure or e.claim is not null as doubtful
                    from ${schema}.effect e
                    where e.name = room.name and e.state = 'pending' and e.due_at <= now()
                    order by e.due_at
                    limit room.places
                    for update skip locked -- another replica's claim is not waited for
                ) f
            ), judged as materialized (
                select d.operation_id, d.seq, d.name, d.doubtful, d.lease, b.seq is not null as blocked,
                    case when b.claim is null then b.due_at end as blocker_due_at
                from due d
                left join lateral (
                    select e.seq, e.due_at, e.claim
                    from ${schema}.effect e
                    where e.operation_id = d.operation_id and e.name = d.name and e.seq < d.seq and e.state = 'pending'
                    order by e.seq
                    limit 1
                ) b on true
            ), taken as (
                update ${schema}.effect e set
                    claim = case when j.blocked then null else gen_random_uuid() end,
                    unsure = j.doubtful,
                    attempts = e.attempts + case when j.blocked then 0 else 1 end,
                    last_attempt_at = case when j.blocked then e.last_attempt_at else now() end,
                    due_at = case
                        when j.blocked then greatest(j.blocker_due_at, now() + interval '1 second')
                        else now() + j.lease * interval '1 millisecond'
                    end
                from judged j
                where e.operation_id = j.operation_id and e.seq = j.seq and e.name = j.name
                returning e.operation_id, e.seq, e.name, e.webhook_id, e.kind, e.attempts, e.claim, j.doubtful, e.traceparent,
                    e.correlation_id, e.tracestate, (extract(epoch from now() - e.created_at) * 1000)::bigint as age,
                    case when not j.blocked then e.payload end as payload
            ), later as (
                select ceil(extract(epoch from min(f.due_at) - now()) * 1000)::bigint as next_in
                from unnest($4::text[]) as known (name)
                cross join lateral (
                    select e.due_at
                    from ${schema}.effect e
                    where e.name = known.name and e.state = 'pending' and e.due_at > now()
                    order by e.due_at
                    limit 1
                ) f
            )
            select t.operation_id, t.seq, t.name, t.webhook_id, t.kind, t.attempts, t.claim, t.doubtful, t.traceparent, t.correlation_id,
                t.tracestate, t.age, t.payload, l.next_in
            from later l
            left join taken t on true
            """;

    /** Undoes a claim of which nothing was sent. What was in doubt before stays so. */
    private static final String GIVE_BACK = """
            update ${schema}.effect e set claim = null, attempts = e.attempts - 1, due_at = now()
            from unnest($1::uuid[], $2::int[], $3::text[], $4::uuid[]) as t (operation_id, seq, name, claim)
            where e.operation_id = t.operation_id and e.seq = t.seq and e.name = t.name
                and e.claim = t.claim and e.state = 'pending'
            """;

    /**
     * Writes outcomes down, for those claims that still hold. Releases the next effect of the operation and counts, in
     * the same transaction. One whose operation is to be told of the ending keeps its claim until that has happened; so does
     * one for which its operation says that it waits.
     */
    private static final String FINISH = """
            with outcome as materialized (
                select *
                from unnest(
                    $1::uuid[], $2::int[], $3::text[], $4::uuid[], $5::text[], $6::text[], $7::bigint[], $9::bool[],
                    $10::bool[], $11::bool[])
                as o (operation_id, seq, name, claim, state, error, pause, unsure, telling, counts)
            ), finished as (
                update ${schema}.effect e set
                    state = o.state,
                    claim = case
                        when o.telling then e.claim
                        when o.state <> 'pending' and exists (
                            select 1
                            from ${schema}.operation p
                            where p.id = e.operation_id and p.attention #>> '{parked,detail,effect}' = e.name
                                and p.attention #>> '{parked,detail,seq}' = e.seq::text)
                        then e.claim
                    end,
                    unsure = o.unsure,
                    attempts = e.attempts - case when o.counts then 0 else 1 end,
                    due_at = now() + o.pause * interval '1 millisecond',
                    last_error = o.error,
                    finished_at = case when o.state <> 'pending' then now() end
                from outcome o
                where e.operation_id = o.operation_id and e.seq = o.seq and e.name = o.name
                    and e.claim = o.claim and e.state = 'pending'
                returning e.operation_id, e.seq, e.name, e.source, e.state, o.claim
            ), released as (
                update ${schema}.effect n set due_at = now()
                from finished f
                where f.state <> 'pending' and n.operation_id = f.operation_id and n.name = f.name and n.state = 'pending'
                    and n.claim is null
                    and n.seq = (
                        select min(s.seq)
                        from ${schema}.effect s
                        where s.operation_id = f.operation_id and s.name = f.name and s.seq > f.seq and s.state = 'pending')
                returning n.operation_id
            ), counted as (
                insert into ${schema}.counter as c (slot, source, kind, name, n, at)
                select $8, d.source, 'effect', d.name, sum(d.n), now()
                from (
                    select f.source, 'pending' as name, -1 as n from finished f where f.state <> 'pending'
                    union all
                    select f.source, 'dead', 1 from finished f where f.state in ('rejected', 'dead')
                ) d
                group by d.source, d.name
                order by d.source, d.name -- one order for all replicas, or they would wait for each other
                on conflict (slot, source, kind, name) do update set n = c.n + excluded.n, at = excluded.at
            )
            select claim, exists (select from released) as released from finished
            """;

    /** Settled effects whose operations do not know yet; claimed for half a minute. */
    private static final String UNTOLD = """
            with untold as materialized (
                select e.operation_id, e.seq, e.name
                from ${schema}.effect e
                where e.state <> 'pending' and e.claim is not null and e.due_at <= now()
                order by e.due_at
                limit 100
                for update skip locked
            )
            update ${schema}.effect e set claim = gen_random_uuid(), due_at = now() + interval '30 seconds'
            from untold u
            where e.operation_id = u.operation_id and e.seq = u.seq and e.name = u.name
            returning e.operation_id, e.seq, e.name, e.claim, e.state, e.unsure, e.finished_at, e.last_error
            """;

    private static final String TOLD = """
            update ${schema}.effect e set claim = null
            from unnest($1::uuid[], $2::int[], $3::text[], $4::uuid[]) as t (operation_id, seq, name, claim)
            where e.operation_id = t.operation_id and e.seq = t.seq and e.name = t.name
                and e.claim = t.claim and e.state <> 'pending'
            """;

    /** What an operation has got since an effect was written. */
    private static final String READ_FIELDS = """
            select reference, fields::text
            from ${schema}.operation
            where id = $1
            """;

    /** From now on every attempt binds these. */
    private static final String FIX_VALUES = """
            update ${schema}.effect set payload = $5
            where operation_id = $1 and seq = $2 and name = $3 and claim = $4 and state = 'pending'
            """;

    /** Short limits, so that the application's locks hold up a place and not the dispatcher. Constraints speak at once. */
    static final String BEGIN = """
            begin;
            set local lock_timeout = '500ms';
            set local statement_timeout = '5s';
            set local idle_in_transaction_session_timeout = '10s';
            set constraints all immediate
            """;

    static final String COMMIT = "commit";
    static final String ROLLBACK = "rollback";

    final String claim;
    final String giveBack;
    final String finish;
    final String untold;
    final String told;
    final String readFields;
    final String fixValues;

    DispatchSql(SchemaName schema) {
        this.claim = schema.in(CLAIM);
        this.giveBack = schema.in(GIVE_BACK);
        this.finish = schema.in(FINISH);
        this.untold = schema.in(UNTOLD);
        this.told = schema.in(TOLD);
        this.readFields = schema.in(READ_FIELDS);
        this.fixValues = schema.in(FIX_VALUES);
    }
}
