-- Which decision of moderation sent the money of an order back: when it turns out wrong, its author gets the share back.
-- A number of moderation_decision, which stands behind the orders: no reference.
set local lock_timeout = '5s';
alter table refund add column takedown_id bigint;

update refund set takedown_id = taken.id from (
  select distinct on (r.world, r.id) r.world, r.id as refund_id, d.id
  from moderation_decision d
  join moderation_case c on c.world = d.world and c.id = d.case_id and c.target_kind = 'material'
  join refund r on r.world = d.world and r.kind = 'refund' and r.requested_by = d.decided_by and r.created_at >= d.decided_at
  join refund_item i on i.world = r.world and i.refund_id = r.id
  where d.outcome = 'removed' and d.category = 'copyright'
    and (i.material_id = c.target_id or r.reason like '% (' || c.target_id || ')')
  order by r.world, r.id, d.id desc) taken
where refund.world = taken.world and refund.id = taken.refund_id;

create index refund_takedown on refund (world, takedown_id) where takedown_id is not null;

-- Tasks name their order and its buyer from now on; those that are there are given what they lack.
update operator_task t set detail = t.detail || jsonb_build_object('buyerId', o.account_id)
from purchase_order o where o.world = t.world and o.reference = t.detail ->> 'orderReference' and not t.detail ? 'buyerId';
update operator_task t set detail = t.detail || jsonb_build_object('orderNumber', o.number, 'orderReference', o.reference,
  'buyerId', o.account_id, 'refundReference', r.reference)
from refund r join purchase_order o on o.world = r.world and o.id = r.order_id
where t.kind = 'refund_refused' and r.world = t.world and r.reference = t.detail ->> 'providerReference'
  and not t.detail ? 'buyerId';
update operator_task set detail = detail || jsonb_build_object('authorId', substring(detail ->> 'reason' from 8)::bigint)
where kind = 'seller_closed' and detail ->> 'reason' ~ '^author:[0-9]+$';
