import type pg from 'pg'
import type { Attempt } from './buyers.ts'
import { giftLaws } from './gift-laws.ts'
import { payoutLaws } from './payout-laws.ts'
import type { Ending } from './provider.ts'

/** What must hold in the books whatever happened; each query lists the rows for which it does not. */
const laws: readonly { law: string; violations: string }[] = [
  {
    law: 'a payment the provider took has exactly one paid order of the same sum',
    violations: `select s.reference, o.status from sandbox_payment s
      left join payment p on p.provider_reference = s.reference and p.provider = 'sandbox'
      left join purchase_order o on o.world = p.world and o.id = p.order_id
      where s.status = 'succeeded' and (o.status is distinct from 'paid' or o.total_cents - o.credit_cents <> s.amount_cents)`,
  },
  {
    law: 'no order is paid without its payment',
    violations: `select o.reference from purchase_order o where o.status = 'paid' and o.total_cents > o.credit_cents
      and o.created_at > $1 and (select count(*) from payment p where p.world = o.world and p.order_id = o.id
        and p.status = 'succeeded') <> 1`,
  },
  {
    law: 'whoever paid for a material may have it',
    violations: `select o.reference, i.material_id from purchase_order o
      join order_item i on i.world = o.world and i.order_id = o.id
      where o.status = 'paid' and o.created_at > $1 and not exists (select 1 from entitlement e
        where e.world = o.world and e.account_id = o.account_id and e.material_id = i.material_id)
        and not exists (select 1 from refund_item r where r.world = i.world and r.order_id = i.order_id
          and r.material_id = i.material_id and r.revokes)`,
  },
  {
    law: 'nobody has what was not paid for',
    violations: `select e.account_id, e.material_id from entitlement e
      join purchase_order o on o.world = e.world and o.id = e.order_id where o.status <> 'paid'`,
  },
  {
    law: 'nobody paid twice for one material',
    violations: `select o.account_id, i.material_id, count(*) from purchase_order o
      join order_item i on i.world = o.world and i.order_id = o.id
      where o.status = 'paid' and o.created_at > $1 group by 1, 2 having count(*) > 1`,
  },
  {
    law: 'every paid order is booked exactly once',
    violations: `select o.reference from purchase_order o where o.status = 'paid' and o.total_cents > 0
      and o.created_at > $1 and (select count(*) from ledger_transaction l where l.world = o.world
        and l.order_id = o.id and l.kind in ('sale', 'gift_card_sale')) <> 1`,
  },
  {
    law: 'every booking sums to zero',
    violations: `select world, transaction_id, currency, sum(amount_cents) from ledger_entry
      group by 1, 2, 3 having sum(amount_cents) <> 0`,
  },
  {
    law: 'what the provider owes is what was sold less what was given back and what it holds for disputes',
    violations: `select sold.total, booked.total from
      (select (select coalesce(sum(total_cents - credit_cents), 0) from purchase_order where status = 'paid')
        - (select coalesce(sum(amount_cents - credit_cents), 0) from refund)
        - (select coalesce(sum(held_cents + fee_cents), 0) from payment_dispute) as total) sold,
      (select coalesce(sum(amount_cents), 0) as total from ledger_entry where ledger_account like 'provider:%') booked
      where sold.total <> booked.total`,
  },
  {
    law: 'order numbers have no gap and no double',
    violations: `select world, year, count(*), min(serial), max(serial) from (
        select world, split_part(number, '-', 2) as year, split_part(number, '-', 3)::int as serial
        from purchase_order where number is not null) numbered
      group by 1, 2 having count(*) <> max(serial) or min(serial) <> 1 or count(distinct serial) <> count(*)`,
  },
  {
    law: 'the next number follows the last one',
    violations: `select s.world, s.series, s.next_number, count(o.number) from number_series s
      left join purchase_order o on o.world = s.world and o.number like '%-' || split_part(s.series, '-', 2) || '-%'
      where s.series like 'order-%' group by 1, 2, 3 having s.next_number <> count(o.number) + 1`,
  },
  {
    law: 'every paid order has exactly one invoice of its sum, every gift card one receipt',
    violations: `select o.reference, count(d.id) from purchase_order o
      left join tax_document d on d.world = o.world and d.order_id = o.id
        and (d.kind = 'invoice' and o.purpose = 'materials' or d.cause = 'receipt:order:' || o.id)
        and d.gross_cents = o.total_cents and d.tax_cents = o.tax_cents
      where o.status = 'paid' and o.total_cents > 0 and o.created_at > $1
      group by o.world, o.id, o.reference having count(d.id) <> 1`,
  },
  {
    law: 'document numbers have no gap and no double, and the next one follows the last',
    violations: `select d.world, d.kind, d.year, count(*), max(d.serial), max(s.next_number) from tax_document d
      left join number_series s on s.world = d.world and s.series = d.kind || '-' || d.year
      group by 1, 2, 3 having count(*) <> max(d.serial) or count(d.serial) <> count(*)
        or max(s.next_number) is distinct from max(d.serial) + 1`,
  },
  {
    law: 'every refund is sent exactly once, and is booked and documented exactly once',
    violations: `select r.reference, r.status from refund r
      where r.created_at > $1 and (r.status <> 'succeeded'
        or (select count(*) from sandbox_refund s where s.reference = r.reference
          and s.amount_cents = r.amount_cents - r.credit_cents) <> (r.amount_cents > r.credit_cents)::int
        or (select count(*) from ledger_transaction l where l.world = r.world and l.refund_id = r.id) <> 1
        or (select count(*) from tax_document d where d.world = r.world and (d.cause = 'refund:' || r.id
          and d.kind = 'cancellation' or d.cause = 'receipt:gift-back:' || r.order_id)) <> 1)`,
  },
  {
    law: 'the provider sent nothing back that nobody asked for',
    violations: `select s.reference from sandbox_refund s
      where not exists (select 1 from refund r where r.reference = s.reference)
        and not exists (select 1 from ledger_transaction l
          where l.kind = 'unexpected_back' and l.cause = 'refund:' || s.reference)`,
  },
  {
    law: 'whoever got all of a material’s price back does not have it any more',
    violations: `select r.order_id, r.material_id from refund_item r
      join purchase_order o on o.world = r.world and o.id = r.order_id
      join entitlement e on e.world = r.world and e.account_id = o.account_id and e.material_id = r.material_id
        and e.order_id = r.order_id
      where r.revokes`,
  },
  {
    law: 'every paid order is confirmed by one mail, every refund by one',
    violations: `select o.reference, count(m.id) from purchase_order o
      left join mail m on m.dedupe_key = case o.purpose when 'materials' then 'order-paid:' else 'gift-card-bought:' end
        || o.world || ':' || o.id
      where o.status = 'paid' and o.total_cents > 0 and o.created_at > $1
      group by o.world, o.id, o.reference having count(m.id) <> 1
      union all
      select 'refunds', (select count(*) from mail where template = 'order-refunded')
        - (select count(*) from refund where kind = 'refund' and exists (select from refund_item i
          where i.world = refund.world and i.refund_id = refund.id))
      where (select count(*) from mail where template = 'order-refunded')
        <> (select count(*) from refund where kind = 'refund' and exists (select from refund_item i
          where i.world = refund.world and i.refund_id = refund.id))`,
  },
  {
    law: 'nobody was told that money came which no order waited for',
    violations: `select kind, cause from operator_task where kind <> 'late_failure' and kind not like 'dispute_%'`,
  },
  {
    law: 'what is held for disputes and what they cost is booked, once, and somebody was asked to look',
    violations: `select d.dispute_id, d.status from payment_dispute d
      where (select coalesce(sum(e.amount_cents) filter (where e.ledger_account like 'dispute:%'), 0) <> d.held_cents
          or coalesce(sum(e.amount_cents) filter (where e.ledger_account like 'fee:%'), 0) <> d.fee_cents
        from ledger_transaction l join ledger_entry e on e.world = l.world and e.transaction_id = l.id
        where l.world = d.world and l.kind = 'dispute' and l.cause like 'dispute:' || d.dispute_id || ':%')
      or (select count(*) from operator_task t
        where t.kind = 'dispute_' || d.status and t.cause = 'dispute_' || d.status || ':dispute:' || d.dispute_id) <> 1`,
  },
  {
    law: 'nothing bought lies in the cart any more',
    violations: `select c.account_id, i.material_id from cart c
      join cart_item i on i.world = c.world and i.cart_id = c.id
      join entitlement e on e.world = c.world and e.account_id = c.account_id and e.material_id = i.material_id`,
  },
]

/** Checks every law and every promise made to a buyer; returns what is wrong, in words. */
export async function auditBooks(
  client: pg.Client,
  since: Date,
  attempts: readonly Attempt[],
  disputes: ReadonlyMap<string, Ending>,
): Promise<string[]> {
  const wrong: string[] = []
  for (const { law, violations } of [...laws, ...giftLaws, ...payoutLaws]) {
    const { rows } = await client.query(violations, violations.includes('$1') ? [since] : [])
    if (rows.length > 0) wrong.push(`${law}: ${rows.length} violations, e.g. ${JSON.stringify(rows[0])}`)
  }
  for (const [dispute, ending] of disputes) {
    const { rows } = await client.query<{ status: string; held_cents: number }>(
      'select status, held_cents from payment_dispute where dispute_id = $1',
      [dispute],
    )
    const [row] = rows
    if (row?.status !== ending.status || Number(row.held_cents) !== ending.heldCents)
      wrong.push(`dispute ${dispute}: ${JSON.stringify(row)} instead of ${JSON.stringify(ending)}`)
  }
  for (const attempt of attempts.filter(({ acknowledged }) => acknowledged)) {
    const { rows } = await client.query<{ orders: number; entitled: number }>(
      `select (select count(*)::int from purchase_order where reference = $1 and status = 'paid') as orders,
        (select count(*)::int from entitlement e join account a on a.id = e.account_id
          where a.email = $2 and e.material_id = any($3::bigint[]))
        + (select count(*)::int from refund_item r join purchase_order o on o.world = r.world and o.id = r.order_id
          where o.reference = $1 and r.revokes) as entitled`,
      [attempt.reference, attempt.email, attempt.materialIds],
    )
    const [row] = rows
    if (row?.orders !== 1 || row.entitled !== attempt.materialIds.length) {
      wrong.push(`acknowledged order ${attempt.reference}: ${JSON.stringify(row)}`)
    }
  }
  return wrong
}

/** How many payments the product has not heard of yet, and refunds the provider has not. */
export async function unsettled(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ open: number }>(
    `select (select count(*)::int from sandbox_payment s
       join payment p on p.provider_reference = s.reference and p.provider = 'sandbox'
       where s.status in ('succeeded', 'pending') and p.status = 'pending')
     + (select count(*)::int from refund where status = 'pending') as open`,
  )
  return rows[0]?.open ?? 0
}
