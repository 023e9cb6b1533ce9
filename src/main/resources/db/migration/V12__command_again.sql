-- Commands that people run again, and history that waits for its turn.

alter table "${schema}".operation
    add column new_of uuid;                                  -- an operator ran that operation's command again, as this one

create index operation_new_of on "${schema}".operation (new_of) where new_of is not null;

-- A parked event of history causes no effects when it has its turn, either.
alter table "${schema}".parked
    add column effects_off boolean not null default false;
