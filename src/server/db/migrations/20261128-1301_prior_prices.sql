-- What a material was asked for before its price of now: the one place where directive 98/6/EC, article 6a is worked out
-- (guidance 2021/C 526/02; CJEU C-330/23). All that shows a price before a reduction reads these columns.
alter table material
  -- Since when what is asked now is asked; null: never changed.
  add column asked_since timestamptz,
  -- The lowest price of the 30 days before that; null: not known for all of them, so nothing may be called reduced.
  add column prior_price_cents integer;

-- What is asked at the moment: the sale price while the sale runs (as shared/rules/reduction.ts has it).
create function asked_price(price integer, sale integer, sale_until timestamptz) returns integer
language sql stable parallel safe as $$
  select case when sale is not null and (sale_until is null or sale_until > now()) then sale else price end
$$;

-- The lowest price of the last 30 days; null: not known for all of them.
create function lowest_price(asked integer, asked_since timestamptz, prior integer) returns integer
language sql stable parallel safe as $$
  select case when asked_since is null or asked_since <= now() - interval '30 days' then asked
    when prior is not null then least(asked, prior) end
$$;

-- A sale that is prolonged, or whose regular price changes under it, goes on; one at another price is a new one, with the
-- first price among those before it (the strict reading, lawful in every state: article 6a (5) is an option).
create function prior_price(of_world text, of_material bigint, out asked_since timestamptz, out prior_cents integer)
language sql stable as $$
  with change as (
    select changed_at, price_cents, sale_price_cents, sale_until,
      coalesce(lead(changed_at) over (order by changed_at), 'infinity') as next_at
    from material_price_change where world = of_world and material_id = of_material
  ), span as (
    select changed_at as begun, least(coalesce(sale_until, 'infinity'), next_at) as ended, sale_price_cents as cents, true as is_sale
    from change where sale_price_cents is not null and coalesce(sale_until, 'infinity') > changed_at
    union all
    -- A sale that ends by itself leaves the regular price for the rest of its time.
    select case when sale_price_cents is null then changed_at else greatest(changed_at, sale_until) end, next_at, price_cents, false
    from change where sale_price_cents is null or coalesce(sale_until, 'infinity') < next_at
  ), asked as (
    select * from span where begun <= (select max(changed_at) from change)
  ), marked as (
    select *, (is_sale, cents) is distinct from (lag(is_sale) over by_time, lag(cents) over by_time) as is_new
    from asked window by_time as (order by begun)
  ), running as (
    select max(begun) filter (where is_new) as since, min(begun) as known_from from marked
  )
  select since, case when known_from <= since - interval '30 days' then (
    select min(cents) from asked where ended > since - interval '30 days' and begun < since) end
  from running
$$;

create function keep_prior_price() returns trigger language plpgsql as $$
begin
  update material set (asked_since, prior_price_cents) =
    (select p.asked_since, p.prior_cents from prior_price(new.world, new.material_id) p)
  where world = new.world and id = new.material_id;
  return null;
end $$;
create trigger keep_prior_price after insert or update on material_price_change
  for each row execute function keep_prior_price();

update material m set (asked_since, prior_price_cents) =
  (select p.asked_since, p.prior_cents from prior_price(m.world, m.id) p)
where exists (select from material_price_change c where c.world = m.world and c.material_id = m.id);

-- What is published and may be called reduced, with its saving in basis points of the price before.
create view reduced_material as
select world, id, published_at, sale_price_cents, sale_until, prior_price_cents,
  (prior_price_cents - sale_price_cents) * 10000 / prior_price_cents as saving_bp
from material
where status = 'published' and prior_price_cents > sale_price_cents and (sale_until is null or sale_until > now());

drop index material_offer;
create index material_offer on material
  (world, ((prior_price_cents - sale_price_cents) * 10000 / prior_price_cents) desc, id desc)
  where status = 'published' and prior_price_cents > sale_price_cents;
