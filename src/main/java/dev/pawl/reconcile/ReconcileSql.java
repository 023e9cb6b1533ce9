package dev.pawl.reconcile;

import dev.pawl.ledger.SchemaName;

/**
 * The statements of asking and expiring. Each is a transaction of its own. The bucket is locked before operations, and
 * operations that somebody holds are left out, so that no two statements wait for each other.
 */
final class ReconcileSql {

    /**
     * Takes questions that are due, as far as places and tokens go. A question under way holds its operation until the end
     * of its lease; whoever is overtaken by that has another claim than the row. What is due to expire is asked about, too.
     *
     * <p>$1 the first of the source's names, under which all replicas have one bucket whatever they call it, $2 types, $3 tokens a second, $4 most tokens, $5 places, $6 lease in ms, $7 the source's names: each is a
     * walk of its own along the index, and so is each type. One row per question, or one without; none where the source has no bucket yet.
     */
    private static final String CLAIM = """
            with bucket as materialized (
                select s.source,
                    least($4::float8, coalesce(
                        s.tokens + $3::float8 * greatest(0, extract(epoch from now() - s.tokens_at)::float8), $4::float8))
                        as tokens,
                    greatest(s.tokens_at, now()) as tokens_at, -- another replica's clock reading may be newer than ours
                    greatest(0, ceil(extract(epoch from s.asking_paused_until - now()) * 1000))::bigint as paused
                from ${schema}.source_state s
                where s.source = $1
                for update
            ), room as materialized (
                select case when b.paused > 0 then 0 else least($5::int, floor(b.tokens)::int) end as places
                from bucket b
            ), checks as materialized (
                select c.id, c.due
                from unnest($7::text[]) n(source)
                cross join unnest($2::text[]) t(type)
                cross join lateral (
                    select o.id, o.next_check_at as due
                    from ${schema}.operation o
                    where o.source = n.source and o.type = t.type and o.next_check_at <= now()
                        and (o.status in ('processing', 'unknown', 'expired')
                            or o.attention ?| array['conflict', 'contradicted', 'undecided'])
                    order by o.next_check_at
                    limit coalesce((select r.places from room r), 0)
                    for update skip locked
                ) c
            ), expiries as materialized (
                select e.id, e.due
                from unnest($7::text[]) n(source)
                cross join lateral (
                    select o.id, o.expires_at as due
                    from ${schema}.operation o
                    where o.source = n.source and o.expires_at <= now() and o.type = any($2::text[])
                        and not o.tombstone
                        and o.status in ('processing', 'unknown') and o.check_claim is null
                    order by o.expires_at
                    limit coalesce((select r.places from room r), 0)
                    for update skip locked
                ) e
            ), due as materialized (
                select d.id
                from (select id, due from checks union all select id, due from expiries) d
                group by d.id
                order by min(d.due)
                limit coalesce((select r.places from room r), 0)
            ), taken as (
                update ${schema}.operation o set
                    check_claim = gen_random_uuid(),
                    next_check_at = now() + $6::bigint * interval '1 millisecond'
                from due d
                where o.id = d.id
                returning o.id, o.check_claim, o.account, o.type, o.key, o.machine, o.fields, o.seq, o.version,
                    o.occurred_at
            ), charged as (
                update ${schema}.source_state s set
                    tokens = b.tokens - (select count(*) from taken),
                    tokens_at = b.tokens_at
                from bucket b
                where s.source = b.source
            )
            select b.tokens - (select count(*) from taken) as tokens, b.paused, now() as asked_at,
                t.id, t.check_claim, t.account, t.type, t.key, t.machine, t.fields, t.seq, t.version, t.occurred_at
            from bucket b
            left join taken t on true
            """;

    private static final String MAKE_BUCKET = """
            insert into ${schema}.source_state (source, first_started_at) values ($1, now())
            on conflict (source) do nothing
            """;

    private static final String PAUSE = """
            update ${schema}.source_state s set
                asking_paused_until = greatest(s.asking_paused_until, now() + $2::bigint * interval '1 millisecond')
            where s.source = $1
            """;

    /** $2: types that the provider is asked about first. Behind the place of the batch before, whatever became of that. */
    private static final String EXPIRED = """
            select o.id, o.expires_at
            from ${schema}.operation o
            where o.source = $1 and o.expires_at <= now() and o.status = 'processing' and not o.tombstone
                and o.type <> all($2::text[])
                and o.expires_at >= $4::timestamptz and (o.expires_at, o.id) > ($4::timestamptz, $5::uuid)
            order by o.expires_at, o.id
            limit $3
            """;

    final String claim;
    final String makeBucket;
    final String pause;
    final String expired;

    ReconcileSql(SchemaName schema) {
        this.claim = schema.in(CLAIM);
        this.makeBucket = schema.in(MAKE_BUCKET);
        this.pause = schema.in(PAUSE);
        this.expired = schema.in(EXPIRED);
    }
}
