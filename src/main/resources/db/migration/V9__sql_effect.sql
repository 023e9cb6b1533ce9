-- An effect that is done keeps a claim too, where its operation still says that it waits: until the operation knows.
drop index "${schema}".effect_untold;
create index effect_untold on "${schema}".effect (due_at) where claim is not null and state <> 'pending';
