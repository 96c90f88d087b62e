-- A title with "1×1" is found by the word as well: the index has it as "1x1", whichever sign was typed.
insert into search_synonym (world, term, synonyms) values ('de', 'einmaleins', array['1x1'])
on conflict (world, term) do update set synonyms =
  search_synonym.synonyms || array(select unnest(excluded.synonyms) except select unnest(search_synonym.synonyms));
