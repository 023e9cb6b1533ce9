-- What fails or cannot be asked about is in nobody's way.

-- Each type is a walk of its own: a source may have types that its provider is not asked about. Built beforehand where the
-- table is big, since writes wait meanwhile (docs/architecture.md, Tables).
create index if not exists operation_check_type on "${schema}".operation (source, type, next_check_at) where next_check_at is not null;
drop index "${schema}".operation_check;

alter table "${schema}".source_state
    add column backfill_sick jsonb;                              -- elements of this page that failed: digest to number of runs

alter table "${schema}".backfill_run
    add column passed_over integer not null default 0;           -- elements that failed in run after run
