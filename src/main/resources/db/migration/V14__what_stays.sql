-- What is left of an answer of completed or rejected when its operation becomes a tombstone: its ending, with status 410 and
-- no bytes. Of operations that are tombstones already it is known from their status.

insert into "${schema}".response (operation_id, ended, status, headers, body)
select o.id, o.status, 410, '{}', ''
from "${schema}".claim c
join "${schema}".operation o on o.id = c.operation_id
where o.tombstone and o.status in ('completed', 'rejected')
on conflict (operation_id) do nothing;

-- Who brought a parked event, or had it read again: what follows when it has its turn is that person's word, too.
alter table "${schema}".parked
    add column actor text,
    add column reason text;
