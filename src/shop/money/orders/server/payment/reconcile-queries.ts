import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'
import type { Difference, Movement } from '../../rules/reconciliation.ts'

export interface Span {
  provider: string
  from: Date
  to: Date
}

export interface BookedMovement extends Movement {
  world: string
}

interface Row {
  world: string
  reference: string
  currency: string
  amount: number
}

/**
 * What the ledger has of a provider's payments, refunds and disputes, in all worlds: those of a span of time, and those
 * that are named, whenever they were booked.
 */
export async function bookedMovements(
  db: Db,
  span: Span,
  named: Readonly<Record<Movement['kind'], readonly string[]>>,
): Promise<BookedMovement[]> {
  const accounts = [`provider:${span.provider}`, `fee:${span.provider}`]
  const [payments, refunds, byHand, disputes] = [
    await sql<Row>`
      with wanted as (
        select world, id, reference from purchase_order where reference = any(${named.payment}::text[])
        union
        select o.world, o.id, o.reference from ledger_transaction t
        join purchase_order o on o.world = t.world and o.id = t.order_id
        where t.kind in ('sale', 'gift_card_sale', 'unexpected') and t.created_at >= ${span.from} and t.created_at < ${span.to}
      )
      select w.world, w.reference, e.currency, sum(e.amount_cents)::bigint as amount
      from wanted w
      join ledger_transaction t on t.world = w.world and t.order_id = w.id
      join ledger_entry e on e.world = t.world and e.transaction_id = t.id
      where e.ledger_account = any(${accounts}::text[])
        and (t.kind in ('sale', 'gift_card_sale', 'unexpected') or t.kind = 'unexpected_back' and t.cause like 'payment:%')
      group by 1, 2, 3`.execute(db),
    await sql<Row>`
      select r.world, r.reference, e.currency, -sum(e.amount_cents)::bigint as amount
      from refund r
      join ledger_transaction t on t.world = r.world and t.refund_id = r.id and t.kind = 'refund'
      join ledger_entry e on e.world = t.world and e.transaction_id = t.id
      where e.ledger_account = ${accounts[0]}
        and (r.reference = any(${named.refund}::text[]) and r.status <> 'failed'
          or r.status = 'succeeded' and t.created_at >= ${span.from} and t.created_at < ${span.to})
      group by 1, 2, 3`.execute(db),
    await sql<Row>`
      select t.world, split_part(t.cause, ':', 2) as reference, e.currency, -sum(e.amount_cents)::bigint as amount
      from ledger_transaction t
      join ledger_entry e on e.world = t.world and e.transaction_id = t.id
      where t.kind = 'unexpected_back' and t.cause like 'refund:%' and e.ledger_account = ${accounts[0]}
        and (split_part(t.cause, ':', 2) = any(${named.refund}::text[])
          or t.created_at >= ${span.from} and t.created_at < ${span.to})
      group by 1, 2, 3`.execute(db),
    await sql<Row>`
      with wanted as (
        select world, dispute_id from payment_dispute where provider = ${span.provider}
          and (dispute_id = any(${named.dispute}::text[]) or opened_at >= ${span.from} and opened_at < ${span.to})
      )
      select w.world, w.dispute_id as reference, e.currency, sum(e.amount_cents)::bigint as amount
      from wanted w
      join ledger_transaction t on t.world = w.world and t.kind = 'dispute'
        and split_part(t.cause, ':', 2) = w.dispute_id
      join ledger_entry e on e.world = t.world and e.transaction_id = t.id
      where e.ledger_account = ${`dispute:${span.provider}`}
      group by 1, 2, 3`.execute(db),
  ]
  return [
    ...movements('payment', payments.rows),
    ...movements('refund', [...refunds.rows, ...byHand.rows]),
    ...movements('dispute', disputes.rows),
  ]
}

/** The order a movement of a provider belongs to; undefined for what we do not know. */
export async function orderOfMovement(
  db: Db,
  { provider, kind, reference }: { provider: string } & Pick<Movement, 'kind' | 'reference'>,
): Promise<{ world: string; number: string | null; reference: string; buyer_id: number } | undefined> {
  const id = {
    payment: sql`select o.world, o.id from purchase_order o where o.reference = ${reference}`,
    refund: sql`select r.world, r.order_id as id from refund r where r.reference = ${reference}`,
    dispute: sql`select d.world, p.order_id as id from payment_dispute d
      join payment p on p.world = d.world and p.id = d.payment_id
      where d.provider = ${provider} and d.dispute_id = ${reference}`,
  }[kind]
  const { rows } = await sql<{ world: string; number: string | null; reference: string; buyer_id: number }>`
    select o.world, o.number, o.reference, o.account_id as buyer_id
    from (${id}) found join purchase_order o on o.world = found.world and o.id = found.id limit 1`.execute(db)
  return rows[0]
}

function movements(kind: Movement['kind'], rows: readonly Row[]): BookedMovement[] {
  return rows.map(({ world, reference, currency, amount }) => ({
    ...{ kind, world, reference, currency },
    amountCents: Number(amount),
  }))
}

/** Keeps what a comparison found. */
export async function insertReconciliation(
  tx: Db,
  found: Span & { compared: number; differences: readonly Difference[] },
): Promise<void> {
  await tx
    .insertInto('reconciliation')
    .values({
      provider: found.provider,
      from_at: found.from,
      to_at: found.to,
      compared: found.compared,
      differences: JSON.stringify(found.differences),
    })
    .execute()
}

/** The newest comparisons. */
export async function reconciliationRows(db: Db, limit: number) {
  return await db
    .selectFrom('reconciliation')
    .select(['provider', 'from_at', 'to_at', 'made_at', 'compared', 'differences'])
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}
