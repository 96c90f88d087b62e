-- A synonym is noted for one form of a term and meant for all: "mirror image" is "mirror images", too. Terms with words
-- that the language's configuration drops keep to their form: without them "they re" would be "re".
create function search_stem(world text, term text) returns text language sql immutable strict parallel safe as $$
  select case when numnode(stem) = 2 * array_length(string_to_array(term, ' '), 1) - 1 then stem::text end
  from plainto_tsquery(
    case world
      when 'de' then 'german'::regconfig
      when 'es' then 'spanish'::regconfig
      when 'fr' then 'french'::regconfig
      when 'gr' then 'greek'::regconfig
      when 'it' then 'italian'::regconfig
      when 'en' then 'english'::regconfig
      else 'simple'::regconfig
    end, term) as stem
$$;

alter table search_synonym add column stem text generated always as (search_stem(world, term)) stored;
create index search_synonym_stem on search_synonym (world, stem);
