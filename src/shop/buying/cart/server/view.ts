import { worldOf } from '#platform/routing/worlds.ts'
import type { MaterialCard } from '#platform/rules/contract/material.ts'
import type { LiveWorldCode } from '#platform/rules/contract/world.ts'
import { sumCents } from '#platform/rules/money/money.ts'
import { worthOf } from '#shop/buying/credits/rules/voucher.ts'
import { cartTotals, priceChangedFrom } from '#shop/catalogue/catalogue/rules/cart.ts'
import type { Cart, LeftOut } from '../rules/contract.ts'
import { creditToUse } from '../rules/credit-use.ts'
import type { Line } from './pricing.ts'
import type { CartLineRow } from './queries.ts'
import type { Reduction } from './reduction.ts'

/** The wire shape of specification 3. `finalPrice` is what is bought for; what of it is left to pay is `due`. */
export function toCart(input: {
  world: LiveWorldCode
  token: string | null
  lines: readonly Line[]
  cards: readonly MaterialCard[]
  leftOut: LeftOut[]
  reduction: Reduction
  itemsInBundles: number[]
  /** The least that can be paid, in cents. */
  leastCents: number
}): Cart {
  const { voucher, discounts, availableCredit, usesCredit } = input.reduction
  const totals = cartTotals(input.lines)
  const totalVoucherDiscount = sumCents(discounts)
  const finalPrice = totals.finalPrice - totalVoucherDiscount
  const creditCents = usesCredit ? availableCredit : 0
  const credit = creditToUse({ totalCents: finalPrice, creditCents, leastCents: input.leastCents })
  const cards = new Map(input.cards.map((card) => [card.id, card]))
  const cartItems = input.lines.flatMap((line) => {
    const material = cards.get(line.materialId)
    if (material === undefined) return []
    return {
      material: {
        ...material,
        price: line.price,
        finalPrice: line.finalPrice,
        sale: line.finalPrice < line.price,
      },
      licence: line.licence,
      finalPrice: line.finalPrice,
      discount: line.price - line.finalPrice,
      priceChangedFrom: priceChangedFrom(line),
      owned: line.owned,
    }
  })
  return {
    cartItems,
    leftOut: input.leftOut,
    itemsInBundles: input.itemsInBundles,
    voucher: voucher ? { code: voucher.code, ...worthOf(voucher) } : null,
    usedCredits: credit,
    availableCredits: availableCredit,
    usesCredits: usesCredit,
    currency: worldOf(input.world).currency,
    originalPrice: totals.originalPrice,
    finalPrice,
    due: finalPrice - credit,
    totalVoucherDiscount,
    voucherError: voucher?.reason ?? null,
    token: input.token,
    loaded: true,
  }
}

/** What lies in a cart and is in no sum, with the reason its owner is told. */
export function leftOutOf(
  rows: readonly CartLineRow[],
  { lines, accountId }: { lines: readonly Line[]; accountId: number | undefined },
): LeftOut[] {
  const isIn = new Set(lines.map(({ materialId }) => materialId))
  return rows
    .filter((row) => !isIn.has(row.material_id))
    .map((row) => ({ materialId: row.material_id, title: row.title, reason: reasonOf(row, accountId) }))
}

function reasonOf(row: CartLineRow, accountId: number | undefined): LeftOut['reason'] {
  if (row.author_id === accountId) return 'own'
  if (row.is_awaited) return 'awaiting_payment'
  // Of a bundle nothing is held; that it is for sale and still not a line means that all in it is.
  const isAllOwned = row.held_licence !== null || (row.is_bundle && row.licence === 'single')
  return isAllOwned && row.is_for_sale ? 'owned' : 'unavailable'
}
