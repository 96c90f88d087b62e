-- A sale that begins later: its price is nobody's until its day, then a job makes it the sale of the material.
alter table material
  add column planned_sale_cents integer check (planned_sale_cents >= 0),
  add column planned_sale_from timestamptz,
  add column planned_sale_until timestamptz,
  add check ((planned_sale_cents is null) = (planned_sale_from is null));
create index material_planned_sale on material (planned_sale_from) where planned_sale_from is not null;

-- When buyers were told of a version; what is there already is no news.
alter table material_version add column told_at timestamptz;
update material_version set told_at = created_at;
create index material_version_untold on material_version (world, material_id) where told_at is null;
