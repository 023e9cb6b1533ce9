-- What effects need beyond being sent: doubt about an attempt, endings that are told to the operation, operators who retry and
-- cancel, effects the configuration no longer knows, and what ties a delivery to all it causes.

alter table "${schema}".effect
    add column unsure boolean not null default false,   -- an attempt's outcome is not known, and that matters (ask, never)
    add column orphan boolean not null default false,   -- its operation carries the attention effect-removed for it
    add column traceparent text,                        -- of the delivery that caused it
    add column correlation_id text,
    drop constraint effect_state_check,
    add constraint effect_state_check check (state in ('pending', 'done', 'rejected', 'dead', 'canceled'));

create index effect_orphan on "${schema}".effect (name) where orphan;

alter table "${schema}".operation add column correlation_id text;   -- of the delivery that made it

alter table "${schema}".delivery
    add column traceparent text,
    add column correlation_id text;

alter table "${schema}".delivery_kept
    add column traceparent text,
    add column correlation_id text;

drop view "${schema}".delivery_all;
create view "${schema}".delivery_all as
    select
        d.received_on, d.id, d.source, d.received_at, d.secret, d.headers,
        coalesce(d.body, (
            select k.body from "${schema}".delivery_kept k where k.received_on = d.received_on and k.id = d.id)) as body,
        d.cause, d.effects_off, d.traceparent, d.correlation_id
    from "${schema}".delivery d
    union all
    select
        k.received_on, k.id, k.source, k.received_at, k.secret, k.headers, k.body, k.cause, k.effects_off, k.traceparent,
        k.correlation_id
    from "${schema}".delivery_kept k
    where not exists (
        select 1 from "${schema}".delivery d where d.received_on = k.received_on and d.id = k.id);

-- What a parked event causes once it has its turn belongs to its delivery, too.
alter table "${schema}".parked
    add column traceparent text,
    add column correlation_id text;

-- A canceled effect is as over as one that is done: retention does not wait for it.
drop index "${schema}".effect_open;
create index effect_open on "${schema}".effect (operation_id) where state not in ('done', 'canceled');

-- Transitions that caused nothing, since effects were off, can be caught up on.
create index transition_effects_off on "${schema}".transition (at, operation_id, seq) where effects_off;
