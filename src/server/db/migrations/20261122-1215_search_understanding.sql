-- Names of authors apart from the words of texts: a name has no stem ("Ostern" is not Frau Oster), and a misspelt one is
-- found. Rows of the index that were written by older rules are written anew by a job of the materials.

alter table material_search
  -- folded words of the author's name: what search_name counted for this row
  add column names text[] not null default '{}',
  -- by which rules the row was written: gateways/search/index-document.ts
  add column index_version integer not null default 0;
alter table material_search alter column index_version set default 1;
create index material_search_outdated on material_search (world, material_id) where index_version < 1;

create table search_name (
  world text not null,
  word text not null,
  form text not null,
  frequency integer not null default 1,
  sound text not null generated always as (search_sound(word)) stored,
  primary key (world, word)
);
create index search_name_sound on search_name using gin (sound gin_trgm_ops);
create index search_name_shape on search_name (world, left(sound, 1), length(sound), frequency desc);

-- Words by how they begin to sound: Greek in Latin letters.
create index search_word_spoken on search_word (world, sound text_pattern_ops);
