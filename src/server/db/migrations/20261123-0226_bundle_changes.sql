-- Since when something is in a bundle ('-infinity': since the bundle began), and what is in it no longer: a refund asks what
-- was in it when it was bought.
alter table bundle_item add column since timestamptz not null default '-infinity';

create table former_bundle_item (
  world text not null,
  bundle_id bigint not null,
  material_id bigint not null,
  since timestamptz not null,
  until timestamptz not null default now(),
  foreign key (world, bundle_id) references material (world, id),
  foreign key (world, material_id) references material (world, id)
);
create index former_bundle_item_bundle on former_bundle_item (world, bundle_id);
create index former_bundle_item_material on former_bundle_item (world, material_id);

create view bundle_content as
  select world, bundle_id, material_id, since, 'infinity'::timestamptz as until from bundle_item
  union all
  select world, bundle_id, material_id, since, until from former_bundle_item;
