-- Which landings changed is told by the service that publishes, with its events (features/hubs). The triggers go on counting,
-- whoever writes the index, and note in the transaction which landings they counted anew, and which of these were linked:
-- afterwards nobody could say where a material is no longer.

create function note_counted_hubs(counted bigint[], linked bigint[]) returns void language sql as $$
  select set_config('hubs.counted',
      concat_ws(',', nullif(current_setting('hubs.counted', true), ''), array_to_string(counted, ',')), true),
    set_config('hubs.linked',
      concat_ws(',', nullif(current_setting('hubs.linked', true), ''), array_to_string(linked, ',')), true)
$$;

-- The landings this transaction has counted anew since it was asked last. 3 is `minIndexedMaterials`: with fewer, nothing
-- links there.
create function take_counted_hubs()
  returns table (id bigint, world text, is_empty boolean, is_unlinked boolean) language plpgsql as $$
declare
  counted bigint[] := string_to_array(nullif(current_setting('hubs.counted', true), ''), ',');
  linked bigint[] := string_to_array(coalesce(current_setting('hubs.linked', true), ''), ',');
begin
  if counted is null then return; end if;
  perform set_config('hubs.counted', '', true), set_config('hubs.linked', '', true);
  return query select hub.id, hub.world, hub.material_count = 0, hub.material_count < 3 and hub.id = any (linked)
    from hub where hub.id = any (counted);
end $$;

-- As before, but noted instead of told.
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
  -- had enough materials to be linked
  linked bigint[];
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
  select array_agg(set_mark), array_agg(id) filter (where material_count >= 3) into marks, linked from (
    select id, set_mark, material_count from hub where world = of_world and id = any (touched) order by id for update) locked;

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
  perform note_counted_hubs(array(
    select unnest(touched)
    union
    select id from hub where world = of_world and set_mark = any (marks) and material_count >= 3), linked);
end $$;

-- Nobody but an operator writes a landing's text, by hand and without the product: the database itself says so.
create or replace function keep_hub_intro() returns trigger language plpgsql as $$
begin
  new.changed_at := now();
  perform pg_notify('cache_tags', 'hub:' || new.id);
  return new;
end $$;

drop function notify_hubs(bigint[]);
