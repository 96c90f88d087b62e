import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'

export async function insertGiftCard(
  tx: Db,
  card: {
    world: string
    codeHash: Buffer
    codeEnd: string
    currency: string
    amountCents: number
    note: string
    expiresAt: Date
    createdBy: number
    orderId?: number
  },
): Promise<void> {
  const { world, currency, note } = card
  await tx
    .insertInto('gift_card')
    .values({
      ...{ world, currency, note, code_hash: card.codeHash, code_end: card.codeEnd },
      ...{ amount_cents: card.amountCents, expires_at: card.expiresAt, created_by: card.createdBy },
      order_id: card.orderId ?? null,
    })
    .execute()
}

export interface GiftCardRow {
  currency: string
  amount_cents: number
  order_id: number | null
  expires_at: Date
}

/**
 * Takes a card once, whoever else tries at the same moment; undefined: there is none, or it is used or over. Who issued it for
 * the platform does not redeem it.
 */
export async function takeGiftCard(
  tx: Db,
  { codeHash, accountId }: { codeHash: Buffer; accountId: number },
): Promise<GiftCardRow | undefined> {
  return await tx
    .updateTable('gift_card')
    .set({ redeemed_by: accountId, redeemed_at: sql<Date>`now()` })
    .where('code_hash', '=', codeHash)
    .where('redeemed_at', 'is', null)
    .where('ended_at', 'is', null)
    .where((where) => where.or([where('order_id', 'is not', null), where('created_by', '<>', accountId)]))
    .where('expires_at', '>', sql<Date>`now()`)
    .returning(['currency', 'amount_cents', 'order_id', 'expires_at'])
    .executeTakeFirst()
}

/** Ends the card an order paid for, unless it was redeemed; whoever redeems it at the same moment comes first or not at all. */
export async function endCardOf(
  tx: Db,
  world: string,
  orderId: number,
): Promise<{ currency: string; amount_cents: number } | undefined> {
  return await tx
    .updateTable('gift_card')
    .set({ ended_at: sql<Date>`now()` })
    .where('world', '=', world)
    .where('order_id', '=', orderId)
    .where('redeemed_at', 'is', null)
    .where('ended_at', 'is', null)
    .returning(['currency', 'amount_cents'])
    .executeTakeFirst()
}

/** Whether the card an order paid for was ended before anybody redeemed it. */
export async function hasEndedCard(db: Db, world: string, orderId: number): Promise<boolean> {
  const row = await db
    .selectFrom('gift_card')
    .select('id')
    .where('world', '=', world)
    .where('order_id', '=', orderId)
    .where('redeemed_at', 'is', null)
    .where('ended_at', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Cards nobody redeemed in time, up to a batch: they end. */
export async function expireCards(
  tx: Db,
  batch: number,
): Promise<{ world: string; currency: string; cents: number }[]> {
  const { rows } = await sql<{ world: string; currency: string; cents: number }>`
    with over as (
      select id from gift_card where redeemed_at is null and ended_at is null and expires_at <= now()
      order by expires_at limit ${batch} for update skip locked
    )
    update gift_card g set ended_at = now() from over where g.id = over.id
    returning g.world, g.currency, g.amount_cents as cents`.execute(tx)
  return rows
}
