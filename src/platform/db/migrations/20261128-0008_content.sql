-- Votes on help articles.

-- Articles are files (src/content/help); owner is a:<account> or v:<anonymous id>.
create table help_vote (
  world text not null,
  article_id bigint not null check (article_id > 0),
  owner text not null check (owner ~ '^(a:[0-9]{1,16}|v:[A-Za-z0-9_-]{16,64})$'),
  is_helpful boolean not null,
  created_at timestamptz not null default now(),
  primary key (world, article_id, owner)
);
