-- Whether a help article helped: one answer per person. Articles are files, so there is no table to refer to; the owner
-- is a member or a stranger's anonymous id, as with favorites.
create table help_vote (
  world text not null,
  article_id bigint not null check (article_id > 0),
  owner text not null check (owner ~ '^(a:[0-9]{1,16}|v:[A-Za-z0-9_-]{16,64})$'),
  is_helpful boolean not null,
  created_at timestamptz not null default now(),
  primary key (world, article_id, owner)
);
