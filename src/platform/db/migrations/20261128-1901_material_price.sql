-- What a material costs, at the time of the database: every price that is shown, summed or booked is read here.
create function sale_runs(sale integer, sale_until timestamptz) returns boolean
language sql stable parallel safe as $$
  select sale is not null and (sale_until is null or sale_until > now())
$$;

create or replace function asked_price(price integer, sale integer, sale_until timestamptz) returns integer
language sql stable parallel safe as $$
  select case when sale_runs(sale, sale_until) then sale else price end
$$;

-- Gross cents. `before_cents` is what the reduction is measured at (directive 98/6/EC, article 6a; CJEU C-330/23): above
-- `cents`, or null, and then nothing is struck through and no saving is claimed. `sale_ends` is null without a running sale,
-- and for one without an end.
create view material_price as
select world, id as material_id,
  asked_price(price_cents, sale_price_cents, sale_until) as cents,
  case when sale_runs(sale_price_cents, sale_until) and prior_price_cents > sale_price_cents
    then prior_price_cents end as before_cents,
  case when sale_runs(sale_price_cents, sale_until) then sale_until end as sale_ends,
  sale_runs(sale_price_cents, sale_until) as is_on_sale
from material;

create or replace view reduced_material as
select world, id, published_at, sale_price_cents, sale_until, prior_price_cents,
  (prior_price_cents - sale_price_cents) * 10000 / prior_price_cents as saving_bp
from material
where status = 'published' and prior_price_cents > sale_price_cents and sale_runs(sale_price_cents, sale_until);

-- What each member owns: what they bought, and what is in the bundles they bought.
create view owned_material as
select world, account_id, material_id, licence, school_id, created_at from entitlement
union all
select e.world, e.account_id, i.material_id, e.licence, e.school_id, e.created_at
from entitlement e join bundle_item i on i.world = e.world and i.bundle_id = e.material_id;

-- Whether an owned licence leaves nothing to buy with another one (shared/rules/licence.ts isWorthBuying).
create function covers_licence(owned text, wanted text) returns boolean
language sql immutable parallel safe as $$ select owned = 'school' or wanted = 'single' $$;
