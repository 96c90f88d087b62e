-- A course is sold as one material: what its buyers get is the course as it was when its author saved the material last.
alter table material add column course_id bigint;
create table sold_course (
  world text not null,
  material_id bigint not null,
  -- Title, description, gate and items, units pinned to their versions.
  course jsonb not null,
  primary key (world, material_id),
  foreign key (world, material_id) references material (world, id) on delete cascade
);
-- The exercises of it; what was bought once stays, whatever its author takes out of the course later.
create table sold_course_unit (
  world text not null,
  material_id bigint not null,
  unit_id bigint not null,
  primary key (world, material_id, unit_id),
  foreign key (world, material_id) references material (world, id) on delete cascade
);
create index sold_course_unit_unit on sold_course_unit (world, unit_id);
-- Which material sells which exercise, alone or in a course.
create view sold_unit as
  select world, id as material_id, interactive_id as unit_id from material where interactive_id is not null
  union all select world, material_id, unit_id from sold_course_unit;
-- A course its member has bought; it opens as long as the purchase stands.
alter table course add column bought_with bigint;
create index course_bought on course (world, bought_with) where bought_with is not null;
