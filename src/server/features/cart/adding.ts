import { ProductError } from '#shared/errors.ts'
import type { Licence } from '#shared/rules/licence.ts'
import { type Context, isActedFor, memberOf } from '../../context.ts'
import { hashToken, newToken } from '../../secrets.ts'
import { holderOf } from './policy.ts'
import { findOffer } from './price-queries.ts'
import { pricesOf } from './pricing.ts'
import { type AddRow, addItem } from './queries.ts'
import type { CartChange } from './types.ts'

/** not_null_violation, foreign_key_violation: the cart came or went between finding and filling it. */
const raced = new Set(['23502', '23503'])

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
  const isMember = memberOf(context) !== undefined
  const fresh = newToken()
  const row = await addOnce(context, { materialId, licence, fresh })
  refuse(row)
  if (row.verdict === 'add' && !isActedFor(context))
    context.tally.add('cartAdds', { world: context.world, materialId })
  if (isMember) return { count: row.count, token: null }
  return { count: row.count, token: row.isFresh ? fresh : (context.cartToken ?? null) }
}

/** A merge or a parallel first add may come between finding the cart and filling it: then once more, afresh. */
async function addOnce(
  context: Context,
  { materialId, licence, fresh }: { materialId: number; licence: Licence; fresh: string },
): Promise<AddRow> {
  const licencePrice = licence === 'single' ? null : await priceOfLicence(context, materialId, licence)
  const input = { holder: holderOf(context), freshHash: hashToken(fresh), materialId, licence, licencePrice }
  try {
    return await addItem(context.pool, context.world, input)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && raced.has(String(error.code)))) throw error
    return await addItem(context.pool, context.world, input)
  }
}

async function priceOfLicence(
  context: Context,
  materialId: number,
  licence: Licence,
): Promise<number | null> {
  const offer = await findOffer(context.db, context.world, materialId)
  return offer === undefined ? null : pricesOf(offer, new Date())[licence]
}

function refuse(row: AddRow): void {
  if (row.verdict === 'unoffered') throw new ProductError('invalid_input', { fields: { licence: 'invalid' } })
  if (row.verdict === 'unknown') throw new ProductError('not_found')
  if (row.verdict === 'unavailable') throw new ProductError('material_unavailable')
  if (row.verdict === 'own') throw new ProductError('own_material')
  if (row.verdict === 'owned') throw new ProductError('already_owned')
  if (row.verdict === 'full') throw new ProductError('invalid_input', { fields: { materialId: 'too_long' } })
}
