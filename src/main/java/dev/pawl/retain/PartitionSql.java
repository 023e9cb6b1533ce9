package dev.pawl.retain;

/** Partitions of single days, and their end. Nothing here takes a lock that an insert waits for. */
final class PartitionSql {

    private PartitionSql() {}

    /** Attached ones, and those that were on their way out when a run ended. The database's clock comes along. */
    static final String LIST = """
            select c.relname, i.inhrelid is not null, coalesce(i.inhdetachpending, false), now()
            from pg_catalog.pg_class c
            join pg_catalog.pg_namespace s on s.oid = c.relnamespace
            left join pg_catalog.pg_inherits i on i.inhrelid = c.oid
            left join ${schema}.partition_going g on g.name = c.relname
            where s.nspname = $1 and c.relkind = 'r' and c.relname ~ '^(delivery|event)_[0-9]{8}$'
                and (c.relispartition or g.name is not null)
            order by c.relname
            """;

    static final String GOING = """
            insert into ${schema}.partition_going (name)
            select unnest($1::text[])
            on conflict (name) do nothing
            """;

    /** Ends a wait for a long transaction. The next run goes on from there. */
    static final String SHORT_WAITS = "select set_config('lock_timeout', $1, false)";

    static final String USUAL_WAITS = "reset lock_timeout";

    static final String DETACH_DELIVERIES =
            "alter table ${schema}.delivery detach partition ${schema}.delivery_${day} concurrently";

    static final String DETACH_EVENTS =
            "alter table ${schema}.event detach partition ${schema}.event_${day} concurrently";

    static final String FINISH_DELIVERIES =
            "alter table ${schema}.delivery detach partition ${schema}.delivery_${day} finalize";

    static final String FINISH_EVENTS = "alter table ${schema}.event detach partition ${schema}.event_${day} finalize";

    /** Whoever stands still before the end loses the connection, and others may let the day go instead. */
    static final String BEGIN = "begin; set local idle_in_transaction_session_timeout = '10s'";

    /**
     * The day goes with this: whoever looks for days finds it no more, and nothing of it is copied again. What its tables were
     * called says that they are only there to be dropped.
     */
    static final String LET_GO = """
            alter table if exists ${schema}.delivery_${day} rename to gone_delivery_${day};
            alter table if exists ${schema}.event_${day} rename to gone_event_${day};
            update ${schema}.partition_going set name = 'gone_' || name where name in ('delivery_${day}', 'event_${day}');
            delete from ${schema}.retained_day where to_char(day, 'YYYYMMDD') = '${day}'
            """;

    /** Statements that drop what is left of days that went: each index of its own, then its table, smaller files at a time. */
    static final String REMAINS = """
            with gone as (
                select c.oid, c.relname
                from pg_catalog.pg_class c
                join pg_catalog.pg_namespace s on s.oid = c.relnamespace
                join ${schema}.partition_going g on g.name = c.relname
                where s.nspname = $1 and c.relkind = 'r' and c.relname ~ '^gone_(delivery|event)_[0-9]{8}$'
            )
            select case when k.conname is null
                    then format('drop index if exists %I.%I', $1::text, i.relname)
                    else format('alter table if exists %I.%I drop constraint if exists %I', $1::text, g.relname, k.conname)
                end as statement, g.relname, 1 as n, i.relname as piece
            from gone g
            join pg_catalog.pg_index x on x.indrelid = g.oid
            join pg_catalog.pg_class i on i.oid = x.indexrelid
            left join pg_catalog.pg_constraint k on k.conindid = i.oid and k.conrelid = g.oid
            union all
            select format('drop table if exists %I.%I', $1::text, g.relname), g.relname, 2, g.relname
            from gone g
            order by 2, 3, 4
            """;

    /** Notes of somebody who stood still while the day they are about went. */
    static final String FORGET_GONE = """
            with tables as materialized (
                select c.relname
                from pg_catalog.pg_class c
                join pg_catalog.pg_namespace s on s.oid = c.relnamespace
                where s.nspname = $1
            ), going as (
                delete from ${schema}.partition_going g
                where not exists (select 1 from tables t where t.relname = g.name))
            delete from ${schema}.retained_day r
            where not exists (select 1 from tables t where t.relname = 'delivery_' || to_char(r.day, 'YYYYMMDD'))
            """;

    static final String EMPTIED_DAYS = "select day, source from ${schema}.retained_day";

    static final String DAY_IS_EMPTIED = """
            insert into ${schema}.retained_day (day, source)
            select $1, unnest($2::text[])
            on conflict (day, source) do nothing
            """;
}
