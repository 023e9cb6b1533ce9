-- What a provider lists is looked up among what was read before: of an operation by that, of what was not readable by the
-- event's id. Only on the table, which takes no time and no lock that intake waits for: days that are made from now on have
-- the index, in older ones all that is invalid is looked through.
create index event_unread on only "${schema}".event (event_id, source) where verdict = 'invalid';
create index event_kept_unread on "${schema}".event_kept (event_id, source) where verdict = 'invalid';
