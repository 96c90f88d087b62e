-- A room may go on with another version of its exercise: what it plays has changed when this has.
alter table room add column edition int not null default 0;
