-- What somebody took out of the cart to decide about it later: it stays with the cart, costs nothing and is in no sum.
create table cart_saved (
  world text not null,
  cart_id bigint not null,
  material_id bigint not null,
  licence text not null check (licence in ('single', 'additional', 'school')),
  saved_at timestamptz not null default now(),
  primary key (world, cart_id, material_id),
  foreign key (world, cart_id) references cart (world, id) on delete cascade,
  foreign key (world, material_id) references material (world, id)
);
create index cart_saved_material on cart_saved (world, material_id);
