import { type Context, memberOf } from '#platform/context/context.ts'
import { ProductError } from '#platform/errors.ts'
import { type Licence, licences } from '#platform/rules/money/licence.ts'
import type { Mine } from '../rules/contract.ts'
import { holderOf } from './policy.ts'
import { bundleParts, findMine } from './price-queries.ts'
import { heldOf, priceLine } from './pricing.ts'

/**
 * What a material is to this very visitor, for the parts of its page that cannot be the same for everybody: owned, in the
 * cart, and what each licence costs them (cents, null: nothing to buy). The prices are those of cart and checkout.
 * @throws ProductError not_found for what is not to be seen
 */
export async function materialForVisitor(context: Context, materialId: number): Promise<Mine> {
  const { db, world } = context
  const accountId = memberOf(context)?.accountId ?? null
  const row = await findMine(db, world, { materialId, accountId, holder: holderOf(context) })
  if (row === undefined) throw new ProductError('not_found')
  const held = heldOf(row)
  const parts = row.is_bundle
    ? ((await bundleParts(db, world, { materialIds: [materialId], accountId })).get(materialId) ?? [])
    : []
  const priceOf = (wanted: Licence) => {
    const wish = { ...row, material_id: materialId, licence: wanted, seen_price_cents: 0, held }
    return priceLine(wish, parts)?.finalPrice ?? null
  }
  const ownedParts = parts.filter((part) => part.is_owned).length
  const isChanged = row.held_since !== null && row.changed_at !== null && row.changed_at > row.held_since
  return {
    isOwn: row.author_id === accountId,
    owned: held ? { ...held, since: row.held_since?.toISOString() ?? '' } : null,
    purchase_id: row.purchase_id,
    updatedAt: isChanged ? (row.changed_at?.toISOString() ?? null) : null,
    inCart: row.in_cart,
    prices: {
      single: priceOf(licences[0]),
      additional: priceOf(licences[1]),
      school: priceOf(licences[2]),
    },
    bundle: ownedParts === 0 ? null : { parts: ownedParts, of: parts.length },
  }
}
