-- Pages whose change search engines are to hear of (IndexNow): one row per page however often it changes, until it was
-- announced. Empty unless the operator set a key.
create table page_announcement (
  world text not null,
  kind text not null check (kind in ('material', 'author', 'post')),
  subject_id bigint not null,
  changed_at timestamptz not null default clock_timestamp(),
  primary key (kind, subject_id, world)
);
create index page_announcement_oldest on page_announcement (changed_at);
