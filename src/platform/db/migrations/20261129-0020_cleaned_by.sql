-- By which version of the cleaning a file lost what says who made it (cleaningVersion in limits.ts); 0: none.
alter table material_file add column cleaned_by smallint not null default 0;
alter table material_former_file add column cleaned_by smallint not null default 0;
alter table stamped_file add column cleaned_by smallint not null default 0;
alter table upload add column cleaned_by smallint not null default 0;
create index material_file_cleaned on material_file (cleaned_by, id);
create index material_former_file_cleaned on material_former_file (cleaned_by, id);
create index stamped_file_cleaned on stamped_file (cleaned_by, file_id);
