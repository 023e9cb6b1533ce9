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

    /** Whoever stands still before the end loses the connection, and others may drop the day instead. */
    static final String BEGIN = "begin; set local idle_in_transaction_session_timeout = '10s'";

    static final String DROP = """
            drop table if exists ${schema}.delivery_${day};
            drop table if exists ${schema}.event_${day};
            delete from ${schema}.partition_going where name in ('delivery_${day}', 'event_${day}');
            delete from ${schema}.retained_day where to_char(day, 'YYYYMMDD') = '${day}'
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
