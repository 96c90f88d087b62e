-- What words stand on a page, from afar (shared/rules/likeness.ts); null: none that could be read. Two sheets of one pattern look
-- alike whatever numbers are on them: where both have words, these have to be alike, too.
alter table page_look add column words integer[];
