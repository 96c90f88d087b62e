import { type Context, memberOf } from '#platform/context/context.ts'
import { ProductError } from '#platform/errors.ts'
import { cardsByIds } from '#shop/catalogue/catalogue/server/service.ts'
import type { SavedForLater } from '../../rules/contract.ts'
import { addToCart } from '../adding.ts'
import { holderOf } from '../policy.ts'
import type { CartChange } from '../types.ts'
import { dropSaved, keepSaved, savedRows, saveLine } from './saved-queries.ts'

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

/** What the caller keeps beside the cart, the last kept first; what cannot be bought now is left out. */
export async function savedForLater(context: Context): Promise<SavedForLater[]> {
  const rows = await savedRows(context.db, context.world, holderOf(context))
  if (rows.length === 0) return []
  const cards = await cardsByIds(
    context,
    rows.map((row) => row.material_id),
  )
  const byId = new Map(cards.map((card) => [card.id, card]))
  return rows.flatMap(({ material_id: id, licence }) => {
    const material = byId.get(id)
    return material === undefined ? [] : { material, licence }
  })
}
