import { type Context, memberOf } from '#platform/context/context.ts'
import { ProductError } from '#platform/errors.ts'
import { addToCart } from '../adding.ts'
import { holderOf } from '../policy.ts'
import type { CartChange } from '../types.ts'
import { dropSaved, keepSaved, saveLine } from './saved-queries.ts'

/**
 * Takes a material out of the cart and keeps it beside it, with its licence.
 * @throws ProductError not_found when it is not in the cart
 */
export async function saveForLater(context: Context, materialId: number): Promise<CartChange> {
  const saved = await saveLine(context.db, context.world, { holder: holderOf(context), materialId })
  if (saved === undefined) throw new ProductError('not_found')
  return { count: saved.count, token: memberOf(context) ? null : (context.cartToken ?? null) }
}

/**
 * Puts what was kept back into the cart, at today's price; every guard of the cart counts, and what it refuses stays kept.
 * @throws ProductError not_found when it is not kept, and all that `addToCart` throws
 */
export async function takeSavedBack(context: Context, materialId: number): Promise<CartChange> {
  const { db, world } = context
  const holder = holderOf(context)
  const saved = await dropSaved(db, world, { holder, materialId })
  if (saved === undefined) throw new ProductError('not_found')
  try {
    return await addToCart(context, materialId, saved.licence)
  } catch (error) {
    await keepSaved(db, world, { holder, saved })
    throw error
  }
}

/** Forgets what was kept; nothing happens when it is not. */
export async function forgetSaved(context: Context, materialId: number): Promise<void> {
  await dropSaved(context.db, context.world, { holder: holderOf(context), materialId })
}
