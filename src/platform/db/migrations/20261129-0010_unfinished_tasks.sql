-- Tasks of a draft that nobody could play yet, as they were typed and where they stand; the draft holds the others.
alter table unit add column unfinished jsonb not null default '[]';
