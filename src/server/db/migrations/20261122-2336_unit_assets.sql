-- Pictures of units, named by what they hold: the same picture is there once for each of its owners and once in the storage.
create table unit_asset (
  account_id bigint not null references account (id),
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  bytes int not null,
  created_at timestamptz not null default now(),
  primary key (account_id, hash)
);
