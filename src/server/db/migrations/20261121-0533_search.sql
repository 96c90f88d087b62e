-- Finding what is meant: words as they sound (typing errors, Greek in any spelling), ends of compounds, synonyms,
-- names of authors.

-- How a folded word sounds, in Latin letters: pg_trgm knows no others where the database's ctype is C, and Greek has
-- five ways to write an i. Latin words stay as they are.
create function search_sound(value text) returns text
  language sql immutable strict parallel safe
  as $$ select translate(
    replace(replace(replace(replace(value, 'ου', 'u'), 'ει', 'i'), 'οι', 'i'), 'αι', 'e'),
    'αβγδεζηθικλμνξοπρσςτυφχψω', 'avgdeziqiklmnxoprsstifhyo') $$;

alter table search_word add column sound text not null generated always as (search_sound(word)) stored;
drop index search_word_trgm;
create index search_word_sound on search_word using gin (sound gin_trgm_ops);
-- Words that begin alike and are about as long, the most used first.
create index search_word_shape on search_word (world, left(sound, 1), length(sound), frequency desc);
-- Words by their end: "Spiel" finds "Rechenspiel".
create index search_word_end on search_word (world, reverse(word) text_pattern_ops);

-- What else a searched word means. `term` is folded (lower case, no accents), up to three words; each synonym is a
-- word or several that must all occur. Searching the term finds the synonyms, not the other way round.
-- Operators edit it at any time; the next search knows.
create table search_synonym (
  world text not null,
  term text not null check (term = fold(term) and term <> ''),
  synonyms text[] not null check (cardinality(synonyms) between 1 and 8),
  primary key (world, term)
);

create index author_profile_words on author_profile using gin (to_tsvector('simple', fold(public_name)));
