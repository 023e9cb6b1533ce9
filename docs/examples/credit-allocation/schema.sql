-- In the same database as Pawl's schema; the user Pawl connects as may update it.
create table credit_account (
    customer text    primary key,
    balance  numeric not null check (balance between 0 and 1000)
);
insert into credit_account values ('ada', 0);
