-- What authors say of the pages that are shown, for who cannot see them: the first text is of page 1, an empty one says nothing.
alter table material add column page_alts text[] not null default '{}';

-- Whether any of a PDF's pages has words in it that programs can read; null: not looked at
alter table material_file add column has_text boolean;
alter table upload add column has_text boolean;
