-- How long a class works with a material, as its author says (schema.org timeRequired).
alter table material add column lesson_minutes smallint check (lesson_minutes between 1 and 6000);
