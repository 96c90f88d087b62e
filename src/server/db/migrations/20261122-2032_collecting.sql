-- The price a remembered material was remembered or last told with; null: noted at the next look.
alter table favorite add column seen_cents integer;

-- A list of favorites somebody shows to others by its address, until they take it back.
create table favorite_share (
  world text not null,
  account_id bigint not null references account (id),
  token text not null unique check (length(token) between 16 and 64),
  created_at timestamptz not null default now(),
  primary key (world, account_id)
);
