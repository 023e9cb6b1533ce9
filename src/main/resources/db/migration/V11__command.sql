-- Commands: which key was used for what, how it was answered, and which business identities are taken.

-- Whoever inserts it first has the key. Written with the operation and its answer, or not at all.
create table "${schema}".claim (
    id           uuid        primary key,    -- derived from (source, caller, type, key)
    source       text        not null,
    caller       text        not null,
    type         text        not null,
    key          text        not null,       -- the header's
    operation_id uuid        not null,
    state        text        not null,       -- asserted by the command
    fingerprint  jsonb       not null,       -- of the request the key was used for
    created_at   timestamptz not null default now()
);

create index claim_operation on "${schema}".claim (operation_id);

-- The final answer, byte for byte. One of completed or rejected never changes; one of failed goes with a new attempt.
create table "${schema}".response (
    operation_id uuid        primary key,
    ended        text        not null check (ended in ('completed', 'rejected', 'failed')),
    status       integer     not null,
    headers      jsonb       not null,
    body         bytea       not null,
    at           timestamptz not null default now()
);

-- Business identities that are taken: another constraint than the key's, since its conflict means something else.
create table "${schema}".unique_claim (
    scope        text        not null,
    type         text        not null,
    value        text        not null,       -- canonical JSON of the configured values, or its hash
    operation_id uuid        not null,
    claim_id     uuid        not null,
    created_at   timestamptz not null default now(),
    primary key (scope, type, value)
);

create index unique_claim_operation on "${schema}".unique_claim (operation_id);
