-- What the demonstration bought before is in the sandbox's books as well, so that it can be given back.
insert into sandbox_payment (reference, amount_cents, currency, description, world, return_url, order_reference, status, created_at)
select p.provider_reference, p.amount_cents, p.currency, 'Demo', p.world, '', o.reference, 'succeeded', p.created_at
from payment p join purchase_order o on o.world = p.world and o.id = p.order_id
where p.provider = 'sandbox' and p.status = 'succeeded' and p.provider_reference like 'demo-%'
on conflict (reference) do nothing;
