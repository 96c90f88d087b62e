-- A draft that comes out by itself.
alter table post add column publish_at timestamptz;
create index post_publish_at on post (publish_at) where publish_at is not null;

-- What a post said before it was changed: the newest twenty.
create table post_version (
  world text not null,
  post_id bigint not null,
  version integer not null,
  author_id bigint not null references account (id) on delete cascade,
  title text not null,
  source text not null,
  created_at timestamptz not null default now(),
  primary key (world, post_id, version),
  foreign key (world, post_id) references post (world, id) on delete cascade
);
create index post_version_author on post_version (author_id);
