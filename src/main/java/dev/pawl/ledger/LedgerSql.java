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
            next_check_at, expires_at, checks, check_claim, tombstone, latest_generation, created_at, updated_at
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
                next_check_at, expires_at, checks, check_claim, tombstone, latest_generation, created_at, updated_at)
            select
                id, scope, source, account, type, key, generation, reference, machine, state, status, attention::jsonb,
                occurred_at, version, seq, fields::jsonb, fingerprint::jsonb, deliveries, duplicates, conflicts,
                next_check_at, expires_at, checks, check_claim, tombstone, latest_generation, now(), now()
            from unnest(
                $1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::int[], $8::text[], $9::text[],
                $10::text[], $11::text[], $12::text[], $13::timestamptz[], $14::bigint[], $15::int[], $16::text[],
                $17::text[], $18::int[], $19::int[], $20::int[], $21::timestamptz[], $22::timestamptz[], $23::int[],
                $24::uuid[], $25::bool[], $26::int[])
            as o (
                id, scope, source, account, type, key, generation, reference, machine, state, status, attention,
                occurred_at, version, seq, fields, fingerprint, deliveries, duplicates, conflicts,
                next_check_at, expires_at, checks, check_claim, tombstone, latest_generation)
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
            insert into ${schema}.delivery (received_on, id, source, received_at, secret, headers, body)
            select received_on, id, source, received_at, secret, headers::jsonb, body
            from unnest($1::date[], $2::uuid[], $3::text[], $4::timestamptz[], $5::int[], $6::text[], $7::bytea[])
            as d (received_on, id, source, received_at, secret, headers, body)
            """;

    static final String INSERT_EVENTS = """
            insert into ${schema}.event (
                received_on, delivery_id, n, run, source, event_id, event_type, operation_id, state, occurred_at,
                verdict, reason, detail, at)
            select
                received_on, delivery_id, n,
                case when replay then (
                    select coalesce(max(e.run), -1) + 1
                    from ${schema}.event e
                    where e.received_on = v.received_on and e.delivery_id = v.delivery_id)
                else 0 end,
                source, event_id, event_type, operation_id, state, occurred_at, verdict, reason, detail::jsonb, now()
            from unnest(
                $1::date[], $2::uuid[], $3::int[], $4::bool[], $5::text[], $6::text[], $7::text[], $8::uuid[],
                $9::text[], $10::timestamptz[], $11::text[], $12::text[], $13::text[])
            as v (
                received_on, delivery_id, n, replay, source, event_id, event_type, operation_id,
                state, occurred_at, verdict, reason, detail)
            """;

    static final String INSERT_TRANSITIONS = """
            insert into ${schema}.transition (
                operation_id, seq, kind, from_state, to_state, cause, correction, actor, reason, delivery_id, detail,
                configuration, at)
            select
                operation_id, seq, kind, from_state, to_state, cause, correction, actor, reason, delivery_id, detail::jsonb,
                $12, now()
            from unnest(
                $1::uuid[], $2::int[], $3::text[], $4::text[], $5::text[], $6::text[], $7::bool[], $8::text[], $9::text[],
                $10::uuid[], $11::text[])
            as t (
                operation_id, seq, kind, from_state, to_state, cause, correction, actor, reason, delivery_id, detail)
            """;

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

    /** Writes the effects and counts the open ones in one statement, since an effect that runs once may be there already. */
    static final String INSERT_EFFECTS = """
            with written as (
                insert into ${schema}.effect (
                    operation_id, seq, name, source, webhook_id, state, payload, attempts, due_at, created_at,
                    last_attempt_at, finished_at)
                select operation_id, seq, name, source, webhook_id, case when done then 'done' else 'pending' end, payload,
                    case when done then 1 else 0 end, now(), now(), case when done then now() end, case when done then now() end
                from unnest(
                    $1::uuid[], $2::int[], $3::text[], $4::text[], $5::text[], $6::bytea[], $7::bool[], $8::bool[])
                as f (operation_id, seq, name, source, webhook_id, payload, once, done)
                where not (f.once and exists (
                    select 1 from ${schema}.effect e where e.operation_id = f.operation_id and e.name = f.name))
                returning source, state)
            insert into ${schema}.counter as c (slot, source, kind, name, n, at)
            select $9, source, 'effect', 'pending', count(*), now()
            from written
            where state = 'pending'
            group by source
            order by source
            on conflict (slot, source, kind, name) do update set n = c.n + excluded.n, at = excluded.at
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

    /** From yesterday on, so that clocks may differ; the function limits its own waiting for locks. */
    static final String MAKE_PARTITIONS = "select ${schema}.make_partitions((now() at time zone 'UTC')::date - 1, 16)";
}
