-- Rooms a course asks for: which item a room was opened from, and whose way through the course a pupil's place in it is.
alter table room add column course_id bigint;
alter table room add column course_item text;
alter table room add constraint room_course foreign key (world, course_id) references course (world, id)
  on delete set null (course_id);
create index room_of_course on room (world, course_id, course_item) where course_id is not null;
alter table room_participant add column pass_id bigint;
alter table room_participant add constraint room_participant_pass foreign key (world, pass_id)
  references course_pass (world, id) on delete set null (pass_id);
-- One place a room for each, and the way to it when a pass is deleted.
create unique index room_participant_of_pass on room_participant (world, pass_id, room_id) where pass_id is not null;
