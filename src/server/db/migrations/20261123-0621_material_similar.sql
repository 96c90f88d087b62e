-- What is like a material, as it was found last: to find it takes longer than the rest of its page.
create table material_similar (
  world text not null,
  material_id bigint not null,
  ids bigint[] not null,
  found_at timestamptz not null default now(),
  primary key (world, material_id),
  foreign key (world, material_id) references material_search (world, material_id) on delete cascade
);
