-- Facts that may repeat something forgotten: what they came with stays when its day goes. Only on the table, which takes no
-- time and no lock that intake waits for: days that are made from now on have the index, older ones are read without it.
create index event_beyond on only "${schema}".event (delivery_id) where reason = 'beyond-retention';
