-- Which tasks of a room were shown with their solution: they stay closed when their page is turned to again.
alter table room add column revealed text[] not null default '{}';
