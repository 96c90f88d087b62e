import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'
import { maxCartItems } from '#platform/limits.ts'

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
