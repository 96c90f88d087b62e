-- Teams of a room; and which exercise it plays, so that it ends soon after the money for it went back.
alter table room_participant add column team smallint;
alter table room add column unit_id bigint;
-- The purchase is gone: the room is closed then, and a draft never opens.
alter table room add column ends_at timestamptz;
create index room_ends on room (ends_at) where ends_at is not null and status <> 'closed';
