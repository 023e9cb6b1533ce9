-- What the jobs over time need: whom to ask next, what was asked, what waits for its turn, and how the jobs themselves are.

alter table "${schema}".operation
    add column checks integer not null default 0,              -- questions in a row without a readable answer
    add column check_claim uuid,                               -- fencing token of the question under way, fresh for every claim
    add column latest_generation integer not null default 0;   -- of this identity; kept by generation 0

-- While a question is under way, next_check_at is the end of its lease. By source first: a sick one is in nobody's way.
create index operation_check on "${schema}".operation (source, next_check_at) where next_check_at is not null;
create index operation_expiry on "${schema}".operation (source, expires_at) where expires_at is not null;

-- Every try of something that can fail.
create table "${schema}".attempt (
    operation_id uuid        not null,
    kind         text        not null check (kind in ('lookup', 'effect', 'command', 'replay')),
    subject      text        not null,       -- lookup: the source; effect: seq/name
    n            integer     not null,       -- counts from 1 per operation, kind and subject
    cause        text        not null,
    outcome      text        not null check (outcome in ('done', 'rejected', 'unknown')),
    error        text,                       -- without secrets
    took_ms      integer,
    at           timestamptz not null default now(),
    primary key (operation_id, kind, subject, n)
);

-- One row per job: its health, whichever replica ran it.
create table "${schema}".job_run (
    job             text        primary key,
    last_run_at     timestamptz not null,
    last_success_at timestamptz,
    last_error      text,
    detail          jsonb
);

-- The bucket of questions a source may still ask: shared by all replicas, refilled by the database's clock.
alter table "${schema}".source_state
    add column tokens double precision,
    add column tokens_at timestamptz;
