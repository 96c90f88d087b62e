-- Comments can be mended for a while, and liked.
alter table comment
  add column edited_at timestamptz,
  add column like_count integer not null default 0 check (like_count >= 0);

create table comment_like (
  world text not null,
  comment_id bigint not null,
  account_id bigint not null references account (id),
  created_at timestamptz not null default now(),
  primary key (world, comment_id, account_id),
  foreign key (world, comment_id) references comment (world, id)
);
create index comment_like_account on comment_like (account_id);
