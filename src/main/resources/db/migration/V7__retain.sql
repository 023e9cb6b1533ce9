-- What is kept, how long, and what waits for its predecessor.

-- Events of strict machines that came before what they follow from. Changed under the lock of their operation, or, where
-- there is none yet, under their own.
create table "${schema}".parked (
    delivery_id  uuid        not null,
    n            integer     not null,       -- place in the delivery's verdicts
    received_on  date        not null,
    operation_id uuid        not null,       -- need not exist yet
    generation   integer     not null,       -- of that operation
    first_id     uuid        not null,       -- generation 0 of the same identity
    source       text        not null,
    event_id     text,
    event_type   text,
    assertion    jsonb       not null,
    parked_at    timestamptz not null default now(),
    due_at       timestamptz not null,       -- when it is tried next, if the operation does not move before
    overdue_at   timestamptz not null,       -- when parkFor is over
    overdue      boolean     not null default false,
    primary key (delivery_id, n)
);
create index parked_operation on "${schema}".parked (operation_id);
create index parked_due on "${schema}".parked (due_at);

-- A parked event that was tried again has a verdict of its own; the delivery was not read again.
alter table "${schema}".event add column retried boolean not null default false;

-- A source may keep bodies for a shorter time than its partition stays.
alter table "${schema}".delivery alter column body drop not null;

-- What is in doubt when its partition goes. A kept event stands beside the one in the partition until that is gone.
create table "${schema}".delivery_kept (like "${schema}".delivery including all);
create table "${schema}".event_kept (like "${schema}".event including all);

create view "${schema}".delivery_all as
    select
        d.received_on, d.id, d.source, d.received_at, d.secret, d.headers,
        coalesce(d.body, (
            select k.body from "${schema}".delivery_kept k where k.received_on = d.received_on and k.id = d.id)) as body
    from "${schema}".delivery d
    union all
    select k.received_on, k.id, k.source, k.received_at, k.secret, k.headers, k.body
    from "${schema}".delivery_kept k
    where not exists (select 1 from "${schema}".delivery d where d.received_on = k.received_on and d.id = k.id);

create view "${schema}".event_all as
    select
        e.received_on, e.delivery_id, e.n, e.run, e.source, e.event_id, e.event_type, e.operation_id, e.state,
        e.occurred_at, e.verdict, e.reason, e.detail, e.at, e.retried
    from "${schema}".event e
    union all
    select
        k.received_on, k.delivery_id, k.n, k.run, k.source, k.event_id, k.event_type, k.operation_id, k.state,
        k.occurred_at, k.verdict, k.reason, k.detail, k.at, k.retried
    from "${schema}".event_kept k
    where not exists (
        select 1 from "${schema}".event e
        where e.received_on = k.received_on and e.delivery_id = k.delivery_id and e.n = k.n and e.run = k.run);

-- What retention walks: operations in doubt and effects that are open, by operation; and what has been still the longest.
create index operation_doubt on "${schema}".operation (id)
    where attention is not null or status in ('processing', 'unknown');
create index effect_open on "${schema}".effect (operation_id) where state <> 'done';
create index operation_still on "${schema}".operation (source, updated_at) where not tombstone;
create index operation_tombstone on "${schema}".operation (source, updated_at) where tombstone;

-- Days of which all bodies of a source are gone, so that they are not looked through again.
create table "${schema}".retained_day (
    source text not null,
    day    date not null,
    primary key (day, source)
);

-- One row: which replica cleans up, and until when nobody else does.
create table "${schema}".retain_claim (
    one   boolean     primary key default true check (one),
    claim uuid        not null,
    until timestamptz not null
);

-- Partitions that are on their way out. A table is dropped only when its name is here: others may share the schema.
create table "${schema}".partition_going (
    name text primary key
);
