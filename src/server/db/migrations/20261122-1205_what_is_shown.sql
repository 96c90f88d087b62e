-- Which pages of a material everybody may read, what its cards say of its files, and files of earlier versions.

-- ---------------------------------------------------------------- pages that are shown
alter table material
  -- Page numbers the author lets everybody read; null: shared/rules/preview-pages.ts decides.
  add column preview_pages integer[],
  -- Page numbers with solutions, as the author says; null: as the headings of the pages say.
  add column solution_pages integer[],
  add column has_solutions boolean not null default false,
  -- 'pdf', 'docx', ...: shared/rules/search-attributes.ts
  add column formats text[] not null default '{}';
alter table material_preview
  -- Of a page that is not shown only a blurred picture is kept.
  add column is_shown boolean not null default true,
  add column is_solution boolean not null default false;

update material m set formats = array(
  select format from (
    select distinct case when ending in ('png', 'jpg', 'jpeg') then 'image' when ending = 'mp3' then 'audio' else ending end
      as format
    from material_file f, lateral (select lower(substring(f.name from '\.([^.]+)$')) as ending) as named
    where f.world = m.world and f.material_id = m.id and f.type <> 'cover') as found
  where format = any ('{pdf,docx,pptx,xlsx,odt,image,audio,zip}'::text[])
  order by array_position('{pdf,docx,pptx,xlsx,odt,image,audio,zip}'::text[], format))
where exists (select from material_file f where f.world = m.world and f.material_id = m.id);

-- Until they are drawn anew, pages beyond the rule are not shown: a third, at least 2, at most 8.
update material_preview p set is_shown = false
from material m
where m.world = p.world and m.id = p.material_id
  and p.position >= least(8, greatest(2, ceil(m.page_count / 3.0)));
update material m set preview_state = 'pending'
where preview_state = 'ready'
  and exists (select from material_preview p where p.world = m.world and p.material_id = m.id);
create index material_without_pictures on material (id)
  where preview_state = 'pending' and status in ('published', 'unlisted');

-- ---------------------------------------------------------------- pages and solutions as filters
alter table material_search
  add column page_count integer not null default 0,
  add column has_solutions boolean not null default false;

drop trigger material_search_attributes on material_search;
create function search_attributes(
  price_cents integer, rating_avg real, language text, formats text[], is_interactive boolean,
  page_count integer, has_solutions boolean)
  returns integer[] language sql immutable parallel safe
  as $$ select search_attributes(price_cents, rating_avg, language, formats, is_interactive) || array_remove(array[
      case when page_count > 30 then 1000504 when page_count > 10 then 1000503
        when page_count > 3 then 1000502 when page_count > 0 then 1000501 end,
      case when has_solutions then 1000601 end
    ], null) $$;
create or replace function keep_search_attributes() returns trigger language plpgsql as $$
begin
  new.facets := array(select term from unnest(new.facets) as term where term < 1000000)
    || search_attributes(new.price_cents, new.rating_avg, new.language, new.formats, new.is_interactive,
      new.page_count, new.has_solutions);
  return new;
end $$;
create trigger material_search_attributes
  before insert or update of facets, price_cents, rating_avg, language, formats, is_interactive, page_count, has_solutions
  on material_search for each row execute function keep_search_attributes();
update material_search s set page_count = m.page_count
from material m where m.world = s.world and m.id = s.material_id and m.page_count > 0;

-- ---------------------------------------------------------------- files of earlier versions
-- What an author replaced or took away stays for those who have the material.
create table material_former_file (
  world text not null,
  -- The number it had as a file of today.
  id bigint not null,
  material_id bigint not null,
  storage_key text not null,
  name text not null,
  media_type text not null,
  size_bytes bigint not null,
  sha256 bytea not null,
  created_at timestamptz not null,
  replaced_at timestamptz not null default now(),
  primary key (world, id),
  foreign key (world, material_id) references material (world, id)
);
create index material_former_file_material on material_former_file (world, material_id, replaced_at desc);
