-- What tracing systems on the way have added to a trace goes on with it: with the delivery, with what waits for its turn, and
-- with every effect.

alter table "${schema}".effect add column tracestate text;
alter table "${schema}".delivery add column tracestate text;
alter table "${schema}".delivery_kept add column tracestate text;
alter table "${schema}".parked add column tracestate text;

drop view "${schema}".delivery_all;
create view "${schema}".delivery_all as
    select
        d.received_on, d.id, d.source, d.received_at, d.secret, d.headers,
        coalesce(d.body, (
            select k.body from "${schema}".delivery_kept k where k.received_on = d.received_on and k.id = d.id)) as body,
        d.cause, d.effects_off, d.traceparent, d.correlation_id, d.tracestate
    from "${schema}".delivery d
    union all
    select
        k.received_on, k.id, k.source, k.received_at, k.secret, k.headers, k.body, k.cause, k.effects_off, k.traceparent,
        k.correlation_id, k.tracestate
    from "${schema}".delivery_kept k
    where not exists (
        select 1 from "${schema}".delivery d where d.received_on = k.received_on and d.id = k.id);
