-- History that was not sent to us: imported by an operator, or listed by the provider.

-- Constant defaults: no partition is rewritten.
alter table "${schema}".delivery
    add column cause text not null default 'delivery',           -- delivery, import, backfill: how the bytes came here
    add column effects_off boolean not null default false;       -- its facts cause no effects, when it is read again either

alter table "${schema}".delivery_kept
    add column cause text not null default 'delivery',
    add column effects_off boolean not null default false;

drop view "${schema}".delivery_all;
create view "${schema}".delivery_all as
    select
        d.received_on, d.id, d.source, d.received_at, d.secret, d.headers,
        coalesce(d.body, (
            select k.body from "${schema}".delivery_kept k where k.received_on = d.received_on and k.id = d.id)) as body,
        d.cause, d.effects_off
    from "${schema}".delivery d
    union all
    select k.received_on, k.id, k.source, k.received_at, k.secret, k.headers, k.body, k.cause, k.effects_off
    from "${schema}".delivery_kept k
    where not exists (
        select 1 from "${schema}".delivery d where d.received_on = k.received_on and d.id = k.id);

alter table "${schema}".transition
    add column effects_off boolean not null default false;       -- it caused no effects because it is history

-- One replica at a time lists what a source's provider has sent. Times by the database's clock.
alter table "${schema}".source_state
    add column backfill_since timestamptz,                       -- lower end of the list being read; null: none is
    add column backfill_started_at timestamptz,                  -- when reading that list began: where the next one starts
    add column backfill_cursor text,                             -- of its next page; null: the first
    add column backfill_until timestamptz,                       -- everything before is known to be here; null: nothing yet
    add column backfill_due_at timestamptz,                      -- when it is read again; a new process does not wait for it
    add column backfill_not_before timestamptz,                  -- the provider wants to be left alone until then
    add column backfill_claim uuid,                              -- fencing token, fresh for every claim
    add column backfill_lease timestamptz;

create table "${schema}".backfill_run (
    id         uuid        primary key,                          -- the claim under which it ran
    source     text        not null,
    started_at timestamptz not null,
    ended_at   timestamptz,                                      -- null: under way, or its process died
    pages      integer     not null default 0,
    listed     integer     not null default 0,
    recovered  integer     not null default 0,                   -- had been missed: applied
    matched    integer     not null default 0,                   -- was here
    ignored    integer     not null default 0,
    invalid    integer     not null default 0,
    doubtful   integer     not null default 0,                   -- conflict, contradicted, undecided, parked
    complete   boolean     not null default false,               -- read to the end of the list
    error      text                                              -- without secrets
);

create index backfill_run_source on "${schema}".backfill_run (source, started_at);
