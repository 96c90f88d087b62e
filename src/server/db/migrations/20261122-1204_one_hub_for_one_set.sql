-- One landing for one set of materials. Several hubs often hold exactly the same ones: a topic, its lesson and the grade
-- it belongs to. Search engines take such pages for copies, so only the first of them (hub_rank) is listed and linked.

-- Tells two sets apart without reading them: the XOR of the hashes of what a hub holds. It is kept as the count is kept:
-- what comes and what goes is XORed in.
alter table hub add column set_mark bigint not null default 0;

-- Which of several hubs with one set speaks for all: a subject, a school, a grade, a subject in a school; then the topic,
-- then the lesson.
create function hub_rank(kind text, school_type text, subject text, grade text) returns integer
language sql immutable parallel safe as $$
  select case
    when kind = 'keyword' then 5
    when kind = 'lesson' then 6
    when subject is not null and grade is not null then 7
    when school_type = 'alle' and subject is not null then 1
    when subject is null and grade is null then 2
    when subject is null then 3
    else 4 end
$$;

-- 3 is `minIndexedMaterials`.
create index hub_same on hub (world, set_mark) where material_count >= 3;

-- The hubs worth a visit: enough materials, and no other says the same. What is linked, indexed and in the sitemaps.
create view hub_listed as
select hub.* from hub
where material_count >= 3 and not exists (
  select from hub twin
  where twin.world = hub.world and twin.set_mark = hub.set_mark and twin.material_count >= 3
    and twin.material_count = hub.material_count
    and (hub_rank(twin.kind, twin.school_type, twin.subject, twin.grade), twin.id)
      < (hub_rank(hub.kind, hub.school_type, hub.subject, hub.grade), hub.id));

-- As before, but a word that only names a subject, a grade or a school is no topic: its materials are gathered there.
create or replace view hub_wanted as
with named as materialized (
  select world, fold(name) as word from taxonomy_term
  where active and (kind in ('subject', 'class_grade') or (kind = 'school_type' and data ->> 'kind' = 'leaf'))
), topic as not materialized (
  select m.world, m.id as material_id, m.subjects, m.grades, each.place,
    left(btrim(each.word), 60) as written, fold(left(btrim(each.word), 60)) as word
  from material m cross join unnest(m.keywords) with ordinality as each (word, place)
  where btrim(each.word) <> '' and not exists (
    select from named where named.world = m.world and named.word = fold(left(btrim(each.word), 60)))
), school as not materialized (
  select m.world, m.id as material_id, term.id as type, m.subjects, m.grades
  from material m join taxonomy_term term on term.world = m.world and term.kind = 'school_type'
    and term.id = any (m.school_types) and term.active and term.data ->> 'kind' = 'leaf'
), part as not materialized (
  select world, material_id, 'keyword' as kind, word as key,
    null as school_type, null as subject, null as grade, written as topic
  from topic
  union all
  select topic.world, topic.material_id, 'lesson', subject.id || '/' || grade.id || '/' || word,
    null, subject.id, grade.id, written
  from topic
  join taxonomy_term subject on subject.world = topic.world and subject.kind = 'subject'
    and subject.id = any (topic.subjects) and subject.active
  join taxonomy_term grade on grade.world = topic.world and grade.kind = 'class_grade'
    and grade.id = any (topic.grades) and grade.active
  where topic.place <= 3
  union all
  select world, material_id, 'school', type || '//', type, null, null, null from school
  union all
  select school.world, material_id, 'school', type || '/' || subject.id || '/', type, subject.id, null, null
  from school join taxonomy_term subject on subject.world = school.world and subject.kind = 'subject'
    and subject.id = any (school.subjects) and subject.active
  union all
  select school.world, material_id, 'school', type || '/' || subject.id || '/' || grade.id,
    type, subject.id, grade.id, null
  from school
  join taxonomy_term subject on subject.world = school.world and subject.kind = 'subject'
    and subject.id = any (school.subjects) and subject.active
  join taxonomy_term grade on grade.world = school.world and grade.kind = 'class_grade'
    and grade.id = any (school.grades) and grade.active and grade.data -> 'school_types' ? school.type
  union all
  select m.world, m.id, 'school', 'alle/' || subject.id || '/', 'alle', subject.id, null, null
  from material m join taxonomy_term subject on subject.world = m.world and subject.kind = 'subject'
    and subject.id = any (m.subjects) and subject.active
  union all
  select m.world, m.id, 'school', 'alle//' || grade.id, 'alle', null, grade.id, null
  from material m join taxonomy_term grade on grade.world = m.world and grade.kind = 'class_grade'
    and grade.id = any (m.grades) and grade.active
)
select part.*, search.popularity, search.price_cents
from part join material_search search on search.world = part.world and search.material_id = part.material_id;

-- As before, and it keeps the mark of the set; pages of hubs that had or have the same set change with it.
create or replace function refresh_hubs(of_world text, of_materials bigint[]) returns void language plpgsql as $$
declare
  -- Derived once, and as an array: the planner would look into the view and derive it again for every hub there is.
  wanted hub_wanted[] := array(
    select every from hub_wanted every where world = of_world and material_id = any (of_materials));
  -- what is wanted now, and what was before: one place in each array per material and hub
  new_materials bigint[];
  new_hubs bigint[];
  new_prices integer[];
  new_popularities integer[];
  old_materials bigint[];
  old_hubs bigint[];
  old_prices integer[];
  touched bigint[];
  -- of the sets these hubs had and have: whose pages say the same, or no longer do
  marks bigint[];
begin
  insert into hub (world, kind, key, school_type, subject, grade, topic)
  select distinct on (kind, key) world, kind, key, school_type, subject, grade, topic
  from unnest(wanted) each
  where not exists (select from hub where (hub.world, hub.kind, hub.key) = (of_world, each.kind, each.key))
  order by kind, key
  on conflict (world, kind, key) do nothing;

  select array_agg(material_id), array_agg(id), array_agg(price_cents), array_agg(popularity)
  into new_materials, new_hubs, new_prices, new_popularities
  from (
    select distinct material_id, hub.id, price_cents, popularity
    from unnest(wanted) part join hub on (hub.world, hub.kind, hub.key) = (of_world, part.kind, part.key)) each;
  select array_agg(material_id), array_agg(hub_id), array_agg(price_cents)
  into old_materials, old_hubs, old_prices
  from hub_material where world = of_world and material_id = any (of_materials);
  touched := array(select distinct unnest(coalesce(new_hubs, '{}') || coalesce(old_hubs, '{}')));

  -- In one order, so that two publications wait for each other and never in a circle.
  select array_agg(set_mark) into marks from (
    select set_mark from hub where world = of_world and id = any (touched) order by id for update) locked;

  -- EXCEPT, because the planner takes an array for short and would compare every pair.
  delete from hub_material using (
    select material, hub from unnest(old_materials, old_hubs) old (material, hub)
    except
    select material, hub from unnest(new_materials, new_hubs) new (material, hub)) gone
  where world = of_world and material_id = gone.material and hub_id = gone.hub;
  insert into hub_material (world, hub_id, material_id, popularity, price_cents)
  select of_world, hub, material, popularity, price
  from unnest(new_materials, new_hubs, new_prices, new_popularities) new (material, hub, price, popularity)
  on conflict (world, material_id, hub_id) do update set
    popularity = excluded.popularity, price_cents = excluded.price_cents;

  -- A bound is looked for anew only when what held it goes.
  update hub set
    material_count = material_count + came - went,
    free_count = free_count + free_came - free_went,
    min_price_cents = case
      when free_count + free_came - free_went > 0 then 0
      when old_low <= min_price_cents then (
        select min(price_cents) from hub_material where world = of_world and hub_id = hub.id)
      else least(min_price_cents, new_low) end,
    max_price_cents = case
      when old_high >= max_price_cents then (
        select max(price_cents) from hub_material where world = of_world and hub_id = hub.id)
      else greatest(max_price_cents, new_high) end,
    set_mark = set_mark # mark,
    changed_at = now()
  from (
    select id, bit_xor(hashint8extended(material, 0)) as mark, sum(is_in)::integer as came, sum(1 - is_in)::integer as went,
      coalesce(sum(is_in) filter (where price = 0), 0)::integer as free_came,
      coalesce(sum(1 - is_in) filter (where price = 0), 0)::integer as free_went,
      min(price) filter (where is_in = 1) as new_low, max(price) filter (where is_in = 1) as new_high,
      min(price) filter (where is_in = 0) as old_low, max(price) filter (where is_in = 0) as old_high
    from (
      select hub, material, price, 1 from unnest(new_hubs, new_materials, new_prices) new (hub, material, price)
      union all
      select hub, material, price, 0 from unnest(old_hubs, old_materials, old_prices) old (hub, material, price)) each (id, material, price, is_in)
    group by id) change
  where hub.world = of_world and hub.id = change.id;

  marks := marks || array(select set_mark from hub where world = of_world and id = any (touched));
  perform notify_hubs(array(
    select unnest(touched)
    union
    select id from hub where world = of_world and set_mark = any (marks) and material_count >= 3));
end $$;

-- As before, with the mark.
create or replace function rebuild_hubs(of_world text) returns void language plpgsql as $$
begin
  create temporary table hub_part on commit drop as
  select kind, key, school_type, subject, grade, topic, material_id, popularity, price_cents
  from hub_wanted where world = of_world;
  delete from hub_material where world = of_world;
  insert into hub (world, kind, key, school_type, subject, grade, topic)
  select distinct on (kind, key) of_world, kind, key, school_type, subject, grade, topic
  from hub_part order by kind, key
  on conflict (world, kind, key) do nothing;
  analyze hub_part, hub;
  insert into hub_material (world, hub_id, material_id, popularity, price_cents)
  select distinct of_world, hub.id, part.material_id, part.popularity, part.price_cents
  from hub_part part join hub on (hub.world, hub.kind, hub.key) = (of_world, part.kind, part.key);
  update hub set material_count = coalesce(counted.materials, 0), free_count = coalesce(counted.free, 0),
    min_price_cents = counted.low, max_price_cents = counted.high, set_mark = coalesce(counted.mark, 0), changed_at = now()
  from hub every left join (
    select hub_id, count(*) as materials, count(*) filter (where price_cents = 0) as free,
      min(price_cents) as low, max(price_cents) as high, bit_xor(hashint8extended(material_id, 0)) as mark
    from hub_material where world = of_world group by hub_id) counted on counted.hub_id = every.id
  where hub.world = of_world and every.world = of_world and every.id = hub.id;
  drop table hub_part;
end $$;

select rebuild_hubs(world) from (select distinct world from material_search) each;
