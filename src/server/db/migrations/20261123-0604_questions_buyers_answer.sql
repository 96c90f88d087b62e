-- Who has a material may answer a question about it before its author does; that makes it public as well.
alter table material_question add column is_discussed boolean not null default false;
update material_question q set is_discussed = true
  where exists (select from comment c where c.world = q.world and c.question_id = q.id and c.state = 'shown');

create index material_question_public on material_question (world, material_id, id desc)
  where answered_at is not null or is_discussed;
drop index material_question_shown;
create index material_question_waiting on material_question (world, material_id, id)
  where answered_at is null and not is_discussed;
