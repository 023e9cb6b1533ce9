-- The same rows, one transaction per webhook, with the fewest statements that do it: the baseline of docs/benchmarks.md.
-- pgbench keeps variables between transactions: each client counts its own operations in :i; :run keeps runs apart. One in five is a repeat.
\set i :i + 1
\set dice random(1, 100)
\set n random(1, greatest(:i - 1, 1))
begin;
\if :dice > 20
insert into pawl.operation (id, scope, source, account, type, key, generation, machine, state, status, occurred_at, seq, fields, fingerprint, deliveries, duplicates, conflicts, tombstone, created_at, updated_at) values (md5(:run || '_' || :client_id || '_' || :i)::uuid, 'p', 'p', 'acct_1', 'payment', 'op_' || :run || '_' || :client_id || '_' || :i, 0, 'payment', 'succeeded', 'completed', now(), 1, '{}', '{"amount":"1000","currency":"\"EUR\""}', 1, 0, 0, false, now(), now()) on conflict (id) do nothing;
insert into pawl.transition (operation_id, seq, kind, to_state, cause, correction, configuration, at) values (md5(:run || '_' || :client_id || '_' || :i)::uuid, 1, 'move', 'succeeded', 'delivery', false, 'abcdef012345', now()) on conflict do nothing;
\else
select id, state, seq, occurred_at, fingerprint from pawl.operation where id = md5(:run || '_' || :client_id || '_' || :n)::uuid for update;
update pawl.operation set deliveries = deliveries + 1, duplicates = duplicates + 1 where id = md5(:run || '_' || :client_id || '_' || :n)::uuid;
\endif
with d as (insert into pawl.delivery (received_on, id, source, received_at, secret, headers, body) values ((now() at time zone 'UTC')::date, (lpad(to_hex((extract(epoch from clock_timestamp()) * 1000)::bigint), 12, '0') || '7' || substr(md5(random()::text), 1, 19))::uuid, 'p', now(), 0, '{"content-type":"application/json"}', convert_to(repeat('x', 2048), 'UTF8')) returning received_on, id) insert into pawl.event (received_on, delivery_id, n, run, source, event_id, event_type, operation_id, state, occurred_at, verdict, at) select received_on, id, 0, 0, 'p', 'evt_' || :run || '_' || :client_id || '_' || :i, 'payment.updated', md5(:run || '_' || :client_id || '_' || :i)::uuid, 'succeeded', now(), 'applied', now() from d;
commit;
