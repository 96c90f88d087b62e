-- Harvesters of the metadata feed ask for what changed since a day, deletions included.
create index material_changed on material (world, updated_at, id) where status <> 'draft';
