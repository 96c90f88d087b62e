-- An exercise is sold as a material, alone or with files: who may copy it, and which material sells it.
alter table material add column may_copy_interactive boolean not null default true;
create index material_interactive on material (world, interactive_id) where interactive_id is not null;
-- Where a member put their own: a folder of theirs, or nowhere.
alter table unit add column folder_id bigint;
alter table unit add foreign key (world, folder_id) references folder (world, id) on delete set null (folder_id);
create index unit_folder on unit (world, folder_id) where folder_id is not null;
