package dev.pawl.ledger;

/** Every statement of a batch. Locks are taken in this order: operations by id, counters by key, effects' counters. */
final class LedgerSql {

    private LedgerSql() {}

    /** Short limits inside every transaction: a stopped process elsewhere must not stop this one. */
    static final String BEGIN = """
            begin;
            set local lock_timeout = '500ms';
            set local statement_timeout = '2s';
            set local idle_in_transaction_session_timeout = '3s';
            select now()
            """;

    static final String COMMIT = "commit";

    static final String ROLLBACK = "rollback";

    private static final String COLUMNS = """
            id, scope, source, account, type, key, generation, reference, machine, state, status, attention::text,
            occurred_at, version, seq, fields::text, fingerprint::text, deliveries, duplicates, conflicts,
            next_check_at, expires_at, checks, check_claim, tombstone, latest_generation, created_at, updated_at,
            correlation_id
            """;

    /** Rows locked elsewhere are left out: they must not hold up the batch. */
    static final String LOCK_FREE = "select " + COLUMNS + """
                    from ${schema}.operation
                    where id = any($1)
                    order by id
                    for update skip locked
                    """;

    /** Only looks: what is decided on it is never written. */
    static final String LOOK = "select " + COLUMNS + """
                    from ${schema}.operation
                    where id = any($1)
                    """;

    /** Waits for rows locked elsewhere, within lock_timeout. */
    static final String LOCK_WAITING = "select " + COLUMNS + """
                    from ${schema}.operation
                    where id = any($1)
                    order by id
                    for update
                    """;

    /** In id order, so that two batches creating the same operations wait for each other in one direction only. */
    static final String INSERT_OPERATIONS = """
            insert into ${schema}.operation (
                id, scope, source, account, type, key, generation, reference, machine, state, status, attention,
                occurred_at, version, seq, fields, fingerprint, deliveries, duplicates, conflicts,
                next_check_at, expires_at, checks, check_claim, tombstone, latest_generation, created_at, updated_at,
                correlation_id)
            select
                id, scope, source, account, type, key, generation, reference, machine, state, status, attention::jsonb,
                occurred_at, version, seq, fields::jsonb, fingerprint::jsonb, deliveries, duplicates, conflicts,
                next_check_at, expires_at, checks, check_claim, tombstone, latest_generation, now(), now(), correlation_id
            from unnest(
                $1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::int[], $8::text[], $9::text[],
                $10::text[], $11::text[], $12::text[], $13::timestamptz[], $14::bigint[], $15::int[], $16::text[],
                $17::text[], $18::int[], $19::int[], $20::int[], $21::timestamptz[], $22::timestamptz[], $23::int[],
                $24::uuid[], $25::bool[], $26::int[], $27::text[])
            as o (
                id, scope, source, account, type, key, generation, reference, machine, state, status, attention,
                occurred_at, version, seq, fields, fingerprint, deliveries, duplicates, conflicts,
                next_check_at, expires_at, checks, check_claim, tombstone, latest_generation, correlation_id)
            order by id
            on conflict (id) do nothing
            returning id
            """;

    static final String UPDATE_OPERATIONS = """
            update ${schema}.operation o set
                reference = u.reference, state = u.state, status = u.status, attention = u.attention::jsonb,
                occurred_at = u.occurred_at, version = u.version, seq = u.seq, fields = u.fields::jsonb,
                fingerprint = u.fingerprint::jsonb, deliveries = u.deliveries, duplicates = u.duplicates,
                conflicts = u.conflicts, next_check_at = u.next_check_at, expires_at = u.expires_at,
                checks = u.checks, check_claim = u.check_claim, tombstone = u.tombstone,
                latest_generation = u.latest_generation, updated_at = u.updated_at
            from unnest(
                $1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::timestamptz[], $7::bigint[], $8::int[],
                $9::text[], $10::text[], $11::int[], $12::int[], $13::int[], $14::timestamptz[], $15::timestamptz[],
                $16::int[], $17::uuid[], $18::bool[], $19::int[], $20::timestamptz[])
            as u (
                id, reference, state, status, attention, occurred_at, version, seq,
                fields, fingerprint, deliveries, duplicates, conflicts, next_check_at, expires_at,
                checks, check_claim, tombstone, latest_generation, updated_at)
            where o.id = u.id
            """;

    static final String INSERT_DELIVERIES = """
            insert into ${schema}.delivery (
                received_on, id, source, received_at, secret, headers, body, cause, effects_off, traceparent,
                correlation_id, tracestate)
            select
                received_on, id, source, received_at, secret, headers::jsonb, body, cause, effects_off, traceparent,
                correlation_id, tracestate
            from unnest(
                $1::date[], $2::uuid[], $3::text[], $4::timestamptz[], $5::int[], $6::text[], $7::bytea[], $8::text[],
                $9::bool[], $10::text[], $11::text[], $12::text[])
            as d (
                received_on, id, source, received_at, secret, headers, body, cause, effects_off, traceparent,
                correlation_id, tracestate)
            """;

    static final String INSERT_EVENTS = """
            insert into ${schema}.event (
                received_on, delivery_id, n, run, source, event_id, event_type, operation_id, state, occurred_at,
                verdict, reason, detail, at)
            select
                received_on, delivery_id, n, 0, source, event_id, event_type, operation_id, state, occurred_at,
                verdict, reason, detail::jsonb, now()
            from unnest(
                $1::date[], $2::uuid[], $3::int[], $4::text[], $5::text[], $6::text[], $7::uuid[],
                $8::text[], $9::timestamptz[], $10::text[], $11::text[], $12::text[])
            as v (
                received_on, delivery_id, n, source, event_id, event_type, operation_id,
                state, occurred_at, verdict, reason, detail)
            """;

    /** Of deliveries that are stored: beside them, or among what is kept where their partition is gone. */
    static final String INSERT_LATER_EVENTS = """
            with said as materialized (
                select v.*,
                    1 + (
                        select coalesce(max(e.run), -1)
                        from ${schema}.event_all e
                        where e.received_on = v.received_on and e.delivery_id = v.delivery_id) as run,
                    exists (
                        select 1
                        from ${schema}.delivery d
                        where d.received_on = v.received_on and d.id = v.delivery_id) as in_place
                from unnest(
                    $1::date[], $2::uuid[], $3::int[], $4::text[], $5::text[], $6::text[], $7::uuid[],
                    $8::text[], $9::timestamptz[], $10::text[], $11::text[], $12::text[], $13::bool[])
                as v (
                    received_on, delivery_id, n, source, event_id, event_type, operation_id,
                    state, occurred_at, verdict, reason, detail, retried)
            ), kept as (
                insert into ${schema}.event_kept (
                    received_on, delivery_id, n, run, source, event_id, event_type, operation_id, state, occurred_at,
                    verdict, reason, detail, at, retried)
                select
                    received_on, delivery_id, n, run, source, event_id, event_type, operation_id, state, occurred_at,
                    verdict, reason, detail::jsonb, now(), retried
                from said
                where not in_place)
            insert into ${schema}.event (
                received_on, delivery_id, n, run, source, event_id, event_type, operation_id, state, occurred_at,
                verdict, reason, detail, at, retried)
            select
                received_on, delivery_id, n, run, source, event_id, event_type, operation_id, state, occurred_at,
                verdict, reason, detail::jsonb, now(), retried
            from said
            where in_place
            """;

    static final String INSERT_TRANSITIONS = """
            insert into ${schema}.transition (
                operation_id, seq, kind, from_state, to_state, cause, correction, actor, reason, delivery_id, detail,
                configuration, effects_off, at)
            select
                operation_id, seq, kind, from_state, to_state, cause, correction, actor, reason, delivery_id, detail::jsonb,
                $12, effects_off, now()
            from unnest(
                $1::uuid[], $2::int[], $3::text[], $4::text[], $5::text[], $6::text[], $7::bool[], $8::text[], $9::text[],
                $10::uuid[], $11::text[], $13::bool[])
            as t (
                operation_id, seq, kind, from_state, to_state, cause, correction, actor, reason, delivery_id, detail,
                effects_off)
            """;

    /** The operations are locked, so that nobody else takes the numbers. */
    static final String INSERT_ATTEMPTS = """
            insert into ${schema}.attempt (operation_id, kind, subject, n, cause, outcome, error, took_ms, at)
            select
                t.operation_id, t.kind, t.subject,
                coalesce((
                    select max(a.n)
                    from ${schema}.attempt a
                    where a.operation_id = t.operation_id and a.kind = t.kind and a.subject = t.subject), 0)
                    + row_number() over (partition by t.operation_id, t.kind, t.subject order by t.place),
                t.cause, t.outcome, t.error, t.took_ms, now()
            from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::int[]) with ordinality
            as t (operation_id, kind, subject, cause, outcome, error, took_ms, place)
            """;

    static final String INSERT_AUDIT = """
            insert into ${schema}.audit (actor, action, subject, reason)
            select actor, action, subject, reason
            from unnest($1::text[], $2::text[], $3::text[], $4::text[]) as a (actor, action, subject, reason)
            """;

    static final String COUNT = """
            insert into ${schema}.counter as c (slot, source, kind, name, n, at)
            select $1, source, kind, name, n, now()
            from unnest($2::text[], $3::text[], $4::text[], $5::bigint[]) as d (source, kind, name, n)
            on conflict (slot, source, kind, name) do update set n = c.n + excluded.n, at = excluded.at
            """;

    /** Rows somebody else looks at just now are left out: they are tried by whoever has them. */
    static final String LOCK_PARKED = """
            select
                delivery_id, n, received_on, operation_id, generation, first_id, source, event_id, event_type,
                assertion::text, overdue_at, overdue, traceparent, correlation_id, effects_off, actor, reason, tracestate
            from ${schema}.parked
            where operation_id = any($1)
            order by parked_at, delivery_id, n
            for update skip locked
            """;

    static final String INSERT_PARKED = """
            insert into ${schema}.parked (
                delivery_id, n, received_on, operation_id, generation, first_id, source, event_id, event_type,
                assertion, due_at, overdue_at, traceparent, correlation_id, effects_off, actor, reason, tracestate)
            select
                delivery_id, n, received_on, operation_id, generation, first_id, source, event_id, event_type,
                assertion::jsonb, least(now() + interval '30 seconds', overdue_at), overdue_at, traceparent,
                correlation_id, effects_off, actor, reason, tracestate
            from unnest(
                $1::uuid[], $2::int[], $3::date[], $4::uuid[], $5::int[], $6::uuid[], $7::text[], $8::text[], $9::text[],
                $10::text[], $11::timestamptz[], $12::text[], $13::text[], $14::bool[], $15::text[], $16::text[],
                $17::text[])
            as p (
                delivery_id, n, received_on, operation_id, generation, first_id, source, event_id, event_type,
                assertion, overdue_at, traceparent, correlation_id, effects_off, actor, reason, tracestate)
            """;

    static final String MARK_OVERDUE = """
            update ${schema}.parked p set overdue = true
            from unnest($1::uuid[], $2::int[]) as o (delivery_id, n)
            where p.delivery_id = o.delivery_id and p.n = o.n
            """;

    /** Takes rows away and counts them in one statement, since those of a delivery read again are not known. */
    static final String DELETE_PARKED = """
            with gone as (
                delete from ${schema}.parked p
                using unnest($1::uuid[], $2::int[]) as g (delivery_id, n)
                where p.delivery_id = g.delivery_id and (g.n < 0 or p.n = g.n)
                returning p.source, p.overdue)
            insert into ${schema}.counter as c (slot, source, kind, name, n, at)
            select $3, d.source, d.kind, d.name, -d.n, now()
            from (
                select source, 'parked' as kind, 'waiting' as name, count(*) as n from gone group by source
                union all
                select source, 'attention-by', 'parked-events', count(*) from gone where overdue group by source) d
            order by d.source, d.kind
            on conflict (slot, source, kind, name) do update set n = c.n + excluded.n, at = excluded.at
            """;

    /** The history of what became a tombstone; its effects are all done or canceled. */
    static final String DELETE_TRANSITIONS = "delete from ${schema}.transition where operation_id = any($1)";

    static final String DELETE_ATTEMPTS = "delete from ${schema}.attempt where operation_id = any($1)";

    static final String DELETE_OPERATIONS = "delete from ${schema}.operation where id = any($1)";

    /** From yesterday on, so that clocks may differ; the function limits its own waiting for locks. */
    static final String MAKE_PARTITIONS = "select ${schema}.make_partitions((now() at time zone 'UTC')::date - 1, 16)";
}
