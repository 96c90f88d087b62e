-- Which programmes a material follows, as its author says: ids of features/catalogue/curricula.json
alter table material add column curricula text[] not null default '{}';
