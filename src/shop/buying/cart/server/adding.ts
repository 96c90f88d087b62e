import { type Context, isActedFor, memberOf } from '#platform/context/context.ts'
import type { Db } from '#platform/db/pool.ts'
import { transaction } from '#platform/db/transaction.ts'
import { hashToken, newToken } from '#platform/env/secrets.ts'
import { ProductError } from '#platform/errors.ts'
import { maxCartItems } from '#platform/limits.ts'
import type { Licence } from '#platform/rules/money/licence.ts'
import { holderOf } from './policy.ts'
import { bundleParts, findOffer } from './price-queries.ts'
import { priceToAdd } from './pricing.ts'
import { cartState, insertCart, isTokenOurs, lockCart, putItem } from './queries.ts'
import type { CartChange } from './types.ts'

/**
 * Puts a material into the caller's cart; a second time changes nothing, with another licence it changes the licence.
 * Durable when it returns.
 * @throws ProductError not_found (unknown, or of another world), material_unavailable, own_material, already_owned,
 * invalid_input with `materialId: 'too_long'` when the cart is full, with `licence: 'invalid'` when it is not offered
 */
export async function addToCart(
  context: Context,
  materialId: number,
  licence: Licence = 'single',
): Promise<CartChange> {
  const accountId = memberOf(context)?.accountId ?? null
  const added = await transaction(context.db, async (tx) => {
    const seenPrice = await askedPrice(tx, context, { materialId, licence, accountId })
    // Whoever else adds to this cart waits here: of a double click the second finds what the first put in.
    const { cartId, freshToken } = await lockOrMakeCart(tx, context, accountId)
    const { count, licence: present } = await cartState(tx, context.world, { cartId, materialId })
    if (present === licence) return { count, isNew: false, freshToken }
    if (present === null && count >= maxCartItems)
      throw new ProductError('invalid_input', { fields: { materialId: 'too_long' } })
    await putItem(tx, context.world, { cartId, materialId, licence, seenPrice })
    return { count: present === null ? count + 1 : count, isNew: present === null, freshToken }
  })
  if (added.isNew && !isActedFor(context)) context.tally.add('cartAdds', { world: context.world, materialId })
  return {
    count: added.count,
    token: accountId === null ? (added.freshToken ?? context.cartToken ?? null) : null,
  }
}

async function askedPrice(
  tx: Db,
  { world }: Context,
  wish: { materialId: number; licence: Licence; accountId: number | null },
): Promise<number> {
  const { materialId, accountId } = wish
  const offer = await findOffer(tx, world, wish)
  if (offer === undefined) throw new ProductError('not_found')
  const bundles = offer.is_bundle ? [materialId] : []
  const parts = (await bundleParts(tx, world, { materialIds: bundles, accountId })).get(materialId) ?? []
  return priceToAdd(offer, { ...wish, parts })
}

/**
 * The caller's cart, locked; made when there is none. A stranger's own token becomes the key of a new cart only when we gave
 * it out for another world (one cookie serves all worlds), never one that was made up or planted; else `freshToken` does.
 */
async function lockOrMakeCart(
  tx: Db,
  context: Context,
  accountId: number | null,
): Promise<{ cartId: number; freshToken: string | null }> {
  const { world } = context
  const holder = holderOf(context)
  const ownHash = 'tokenHash' in holder ? holder.tokenHash : undefined
  // A login may take the cart of a stranger between two statements: then once more, with a fresh token.
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    const found = await lockCart(tx, world, holder)
    if (found !== undefined) return { cartId: found, freshToken: null }
    const isOurs = ownHash !== undefined && (await isTokenOurs(tx, ownHash))
    const freshToken = isOurs ? null : newToken()
    const tokenHash = freshToken === null ? ownHash : hashToken(freshToken)
    if (tokenHash === undefined) break
    await insertCart(tx, world, { accountId, tokenHash })
    const made = await lockCart(tx, world, accountId === null ? { tokenHash } : holder)
    if (made !== undefined) return { cartId: made, freshToken }
  }
  throw new ProductError('unavailable')
}
