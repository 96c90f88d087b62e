import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'
import { maxCartItems } from '#platform/limits.ts'
import { liveWorldCodes } from '#platform/rules/contract/world.ts'
import type { Licence } from '#platform/rules/money/licence.ts'

/** Who holds a cart: a member by account, a stranger by the hash of a token. A token never opens a member's cart. */
export type CartHolder = { accountId: number } | { tokenHash: Buffer | undefined }

/** The condition on `cart` that finds the holder's. */
export function holderIs(holder: CartHolder) {
  return 'accountId' in holder
    ? sql<boolean>`account_id = ${holder.accountId}`
    : sql<boolean>`token_hash = ${holder.tokenHash ?? null}::bytea and account_id is null`
}

/** The holder's cart, locked until the transaction ends; undefined when there is none. */
export async function lockCart(tx: Db, world: string, holder: CartHolder): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from cart where world = ${world} and ${holderIs(holder)} for update`.execute(tx)
  return rows[0]?.id
}

/** Whether one of our carts, in any world, is found by this hash: the token was given out by us and not made up. */
export async function isTokenOurs(db: Db, tokenHash: Buffer): Promise<boolean> {
  const row = await db
    .selectFrom('cart')
    .select('id')
    .where('world', 'in', [...liveWorldCodes])
    .where('token_hash', '=', tokenHash)
    .where('account_id', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Makes a cart, or nothing when another request has just made it: then `lockCart` finds it. */
export async function insertCart(
  tx: Db,
  world: string,
  cart: { accountId: number | null; tokenHash: Buffer },
): Promise<void> {
  await tx
    .insertInto('cart')
    .values({ world, account_id: cart.accountId, token_hash: cart.tokenHash })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** How many materials lie in a cart, and the licence of this one if it is among them. */
export async function cartState(
  tx: Db,
  world: string,
  { cartId, materialId }: { cartId: number; materialId: number },
): Promise<{ count: number; licence: Licence | null }> {
  const { rows } = await sql<{ count: number; licence: Licence | null }>`
    select count(*)::int as count, max(licence) filter (where material_id = ${materialId}::bigint) as licence
    from cart_item where world = ${world} and cart_id = ${cartId}`.execute(tx)
  return rows[0] ?? { count: 0, licence: null }
}

/** Puts a material into a cart, or changes its licence there. `seenPrice` in cents. */
export async function putItem(
  tx: Db,
  world: string,
  item: { cartId: number; materialId: number; licence: Licence; seenPrice: number },
): Promise<void> {
  await tx
    .insertInto('cart_item')
    .values({
      world,
      cart_id: item.cartId,
      material_id: item.materialId,
      licence: item.licence,
      seen_price_cents: item.seenPrice,
    })
    .onConflict((conflict) =>
      conflict.columns(['world', 'cart_id', 'material_id']).doUpdateSet({
        licence: item.licence,
        seen_price_cents: item.seenPrice,
        chosen_at: sql<Date>`now()`,
      }),
    )
    .execute()
}

/** Takes a material out and answers how many are left. */
export async function removeItem(
  db: Db,
  world: string,
  input: { holder: CartHolder; materialId: number },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with found as (
      select id from cart where world = ${world} and ${holderIs(input.holder)}
    ), gone as (
      delete from cart_item
      where world = ${world} and cart_id = (select id from found) and material_id = ${input.materialId}
      returning 1
    ), touched as (
      update cart set updated_at = now()
      where world = ${world} and id = (select id from found) and exists (select from gone)
    )
    select (
      (select count(*) from cart_item where world = ${world} and cart_id = (select id from found))
      - (select count(*) from gone)
    )::int as count`.execute(db)
  return rows[0]?.count ?? 0
}

export interface CartLineRow {
  material_id: number
  licence: Licence
  seen_price_cents: number
  title: string
  author_id: number
  is_bundle: boolean
  price_cents: number
  asked_cents: number
  before_cents: number | null
  additional_price_cents: number | null
  school_price_cents: number | null
  currency: string
  /** Published or reachable by its link, and not the member's own. */
  is_for_sale: boolean
  /** What the member holds of it; null: nothing. */
  held_licence: 'single' | 'school' | null
  held_colleagues: number | null
  /** Ordered already, and that payment is under way. */
  is_awaited: boolean
}

export interface CartRow {
  id: number
  voucher_id: number | null
  uses_credit: boolean
}

/** The cart and its lines in the order they were put in; undefined when there is no cart. */
export async function cartLines(
  db: Db,
  world: string,
  holder: CartHolder,
): Promise<{ cart: CartRow; lines: CartLineRow[] } | undefined> {
  const accountId = 'accountId' in holder ? holder.accountId : null
  const { rows } = await sql<CartLineRow & CartRow>`
    select c.id, c.voucher_id, c.uses_credit,
      i.material_id, i.licence, i.seen_price_cents, m.title, m.author_id, m.is_bundle, m.price_cents,
      price.cents as asked_cents, price.before_cents, m.additional_price_cents, m.school_price_cents, m.currency,
      m.status in ('published', 'unlisted') and m.author_id is distinct from ${accountId}::bigint as is_for_sale,
      e.licence as held_licence, e.colleagues as held_colleagues,
      exists (select from cart_awaited a where a.world = i.world and a.account_id = ${accountId}::bigint
        and a.material_id = i.material_id) as is_awaited
    from (select id, voucher_id, uses_credit from cart where world = ${world} and ${holderIs(holder)}) c
    left join (cart_item i join material m on m.world = i.world and m.id = i.material_id
        join material_price price on price.world = m.world and price.material_id = m.id)
      on i.world = ${world} and i.cart_id = c.id
    left join entitlement e
      on e.world = i.world and e.account_id = ${accountId}::bigint and e.material_id = i.material_id
    order by i.added_at, i.material_id`.execute(db)
  const [first] = rows
  if (first === undefined) return undefined
  const { id, voucher_id, uses_credit } = first
  const isEmpty = (first.material_id as number | null) === null
  return { cart: { id, voucher_id, uses_credit }, lines: isEmpty ? [] : rows }
}

/** The member's cart, locked until the transaction ends; undefined when there is none. */
export async function lockMembersCart(tx: Db, world: string, accountId: number): Promise<number | undefined> {
  const row = await tx
    .selectFrom('cart')
    .select('id')
    .where('world', '=', world)
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirst()
  return row?.id
}

/** Notes what an order holds while its payment is under way; once. */
export async function insertAwaited(
  tx: Db,
  world: string,
  { orderId, accountId, materialIds }: { orderId: number; accountId: number; materialIds: readonly number[] },
): Promise<void> {
  if (materialIds.length === 0) return
  await tx
    .insertInto('cart_awaited')
    .values(materialIds.map((id) => ({ world, account_id: accountId, material_id: id, order_id: orderId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Forgets what an order held while its payment was under way. */
export async function deleteAwaited(tx: Db, world: string, orderId: number): Promise<void> {
  await tx.deleteFrom('cart_awaited').where('world', '=', world).where('order_id', '=', orderId).execute()
}

/** Takes materials out of the member's cart: bought, owned or gone. */
export async function removeFromMembersCart(
  tx: Db,
  world: string,
  input: { accountId: number; materialIds: readonly number[] },
): Promise<void> {
  if (input.materialIds.length === 0) return
  await sql`
    delete from cart_item where world = ${world}
      and cart_id = (select id from cart where world = ${world} and account_id = ${input.accountId})
      and material_id = any(${input.materialIds}::bigint[])`.execute(tx)
}

/** Puts a voucher on the cart, or takes it off; false when there is no cart. */
export async function setVoucher(
  db: Db,
  world: string,
  { holder, voucherId }: { holder: CartHolder; voucherId: number | null },
): Promise<boolean> {
  const row = await db
    .updateTable('cart')
    .set({ voucher_id: voucherId, updated_at: sql<Date>`now()` })
    .where('world', '=', world)
    .where(holderIs(holder))
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Whether the member's credit is used for this cart. */
export async function setUsesCredit(
  db: Db,
  world: string,
  { accountId, usesCredit }: { accountId: number; usesCredit: boolean },
): Promise<void> {
  await db
    .updateTable('cart')
    .set({ uses_credit: usesCredit, updated_at: sql<Date>`now()` })
    .where('world', '=', world)
    .where('account_id', '=', accountId)
    .execute()
}

/** Locks a stranger's carts in every world, in one order for all callers. */
export async function lockStrangersCarts(
  tx: Db,
  worlds: readonly string[],
  tokenHash: Buffer,
): Promise<{ id: number; world: string }[]> {
  return await tx
    .selectFrom('cart')
    .select(['id', 'world'])
    .where('world', 'in', [...worlds])
    .where('token_hash', '=', tokenHash)
    .where('account_id', 'is', null)
    .orderBy('world')
    .forUpdate()
    .execute()
}

/** The member's cart, made when there is none, locked until the transaction ends. */
export async function ensureMembersCart(
  tx: Db,
  world: string,
  input: { accountId: number; freshHash: Buffer },
): Promise<number> {
  const row = await tx
    .insertInto('cart')
    .values({ world, token_hash: input.freshHash, account_id: input.accountId })
    .onConflict((conflict) =>
      conflict
        .columns(['world', 'account_id'])
        .where('account_id', 'is not', null)
        .doUpdateSet({ updated_at: sql`now()` }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/**
 * Moves everything, up to the limit, the oldest first; of what is in both carts the licence that was chosen last stays. What
 * the member owns or made comes along, so that their cart can say why it is not in the sum. Then the emptied cart is deleted.
 */
export async function moveItems(
  tx: Db,
  world: string,
  input: { fromCart: number; toCart: number; accountId: number },
): Promise<void> {
  await sql`
    update cart_item h set licence = i.licence, seen_price_cents = i.seen_price_cents, chosen_at = i.chosen_at
    from cart_item i
    where i.world = ${world} and i.cart_id = ${input.fromCart} and h.world = i.world and h.cart_id = ${input.toCart}
      and h.material_id = i.material_id and i.chosen_at > h.chosen_at and not exists (
        select from entitlement e
        where e.world = i.world and e.account_id = ${input.accountId} and e.material_id = i.material_id
          and covers_licence(e.licence, i.licence)
      )`.execute(tx)
  await sql`
    insert into cart_item (world, cart_id, material_id, licence, seen_price_cents, added_at, chosen_at)
    select i.world, ${input.toCart}, i.material_id, i.licence, i.seen_price_cents, i.added_at, i.chosen_at
    from cart_item i
    where i.world = ${world} and i.cart_id = ${input.fromCart} and not exists (
      select from cart_item h
      where h.world = i.world and h.cart_id = ${input.toCart} and h.material_id = i.material_id
    )
    order by i.added_at, i.material_id
    limit greatest(0, ${maxCartItems} - (
      select count(*) from cart_item where world = ${world} and cart_id = ${input.toCart}
    ))
    on conflict do nothing`.execute(tx)
  await tx.deleteFrom('cart').where('world', '=', world).where('id', '=', input.fromCart).execute()
}
