-- What a teacher gave everybody beyond the time of what is shown, and when a pupil opened a task that has a time of its own
-- in an exam: by its element, the moment and what had been given by then, in ms.
alter table room add column more_ms bigint not null default 0;
alter table room_participant add column begun jsonb not null default '{}';
