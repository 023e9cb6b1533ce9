-- Every name is qualified: the schema is configurable and may be shared with an application.

create table "${schema}".operation (
    id            uuid        primary key,   -- derived from (scope, account, type, key, generation)
    scope         text        not null,
    source        text        not null,
    account       text        not null,
    type          text        not null,
    key           text        not null,
    generation    integer     not null,
    reference     text,
    machine       text        not null,
    state         text        not null,
    status        text        not null check (status in ('processing', 'completed', 'rejected', 'failed', 'unknown', 'expired')),
    attention     jsonb,                     -- {reason: {since, detail}}; null: none
    occurred_at   timestamptz,
    version       bigint,
    seq           integer     not null,
    fields        jsonb       not null,
    fingerprint   jsonb       not null,
    deliveries    integer     not null,
    duplicates    integer     not null,
    conflicts     integer     not null,
    next_check_at timestamptz,
    expires_at    timestamptz,
    tombstone     boolean     not null,
    created_at    timestamptz not null,
    updated_at    timestamptz not null
) with (fillfactor = 85);

-- Lists are newest first, by keyset; created_at never changes, so that updates stay heap-only.
create index operation_created on "${schema}".operation (created_at, id);
create index operation_key on "${schema}".operation (key);
create index operation_reference on "${schema}".operation (reference) where reference is not null;
create index operation_attention on "${schema}".operation (created_at, id) where attention is not null;
create index operation_processing on "${schema}".operation (source, created_at) where status = 'processing';

create table "${schema}".transition (
    operation_id  uuid        not null,
    seq           integer     not null,
    kind          text        not null check (kind in ('move', 'status', 'fields', 'attention')),
    from_state    text,
    to_state      text,
    cause         text        not null,
    correction    boolean     not null,
    actor         text,
    reason        text,
    delivery_id   uuid,
    detail        jsonb,
    configuration text        not null,
    at            timestamptz not null,
    primary key (operation_id, seq)
);

create table "${schema}".effect (
    operation_id uuid        not null,
    seq          integer     not null,
    name         text        not null,
    source       text        not null,
    webhook_id   text        not null,
    state        text        not null check (state in ('pending', 'done', 'rejected', 'dead')),
    payload      bytea       not null,
    attempts     integer     not null,
    due_at       timestamptz not null,       -- by the database's clock; while claimed: the end of the lease
    claim        uuid,                       -- fencing token, fresh for every claim; a dead or rejected row keeps one
                                             -- until its operation carries the attention
    last_error   text,
    last_attempt_at timestamptz,
    created_at   timestamptz not null,
    finished_at  timestamptz,
    primary key (operation_id, seq, name)
) with (fillfactor = 85);

-- By name first: a backlog for one receiver is never in the way of another's.
create index effect_due on "${schema}".effect (name, due_at) where state = 'pending';
create index effect_untold on "${schema}".effect (due_at) where claim is not null and state in ('rejected', 'dead');
create index effect_refused on "${schema}".effect (created_at) where state in ('rejected', 'dead');

-- Range-partitioned by day: retention drops a partition and never waits for intake. Uniqueness never lives here.
create table "${schema}".delivery (
    received_on date        not null,        -- UTC day of the time inside the UUIDv7
    id          uuid        not null,
    source      text        not null,
    received_at timestamptz not null,
    secret      smallint    not null,        -- index of the secret that verified it; -1: source without verification
    headers     jsonb       not null,        -- allow-listed
    body        bytea       not null,        -- exact bytes
    primary key (received_on, id)
) partition by range (received_on);

alter table "${schema}".delivery alter column body set storage external;
create index delivery_id on "${schema}".delivery (id);

create table "${schema}".event (
    received_on  date        not null,
    delivery_id  uuid        not null,
    n            integer     not null,       -- place in the delivery's verdicts
    run          integer     not null,       -- 0: as received; ≥ 1: replays
    source       text        not null,
    event_id     text,
    event_type   text,
    operation_id uuid,
    state        text,                       -- asserted
    occurred_at  timestamptz,
    verdict      text        not null,
    reason       text,
    detail       jsonb,                      -- conflict: the asserted invariant fields
    at           timestamptz not null,
    primary key (received_on, delivery_id, n, run)
) partition by range (received_on);

create index event_operation on "${schema}".event (operation_id) where operation_id is not null;
create index event_unusual on "${schema}".event (verdict, delivery_id) where verdict not in ('applied', 'duplicate', 'stale');

-- One row per replica slot, source, kind and name; summed on reading. Never count(*) over operations.
create table "${schema}".counter (
    slot   integer     not null,
    source text        not null,
    kind   text        not null,
    name   text        not null,
    n      bigint      not null,
    at     timestamptz not null,
    primary key (slot, source, kind, name)
) with (fillfactor = 50);

create table "${schema}".source_state (
    source           text        primary key,
    first_started_at timestamptz not null
);

create table "${schema}".audit (
    id      bigint      generated always as identity primary key,
    at      timestamptz not null default now(),
    actor   text        not null,
    action  text        not null,
    subject text        not null,
    reason  text,
    detail  jsonb
);

-- Makes the partitions of `days` days from `first` on. A partition is made beside the table and then attached, which takes
-- no lock that an insert waits for; the advisory lock keeps replicas from making the same one.
create function "${schema}".make_partitions(first date, days integer) returns void language plpgsql
    set lock_timeout = '500ms' as $function$
declare
    day  date;
    part text;
    base text;
begin
    perform pg_advisory_xact_lock(hashtext('pawl.make_partitions'));
    for day in select first + n from generate_series(0, days - 1) as n loop
        foreach base in array array['delivery', 'event'] loop
            part := base || '_' || to_char(day, 'YYYYMMDD');
            if to_regclass(format('%I.%I', '${schema}', part)) is null then
                -- Bodies of usual size stay in the row: no compression, no second index.
                execute format('create table %I.%I (like %I.%I including all) with (toast_tuple_target = 8160)',
                    '${schema}', part, '${schema}', base);
                execute format('alter table %I.%I attach partition %I.%I for values from (%L) to (%L)',
                    '${schema}', base, '${schema}', part, day, day + 1);
            end if;
        end loop;
    end loop;
end
$function$;
