-- A provider that wants to be left alone (Retry-After), or does not accept the token, is asked by no replica before this time.
alter table "${schema}".source_state
    add column asking_paused_until timestamptz;
