-- What people's requests with an Idempotency-Key were answered; the primary key decides who is first.
create table "${schema}".admin_response (
    actor        text        not null,
    key          text        not null,
    request_hash text        not null,           -- SHA-256 of method, path and body
    claimed_at   timestamptz not null,           -- by the database's clock; a claim without an answer is free after a minute
    status       integer,                        -- null: no answer yet
    body         text,
    primary key (actor, key)
);
