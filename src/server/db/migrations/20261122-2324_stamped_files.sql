-- PDFs with the name of who bought them on every page. What is there already keeps its files as they are until its author
-- wishes otherwise.
alter table material add column stamps_files boolean not null default false;
alter table material alter column stamps_files set default true;

create table stamped_file (
  world text not null,
  account_id bigint not null references account (id),
  -- a row of material_file, or of material_former_file later
  file_id bigint not null,
  -- null: it could not be done; the file stays as it is
  storage_key text,
  size_bytes bigint not null default 0,
  sha256 bytea,
  made_at timestamptz not null default now(),
  primary key (world, account_id, file_id),
  check ((storage_key is null) = (sha256 is null))
);
create index stamped_file_account on stamped_file (account_id);
