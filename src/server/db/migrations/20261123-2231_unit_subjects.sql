-- What an exercise is for, as its draft says it: drafts may be long, and lists are read without them.
alter table unit add column subjects text[] not null default '{}';
alter table unit add column grades text[] not null default '{}';
alter table unit add column school_types text[] not null default '{}';
alter table unit add column language text not null default '';
-- An exercise that is sold was described already, by what sells it.
with described as (
  select distinct on (m.world, m.interactive_id)
    m.world, m.interactive_id, m.subjects, m.grades, m.school_types, m.language
  from material m
  where m.interactive_id is not null and m.course_id is null and m.status <> 'deleted'
  order by m.world, m.interactive_id, m.status <> 'published', m.id
)
update unit u
set subjects = d.subjects, grades = d.grades, school_types = d.school_types, language = d.language,
  draft = u.draft || jsonb_build_object('subjects', to_jsonb(d.subjects), 'grades', to_jsonb(d.grades),
    'schoolTypes', to_jsonb(d.school_types), 'language', d.language)
from described d
where u.world = d.world and u.id = d.interactive_id and u.status <> 'archived';
