-- What a list brings again and may repeat something forgotten was told once; found by the provider's id. Only on the table,
-- as the one of V18.
create index event_beyond_read on only "${schema}".event (event_id, source) where reason = 'beyond-retention';
create index event_kept_beyond_read on "${schema}".event_kept (event_id, source) where reason = 'beyond-retention';
