-- What pages and pictures look like from afar (shared/rules/page-look.ts), by which near copies are found: 256 bits that say
-- how near, and 4 keys by which likely ones are looked up.
create table page_look (
  world text not null,
  file_id bigint not null,
  page integer not null,
  look bit(64) not null,
  detail bit(256) not null,
  bands integer[] not null,
  primary key (world, file_id, page),
  foreign key (world, file_id) references material_file (world, id) on delete cascade
);
create index page_look_bands on page_look using gin (bands);

-- null: nobody has looked at the pages of the file yet
alter table material_file add column looked_at timestamptz;
create index material_file_unseen on material_file (world, material_id) where looked_at is null;
