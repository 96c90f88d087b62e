-- A new version of the exercise a material sells stands in the material's own history, beside its files.
alter table material_version add column unit_version int;
