-- Hubs kept once per statement. Row by row a bulk change of prices wrote the fullest hubs once per material, each time a
-- new version of a row that all the others wait for, and two such changes could lock hubs in circles. Now a statement
-- gathers its materials, locks their hubs once in one order, and writes each hub once.

drop trigger material_search_hubs on material_search;
drop function keep_hubs();
drop function refresh_hubs(text, bigint);

-- Brings the hubs of these materials to what is published now.
create function refresh_hubs(of_world text, of_materials bigint[]) returns void language plpgsql as $$
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
  perform from hub where world = of_world and id = any (touched) order by id for update;

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
    changed_at = now()
  from (
    select id, sum(is_in)::integer as came, sum(1 - is_in)::integer as went,
      coalesce(sum(is_in) filter (where price = 0), 0)::integer as free_came,
      coalesce(sum(1 - is_in) filter (where price = 0), 0)::integer as free_went,
      min(price) filter (where is_in = 1) as new_low, max(price) filter (where is_in = 1) as new_high,
      min(price) filter (where is_in = 0) as old_low, max(price) filter (where is_in = 0) as old_high
    from (
      select hub, price, 1 from unnest(new_hubs, new_prices) new (hub, price)
      union all
      select hub, price, 0 from unnest(old_hubs, old_prices) old (hub, price)) each (id, price, is_in)
    group by id) change
  where hub.world = of_world and hub.id = change.id;

  perform notify_hubs(touched);
end $$;

create function hubs_inserted() returns trigger language plpgsql as $$
begin
  perform refresh_hubs(world, array_agg(material_id)) from new_rows group by world order by world;
  return null;
end $$;

create function hubs_deleted() returns trigger language plpgsql as $$
begin
  perform refresh_hubs(world, array_agg(material_id)) from old_rows group by world order by world;
  return null;
end $$;

-- A sale changes only the order within a hub.
create function hubs_updated() returns trigger language plpgsql as $$
begin
  perform refresh_hubs(world, array_agg(material_id))
  from new_rows after join old_rows before using (world, material_id)
  where (before.document, before.facets, before.words, before.price_cents)
    is distinct from (after.document, after.facets, after.words, after.price_cents)
  group by world order by world;
  update hub_material set popularity = after.popularity
  from new_rows after
  where hub_material.world = after.world and hub_material.material_id = after.material_id
    and hub_material.popularity <> after.popularity;
  return null;
end $$;

create trigger material_search_hubs_in after insert on material_search
  referencing new table as new_rows for each statement execute function hubs_inserted();
create trigger material_search_hubs_out after delete on material_search
  referencing old table as old_rows for each statement execute function hubs_deleted();
create trigger material_search_hubs_change after update on material_search
  referencing old table as old_rows new table as new_rows for each statement execute function hubs_updated();

-- A whole world at once, after rows were loaded past the triggers. What belongs where is derived once, and the planner
-- is told how many hubs there are: from the counts of an empty table it chose to read all hubs for every material.
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
    min_price_cents = counted.low, max_price_cents = counted.high, changed_at = now()
  from hub every left join (
    select hub_id, count(*) as materials, count(*) filter (where price_cents = 0) as free,
      min(price_cents) as low, max(price_cents) as high
    from hub_material where world = of_world group by hub_id) counted on counted.hub_id = every.id
  where hub.world = of_world and every.world = of_world and every.id = hub.id;
  drop table hub_part;
end $$;
