-- What a waiting effect was written for: its payload is of that form, whatever the configuration says by now.

alter table "${schema}".effect
    add column kind text; -- http, sql or kafka; null: written before this column was there
