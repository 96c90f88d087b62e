-- What a file's text looks like from afar (shared/rules/likeness.ts): 64 numbers, of which two texts share as many as they
-- share words in a row; and 16 numbers made of four each, by which likely pairs are found.
alter table material_file add column trace integer[], add column trace_bands integer[];
alter table upload add column trace integer[];
create index material_file_trace on material_file using gin (trace_bands) where trace_bands is not null;
create index material_file_sha256 on material_file (sha256);

-- Listings somebody has to look at, and why.
create table listing_review (
  world text not null,
  material_id bigint not null,
  state text not null default 'proposed' check (state in ('proposed', 'published', 'rejected', 'revision_asked')),
  -- [{ kind, fileName, world, materialId, percent }]
  reasons jsonb not null,
  proposed_at timestamptz not null default now(),
  decided_at timestamptz,
  primary key (world, material_id),
  foreign key (world, material_id) references material (world, id) on delete cascade,
  check ((state = 'proposed') = (decided_at is null))
);
create index listing_review_open on listing_review (proposed_at) where state = 'proposed';
