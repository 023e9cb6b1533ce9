-- Values that a provider signs instead of the body. Whoever has seen one could put any body beside it, so each counts for one
-- body only: the primary key decides which.
create table "${schema}".signed_once (
    source  text        not null,
    value   bytea       not null,          -- SHA-256 of the signed value
    body    bytea       not null,          -- SHA-256 of the body it came with first
    used_at timestamptz not null default now(),
    primary key (source, value)
);
