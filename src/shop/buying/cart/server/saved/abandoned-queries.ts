import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'
import type { Licence } from '#platform/rules/money/licence.ts'

export interface AbandonedRow {
  id: number
  recipient_id: number
  account_id: number
  email: string
  public_name: string
}

/**
 * Members' carts that were changed last between two moments and not told of since another, of those who asked for it, above
 * the number of an address. It begins with who asked: they are few, the carts are many.
 */
export async function abandonedCarts(
  db: Db,
  world: string,
  page: { from: Date; until: Date; remindedBefore: Date; afterId: number; limit: number },
): Promise<AbandonedRow[]> {
  const { rows } = await sql<AbandonedRow>`
    select c.id, r.id as recipient_id, a.id as account_id, a.email::text as email, a.public_name
    from mail_consent k
    join mail_recipient r on r.id = k.recipient_id
    join account a on a.email = r.email
    join cart c on c.world = ${world} and c.account_id = a.id
    cross join lateral (
      select max(greatest(i.added_at, i.chosen_at)) as changed_at from cart_item i
      where i.world = c.world and i.cart_id = c.id
    ) last
    where k.partition = 'abandoned-cart' and r.id > ${page.afterId} and a.disabled_at is null
      and a.email_confirmed_at is not null and last.changed_at > ${page.from} and last.changed_at <= ${page.until}
      and (c.reminded_at is null or c.reminded_at < ${page.remindedBefore})
    order by r.id limit ${page.limit}`.execute(db)
  return rows
}

/** False when somebody else told of this cart a moment ago. */
export async function markReminded(
  tx: Db,
  world: string,
  { cartId, remindedBefore }: { cartId: number; remindedBefore: Date },
): Promise<boolean> {
  const row = await tx
    .updateTable('cart')
    .set({ reminded_at: sql<Date>`now()` })
    .where('world', '=', world)
    .where('id', '=', cartId)
    .where((where) => where.or([where('reminded_at', 'is', null), where('reminded_at', '<', remindedBefore)]))
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Whose cart it is and what lies in it, in its order; undefined when there is none any more. */
export async function cartById(
  db: Db,
  world: string,
  cartId: number,
): Promise<{ accountId: number | null; lines: { material_id: number; licence: Licence }[] } | undefined> {
  const cart = await db
    .selectFrom('cart')
    .select('account_id')
    .where('world', '=', world)
    .where('id', '=', cartId)
    .executeTakeFirst()
  if (cart === undefined) return undefined
  const lines = await db
    .selectFrom('cart_item')
    .select(['material_id', 'licence'])
    .where('world', '=', world)
    .where('cart_id', '=', cartId)
    .orderBy('added_at')
    .orderBy('material_id')
    .execute()
  return { accountId: cart.account_id, lines }
}
