-- The picture of an exercise stands in its draft, as everything of it does; lists of exercises read no drafts.
alter table unit add column cover text not null default '';
