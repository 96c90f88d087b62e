-- Files that pupils hand in. They name their room without a reference to it: when it is gone, the file is deleted first and its
-- row after that, so that no file is ever left without one.
create table room_file (
  world text not null,
  id uuid not null,
  room_id bigint not null,
  participant_id bigint not null,
  element_id text not null,
  ending text not null,
  bytes int not null,
  -- incoming: not whole yet; here: the one that counts; gone: another came after it, or its answer came too late.
  state text not null default 'incoming' check (state in ('incoming', 'here', 'gone')),
  created_at timestamptz not null default now(),
  primary key (world, id)
);
create unique index room_file_here on room_file (world, room_id, participant_id, element_id) where state = 'here';
create index room_file_room on room_file (world, room_id);
