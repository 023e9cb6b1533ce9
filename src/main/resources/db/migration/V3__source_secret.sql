-- Secrets that a provider handed over in a handshake, encrypted with PAWL_KEY. One for each source and name: the primary key
-- decides whose was first, since a stranger may try to hand one over, too.
create table "${schema}".source_secret (
    source     text        not null,
    name       text        not null,
    secret     bytea       not null,       -- AES-256-GCM: nonce, then text and tag; source and name are authenticated with it
    created_at timestamptz not null default now(),
    shown_at   timestamptz,                -- an operator has seen it; it is shown once
    primary key (source, name)
);
