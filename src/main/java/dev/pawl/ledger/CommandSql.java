package dev.pawl.ledger;

import java.util.List;

/** The statements about commands. Locks after those on operations: keys by id, then business identities, then answers. */
final class CommandSql {

    private CommandSql() {}

    static final String FIND_CLAIMS = """
            select
                c.id, c.source, c.caller, c.type, c.key, c.operation_id, c.state, c.fingerprint::text,
                coalesce(o.tombstone, true), r.ended, r.status, r.headers::text, r.body
            from ${schema}.claim c
            left join ${schema}.response r on r.operation_id = c.operation_id
            left join ${schema}.operation o on o.id = c.operation_id
            where c.id = any($1)
            """;

    /**
     * Of operations whose history goes, after those of failed were withdrawn: an answer holds their fields, but that there
     * was one for good stays, so that no key carries the command out again.
     */
    static final String EMPTY_ANSWERS = """
            insert into ${schema}.response (operation_id, ended, status, headers, body)
            select o.id, coalesce(r.ended, o.status), 410, '{}', ''
            from ${schema}.operation o
            left join ${schema}.response r on r.operation_id = o.id
            where o.id = any($1)
                and coalesce(r.ended, o.status) in ('completed', 'rejected')
                and exists (select 1 from ${schema}.claim c where c.operation_id = o.id)
            order by o.id
            on conflict (operation_id) do update set
                status = excluded.status, headers = excluded.headers, body = excluded.body
            """;

    static final String FIND_LAST_CLAIMS = """
            select distinct on (c.operation_id)
                c.id, c.source, c.caller, c.type, c.key, c.operation_id, c.state, c.fingerprint::text,
                exists (select 1 from ${schema}.unique_claim u where u.operation_id = c.operation_id)
            from ${schema}.claim c
            where c.operation_id = any($1)
            order by c.operation_id, c.created_at desc, c.id
            """;

    static final String LINK = """
            update ${schema}.operation o set new_of = l.of
            from unnest($1::uuid[], $2::uuid[]) as l (id, of)
            where o.id = l.id
            """;

    /** Everything about commands of operations that go as a whole. */
    static final List<String> FORGET = List.of(
            "delete from ${schema}.claim where operation_id = any($1)",
            "delete from ${schema}.unique_claim where operation_id = any($1)",
            "delete from ${schema}.response where operation_id = any($1)");

    static final String FIND_ANSWERS = """
            select operation_id, ended, status, headers::text, body
            from ${schema}.response
            where operation_id = any($1)
            """;

    static final String FIND_IDENTITIES = """
            select u.scope, u.type, u.value, u.operation_id, u.claim_id, c.source, c.caller, c.type, c.key
            from unnest($1::text[], $2::text[], $3::text[]) as w (scope, type, value)
            join ${schema}.unique_claim u on u.scope = w.scope and u.type = w.type and u.value = w.value
            join ${schema}.claim c on c.id = u.claim_id
            union
            select u.scope, u.type, u.value, u.operation_id, u.claim_id, c.source, c.caller, c.type, c.key
            from ${schema}.unique_claim u
            join ${schema}.claim c on c.id = u.claim_id
            where u.operation_id = any($4)
            """;

    static final String INSERT_CLAIMS = """
            insert into ${schema}.claim (id, source, caller, type, key, operation_id, state, fingerprint)
            select id, source, caller, type, key, operation_id, state, fingerprint::jsonb
            from unnest(
                $1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::uuid[], $7::text[], $8::text[])
            as c (id, source, caller, type, key, operation_id, state, fingerprint)
            order by id
            on conflict (id) do nothing
            returning id
            """;

    static final String FREE_IDENTITIES = "delete from ${schema}.unique_claim where operation_id = any($1)";

    static final String INSERT_IDENTITIES = """
            insert into ${schema}.unique_claim (scope, type, value, operation_id, claim_id)
            select scope, type, value, operation_id, claim_id
            from unnest($1::text[], $2::text[], $3::text[], $4::uuid[], $5::uuid[])
            as u (scope, type, value, operation_id, claim_id)
            order by scope, type, value
            on conflict (scope, type, value) do nothing
            returning scope, type, value
            """;

    static final String WITHDRAW_ANSWERS =
            "delete from ${schema}.response where operation_id = any($1) and ended = 'failed'";

    /** Only where somebody may ask for it: operations that no command is about have none. */
    static final String KEEP_ANSWERS = """
            insert into ${schema}.response as r (operation_id, ended, status, headers, body)
            select operation_id, ended, status, headers::jsonb, body
            from unnest($1::uuid[], $2::text[], $3::int[], $4::text[], $5::bytea[])
            as a (operation_id, ended, status, headers, body)
            where exists (select 1 from ${schema}.claim c where c.operation_id = a.operation_id)
            order by operation_id
            on conflict (operation_id) do nothing
            """;

    static final String SETTLE_ATTEMPTS = """
            update ${schema}.attempt t
            set outcome = case when a.ended = 'completed' then 'done' else 'rejected' end
            from unnest($1::uuid[], $2::text[]) as a (operation_id, ended)
            where t.operation_id = a.operation_id and t.kind = 'command' and t.outcome = 'unknown'
            """;

    static final String INSERT_ATTEMPTS = """
            insert into ${schema}.attempt (operation_id, kind, subject, n, cause, outcome, error)
            select
                operation_id, 'command', subject,
                row_number() over (partition by operation_id, subject) + coalesce((
                    select max(t.n) from ${schema}.attempt t
                    where t.operation_id = a.operation_id and t.kind = 'command' and t.subject = a.subject), 0),
                cause, outcome, error
            from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[])
            as a (operation_id, subject, cause, outcome, error)
            """;
}
