-- Where a picture or a recording comes from: what its package says of it, or what its owner has stated since. Null: its owner
-- has sent or recorded it, and vouches for it.
alter table unit_asset add column source jsonb;
-- What may be done with everything a version shows. What is there already came before anybody asked.
alter table unit_version add column rights text not null default 'clear'
  check (rights in ('clear', 'non_commercial', 'unclear'));
