-- What the tasks of published exercises say, as numbers of their words (shared/rules/task-likeness.ts): who sells what is like
-- what somebody else sells is found by it. What a task said in versions before stays; `version`: the last that says so.
create table task_sketch (
  world text not null,
  unit_id bigint not null,
  -- '': the short tasks of the exercise, together.
  element_id text not null,
  -- A sum of the words.
  print bigint not null,
  version integer not null,
  words integer[] not null,
  -- Wrong options that are nowhere right or asked for; of the short ones alone.
  wrong integer[] not null,
  -- 16 numbers of which two that are alike have at least one in common, most likely.
  bands integer[] not null,
  primary key (world, unit_id, element_id, print),
  foreign key (world, unit_id) references unit (world, id) on delete cascade
);
create index task_sketch_bands on task_sketch using gin (bands);

-- The version of which the tasks were written down last; those from before are written down by and by.
alter table unit add column sketched_version integer not null default 0;
create index unit_unsketched on unit (world, id) where version > sketched_version and not resale_blocked;
