import type pg from 'pg'
import type { Payouts } from './payers.ts'

/** What must hold for payouts whatever happened; each query lists the rows for which it does not. */
export const payoutLaws: readonly { law: string; violations: string }[] = [
  {
    law: 'a payout is in the books once, and gone from the balance unless it came back',
    violations: `select p.reference, p.status, booked.cents from payout p cross join lateral (
        select coalesce(sum(e.amount_cents), 0) as cents from ledger_transaction t
        join ledger_entry e on e.world = t.world and e.transaction_id = t.id
        where t.world = p.world and t.payout_id = p.id and e.ledger_account = 'author:' || p.account_id) booked
      where booked.cents <> case when p.status in ('failed', 'refused') then 0 else p.amount_cents end`,
  },
  {
    law: 'what the bank paid is what payouts say was paid',
    violations: `select paid.cents, bank.cents from
      (select coalesce(sum(amount_cents), 0) as cents from payout where status = 'paid') paid,
      (select coalesce(-sum(amount_cents), 0) as cents from ledger_entry where ledger_account = 'bank') bank
      where paid.cents <> bank.cents`,
  },
  {
    law: 'a seller has one payout a month that did not come back',
    violations: `select account_id, currency, period, count(*) from payout where status not in ('failed', 'refused')
      group by 1, 2, 3 having count(*) > 1`,
  },
  {
    law: 'what a seller earned is in their balance or was paid out',
    violations: `select a.author_id, earned.cents, out.cents, balance.cents
      from (select distinct author_id from order_item) a
      cross join lateral (select coalesce(sum(i.author_share_cents), 0) - coalesce((select sum(r.author_share_cents)
          from refund_item r join order_item s using (world, order_id, material_id)
          where s.author_id = a.author_id), 0) as cents
        from order_item i join purchase_order o on o.world = i.world and o.id = i.order_id
        where i.author_id = a.author_id and o.status = 'paid') earned
      cross join lateral (select coalesce(sum(amount_cents), 0) as cents from payout
        where account_id = a.author_id and status not in ('failed', 'refused')) out
      cross join lateral (select coalesce(-sum(amount_cents), 0) as cents from ledger_entry
        where ledger_account = 'author:' || a.author_id) balance
      where earned.cents <> out.cents + balance.cents`,
  },
  {
    law: 'every step of a payout was taken once, and the last one is where it stands',
    violations: `select p.reference, p.status, array_agg(e.to_status order by e.id) from payout p
      join payout_event e on e.world = p.world and e.payout_id = p.id group by p.world, p.id
      having count(*) <> count(distinct e.to_status)
        or (array_agg(e.to_status order by e.id desc))[1] <> p.status
        or (array_agg(e.to_status order by e.id))[1] <> 'draft'`,
  },
  {
    law: 'a seller is notified once that money was sent, and once that it came back',
    violations: `select sent.template, sent.mails, steps.count from (values ('payout-sent', '{sent}'::text[]),
        ('payout-failed', '{failed,refused}')) as kinds (template, steps)
      cross join lateral (select kinds.template, count(*) as mails from mail where template = kinds.template) sent
      cross join lateral (select count(*) from payout_event where to_status = any(kinds.steps)) steps
      where sent.mails <> steps.count`,
  },
]

/** Each payout stands in one file for the bank, with its own sum. */
export async function auditFiles(client: pg.Client, { inFiles }: Payouts): Promise<string[]> {
  const wrong: string[] = []
  for (const [reference, { times, cents }] of inFiles) {
    const { rows } = await client.query<{ amount_cents: string }>(
      'select amount_cents from payout where reference = $1 and batch_id is not null',
      [reference],
    )
    if (times !== 1 || Number(rows[0]?.amount_cents) !== cents)
      wrong.push(
        `payout ${reference}: ${times} times in a file, ${cents} cents instead of ${rows[0]?.amount_cents}`,
      )
  }
  return wrong
}
