package dev.pawl.ledger;

/** The statements about effects. */
final class EffectSql {

    private EffectSql() {}

    /**
     * Which SQL effects may run now: an earlier one of that name and operation goes first, and one that runs once must
     * not have been there.
     */
    static final String MAY_RUN = """
            select f.operation_id, f.seq, f.name
            from unnest($1::uuid[], $2::int[], $3::text[], $4::bool[]) as f (operation_id, seq, name, once)
            where not exists (
                select 1 from ${schema}.effect e
                where e.operation_id = f.operation_id and e.name = f.name and (f.once or e.state = 'pending'))
            """;

    /** Which of these operations have had which of these effects, be it long ago: of one that runs once a row stays. */
    static final String HAD = """
            select distinct operation_id, name
            from ${schema}.effect
            where operation_id = any($1) and name = any($2)
            """;

    /**
     * Writes the effects and counts the open ones in one statement, since an effect that runs once may be there already; so
     * may any, when it is made after the fact. One that is done keeps a claim where its operation is to be told.
     */
    static final String INSERT_EFFECTS = """
            with written as (
                insert into ${schema}.effect (
                    operation_id, seq, name, source, webhook_id, kind, state, payload, attempts, due_at, created_at,
                    last_attempt_at, finished_at, claim, traceparent, correlation_id, tracestate)
                select operation_id, seq, name, source, webhook_id, kind, case when done then 'done' else 'pending' end, payload,
                    case when done then 1 else 0 end, now() + delay * interval '1 millisecond', now(),
                    case when done then now() end, case when done then now() end,
                    case when done and telling then gen_random_uuid() end, traceparent, correlation_id, tracestate
                from unnest(
                    $1::uuid[], $2::int[], $3::text[], $4::text[], $5::text[], $6::bytea[], $7::bool[], $8::bool[],
                    $10::bool[], $11::text[], $12::text[], $13::bigint[], $14::text[], $15::text[])
                as f (
                    operation_id, seq, name, source, webhook_id, payload, once, done, telling, traceparent,
                    correlation_id, delay, kind, tracestate)
                where not (f.once and exists (
                    select 1 from ${schema}.effect e where e.operation_id = f.operation_id and e.name = f.name))
                on conflict (operation_id, seq, name) do nothing
                returning source, state)
            insert into ${schema}.counter as c (slot, source, kind, name, n, at)
            select $9, source, 'effect', 'pending', count(*), now()
            from written
            where state = 'pending'
            group by source
            order by source
            on conflict (slot, source, kind, name) do update set n = c.n + excluded.n, at = excluded.at
            """;

    /** The effects of operations that are locked already, so that a decision about them holds. */
    static final String LOCK_EFFECTS = """
            select operation_id, seq, name, source, state, claim is not null and due_at > now() as claimed, unsure, orphan,
                finished_at, octet_length(payload) = 0 as blank, traceparent, correlation_id, tracestate
            from ${schema}.effect
            where operation_id = any($1)
            order by operation_id, seq, name
            for update
            """;

    /**
     * What was decided about effects that exist. Cancelling one calls the next of its name, as any ending does. Whether the
     * receiver has it is as doubtful as before when it is tried again, but for one given up that is permitted.
     */
    static final String CHANGE_EFFECTS = """
            with change as materialized (
                select *
                from unnest($1::uuid[], $2::int[], $3::text[], $4::text[]) as c (operation_id, seq, name, kind)
            ), changed as (
                update ${schema}.effect e set
                    state = case
                        when c.kind in ('retry', 'permit') then 'pending'
                        when c.kind = 'cancel' then 'canceled'
                        else e.state
                    end,
                    claim = case when c.kind in ('retry', 'permit', 'cancel') then null else e.claim end,
                    attempts = case when c.kind in ('retry', 'permit') then 0 else e.attempts end,
                    due_at = case when c.kind in ('retry', 'permit', 'cancel') then now() else e.due_at end,
                    unsure = case
                        when c.kind = 'cancel' or (c.kind = 'permit' and e.state in ('rejected', 'dead')) then false
                        when c.kind in ('retry', 'permit') then e.unsure or (e.state = 'pending' and e.claim is not null)
                        else e.unsure
                    end,
                    orphan = case c.kind when 'orphan' then true else false end,
                    finished_at = case
                        when c.kind in ('retry', 'permit') then null
                        when c.kind = 'cancel' then now()
                        else e.finished_at
                    end
                from change c
                where e.operation_id = c.operation_id and e.seq = c.seq and e.name = c.name
                returning e.operation_id, e.seq, e.name, c.kind
            )
            update ${schema}.effect n set due_at = now()
            from changed c
            where c.kind = 'cancel' and n.operation_id = c.operation_id and n.name = c.name and n.state = 'pending'
                and n.claim is null
                and not exists ( -- a row is written once in a statement
                    select 1
                    from change x
                    where x.operation_id = n.operation_id and x.seq = n.seq and x.name = n.name)
                and n.seq = (
                    select min(s.seq)
                    from ${schema}.effect s
                    where s.operation_id = c.operation_id and s.name = c.name and s.seq > c.seq and s.state = 'pending'
                        and not exists (
                            select 1
                            from change x
                            where x.operation_id = s.operation_id and x.seq = s.seq and x.name = s.name
                                and x.kind = 'cancel'))
            """;

    /** What is over goes. Of those that run once one row stays, without what it said: the operation may come back. */
    static final String DELETE_EFFECTS = """
            with kept as materialized (
                select distinct on (e.operation_id, e.name) e.operation_id, e.seq, e.name
                from ${schema}.effect e
                where e.operation_id = any($1) and e.name = any($2)
                order by e.operation_id, e.name, e.seq
            ), blanked as (
                update ${schema}.effect e set
                    payload = '', last_error = null, traceparent = null, correlation_id = null, tracestate = null
                from kept k
                where e.operation_id = k.operation_id and e.seq = k.seq and e.name = k.name
                    and e.state in ('done', 'canceled')
            )
            delete from ${schema}.effect e
            where e.operation_id = any($1) and e.state in ('done', 'canceled')
                and not exists (
                    select 1
                    from kept k
                    where k.operation_id = e.operation_id and k.seq = e.seq and k.name = e.name)
            """;
}
