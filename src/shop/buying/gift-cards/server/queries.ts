import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'

export interface Letter {
  recipientName: string
  recipientEmail: string | null
  message: string
  /** 2026-12-24, UTC. */
  deliverOn: string
}

export async function insertSale(
  tx: Db,
  world: string,
  sale: Letter & {
    orderId: number
    accountId: number
    amountCents: number
    currency: string
    senderName: string
  },
): Promise<void> {
  await tx
    .insertInto('gift_card_sale')
    .values({
      ...{ world, order_id: sale.orderId, account_id: sale.accountId, currency: sale.currency },
      ...{ amount_cents: sale.amountCents, sender_name: sale.senderName, message: sale.message },
      ...{ recipient_name: sale.recipientName, recipient_email: sale.recipientEmail },
      deliver_on: sale.deliverOn,
    })
    .execute()
}

/** The order of this very card that waits for its money, or whose payment is under way: a second click pays the same one. */
export async function waitingSale(
  tx: Db,
  world: string,
  wanted: Letter & { accountId: number; amountCents: number; since: Date },
): Promise<{ orderId: number; isUnderWay: boolean } | undefined> {
  const row = await tx
    .selectFrom('gift_card_sale as g')
    .innerJoin('purchase_order as o', (join) =>
      join.onRef('o.world', '=', 'g.world').onRef('o.id', '=', 'g.order_id'),
    )
    .select(['g.order_id', 'o.status'])
    .where('g.world', '=', world)
    .where('g.account_id', '=', wanted.accountId)
    .where((where) =>
      where.or([
        where('o.status', '=', 'processing'),
        where.and([where('o.status', '=', 'pending'), where('o.created_at', '>', wanted.since)]),
      ]),
    )
    .where('g.amount_cents', '=', wanted.amountCents)
    .where('g.recipient_name', '=', wanted.recipientName)
    .where(sql<boolean>`g.recipient_email is not distinct from ${wanted.recipientEmail}::text`)
    .where('g.message', '=', wanted.message)
    .where(sql<boolean>`g.deliver_on = ${wanted.deliverOn}::date`)
    .orderBy('g.order_id', 'desc')
    .executeTakeFirst()
  return row && { orderId: row.order_id, isUnderWay: row.status === 'processing' }
}

export interface SaleRow {
  order_id: number
  account_id: number
  amount_cents: number
  currency: string
  sender_name: string
  recipient_name: string
  recipient_email: string | null
  message: string
  deliver_on: string
  code_sealed: Buffer | null
  delivered_at: Date | null
  expires_at: Date | null
  redeemed_at: Date | null
  ended_at: Date | null
  reference: string
  number: string | null
  status: string
  buyer_email: string
  buyer_name: string
}

const columns = sql`
  g.order_id, g.account_id, g.amount_cents, g.currency, g.sender_name, g.recipient_name, g.recipient_email, g.message,
  to_char(g.deliver_on, 'YYYY-MM-DD') as deliver_on, g.code_sealed, g.delivered_at, c.expires_at, c.redeemed_at, c.ended_at,
  o.reference, o.number, o.status, a.email::text as buyer_email, a.public_name as buyer_name`
const tables = sql`
  gift_card_sale g
  join purchase_order o on o.world = g.world and o.id = g.order_id
  join account a on a.id = g.account_id
  left join gift_card c on c.world = g.world and c.order_id = g.order_id`

/** A member's cards of a world, the newest first; of orders that came to nothing none. */
export async function ownSales(
  db: Db,
  world: string,
  { accountId, limit }: { accountId: number; limit: number },
): Promise<SaleRow[]> {
  const { rows } = await sql<SaleRow>`
    select ${columns} from ${tables}
    where g.world = ${world} and g.account_id = ${accountId} and o.status in ('pending', 'processing', 'paid')
    order by g.order_id desc limit ${limit}`.execute(db)
  return rows
}

export async function saleOf(db: Db, world: string, orderId: number): Promise<SaleRow | undefined> {
  const { rows } = await sql<SaleRow>`
    select ${columns} from ${tables} where g.world = ${world} and g.order_id = ${orderId}`.execute(db)
  return rows[0]
}

/** Whose order of a card this is; undefined where there is none. */
export async function orderOfSale(
  db: Db,
  world: string,
  { reference, accountId }: { reference: string; accountId: number },
): Promise<number | undefined> {
  const row = await db
    .selectFrom('gift_card_sale as g')
    .innerJoin('purchase_order as o', (join) =>
      join.onRef('o.world', '=', 'g.world').onRef('o.id', '=', 'g.order_id'),
    )
    .select('g.order_id')
    .where('g.world', '=', world)
    .where('o.reference', '=', reference)
    .where('g.account_id', '=', accountId)
    .executeTakeFirst()
  return row?.order_id
}

export async function keepCode(tx: Db, world: string, orderId: number, sealed: Buffer): Promise<void> {
  await tx
    .updateTable('gift_card_sale')
    .set({ code_sealed: sealed })
    .where('world', '=', world)
    .where('order_id', '=', orderId)
    .execute()
}

/** Paid cards whose day has come, up to a batch, locked; told to their recipients from now on. */
export async function lockDueSales(
  tx: Db,
  world: string,
  input: { today: string; limit: number },
): Promise<number[]> {
  const { rows } = await sql<{ order_id: number }>`
    select g.order_id from gift_card_sale g
    where g.world = ${world} and g.code_sealed is not null and g.delivered_at is null
      and g.deliver_on <= ${input.today}::date
    order by g.deliver_on, g.order_id limit ${input.limit} for update skip locked`.execute(tx)
  return rows.map((row) => row.order_id)
}

export async function markDelivered(tx: Db, world: string, orderId: number): Promise<void> {
  await tx
    .updateTable('gift_card_sale')
    .set({ delivered_at: sql<Date>`now()` })
    .where('world', '=', world)
    .where('order_id', '=', orderId)
    .execute()
}

/** A person's cards that reached their recipients, in every world. */
export async function deliveredSalesOf(
  tx: Db,
  accountId: number,
): Promise<{ world: string; order_id: number }[]> {
  return await tx
    .selectFrom('gift_card_sale')
    .select(['world', 'order_id'])
    .where('account_id', '=', accountId)
    .where('delivered_at', 'is not', null)
    .execute()
}
