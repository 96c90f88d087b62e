-- An author who is away for a while says so; the first day is included, the last moment is not.
alter table author_profile
  add column away_from timestamptz,
  add column away_until timestamptz,
  add column away_text text not null default '',
  -- what the pages showed last: a job makes them anew when it changes
  add column is_away boolean not null default false,
  add constraint author_profile_away_check
    check (num_nonnulls(away_from, away_until) in (0, 2) and (away_from is null or away_from < away_until));
create index author_profile_away on author_profile (away_from, away_until) where away_from is not null;

-- Materials that come first on an author's page.
create table author_pin (
  world text not null,
  author_id bigint not null references author_profile (account_id) on delete cascade,
  material_id bigint not null,
  position integer not null,
  primary key (world, author_id, material_id),
  foreign key (world, material_id) references material (world, id) on delete cascade
);
create index author_pin_material on author_pin (world, material_id);
create index author_pin_author on author_pin (author_id, position);
