-- Files that are being sent piece by piece (tus), and those that are here and wait for the form they belong to. A row goes
-- when its file becomes part of a material, or after a day.
create table upload (
  id uuid primary key,
  world text not null,
  account_id bigint not null references account (id),
  name text not null,
  size_bytes bigint not null check (size_bytes > 0),
  storage_key text not null,
  -- Who writes to the file: one request at a time, on whichever machine.
  held_until timestamptz,
  -- What was found when all of it was here.
  type text check (type in ('material_file', 'sources')),
  media_type text,
  page_count integer,
  is_tagged boolean,
  has_title boolean,
  has_language boolean,
  sha256 bytea,
  created_at timestamptz not null default now(),
  ready_at timestamptz,
  check ((ready_at is null) = (sha256 is null))
);
create index upload_account on upload (account_id, world);
create index upload_age on upload (coalesce(ready_at, created_at));
