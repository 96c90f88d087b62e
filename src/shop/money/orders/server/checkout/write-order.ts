import { randomBytes } from 'node:crypto'
import type { Context } from '#platform/context/context.ts'
import type { Db } from '#platform/db/pool.ts'
import { worldOf } from '#platform/routing/worlds.ts'
import type { LiveWorldCode } from '#platform/rules/contract/world.ts'
import { authorShareOf, mostCountedSales, shareAfter } from '#platform/rules/money/commission.ts'
import { sumCents } from '#platform/rules/money/money.ts'
import { taxOrder } from '#platform/rules/money/tax.ts'
import type { CheckoutCart, CheckoutLine } from '#shop/buying/cart/server/service.ts'
import { platformCost } from '#shop/buying/credits/rules/voucher.ts'
import { keepEvidence, type SaleTax } from '#shop/money/tax/server/service.ts'
import { type OrderRow, soldCounts } from '../queries.ts'
import { insertOrder, type NewOrderItem } from './checkout-queries.ts'

/** What of each line its author is due today, in basis points. */
export async function sharesOf(
  tx: Db,
  world: LiveWorldCode,
  lines: readonly CheckoutLine[],
): Promise<number[]> {
  const authorIds = [...new Set(lines.map((line) => line.authorId))]
  const sold = await soldCounts(tx, world, { authorIds, most: mostCountedSales })
  return lines.map((line) => shareAfter(world, sold.get(line.authorId) ?? 0))
}

/** Writes an order with its lines as they are taxed, and where the buyer lives. Inside the buyer's lock. */
export async function writeOrder(
  tx: Db,
  context: Context,
  input: {
    accountId: number
    cart: Omit<CheckoutCart, 'cartId' | 'awaited' | 'gone'> & { cartId: number | null }
    country: string
    sale: SaleTax<CheckoutLine>
    /** Of each line's author. */
    shares: number[]
  },
): Promise<OrderRow> {
  const { cart, sale, shares } = input
  const isPlatformFunded = cart.voucher?.fundedBy === 'platform'
  const { totalCents, taxCents, items } = priceOrder(sale, { shares, isPlatformFunded })
  // 128 random bits: one reference does not help to guess another.
  const reference = randomBytes(16).toString('hex')
  const order = await insertOrder(tx, context.world, {
    order: {
      reference,
      accountId: input.accountId,
      cartId: cart.cartId,
      currency: worldOf(context.world).currency,
      totalCents,
      taxCents,
      taxRateBp: sale.standardBp,
      country: input.country,
      reverseChargeVatId: sale.reverseChargeVatId,
      isNotTaxed: sale.treatment === 'not-taxed',
      consentTextVersion: context.termsVersion(context.world),
      consentAt: new Date(),
      voucher: cart.voucher,
      creditCents: cart.credit,
    },
    items,
  })
  await keepEvidence(tx, context, { reference, country: input.country, sale })
  return order
}

/**
 * What an order costs, line by line: the tax is that of what is really paid. A discount of the author's makes their share
 * smaller with the price; one of the platform's does not, the platform adds what is missing (`voucherCostCents`).
 */
export function priceOrder(
  { lines, rates, usualRates }: Pick<SaleTax<CheckoutLine>, 'lines' | 'rates' | 'usualRates'>,
  { shares, isPlatformFunded }: { shares: readonly number[]; isPlatformFunded: boolean },
): { totalCents: number; taxCents: number; items: NewOrderItem[] } {
  const taxed = taxOrder(
    lines.map((line) => line.price),
    rates,
    shares,
  )
  const items = lines.map((line, index): NewOrderItem => {
    const { taxCents = 0 } = taxed.lines[index] ?? {}
    const authorShareBp = shares[index] ?? 0
    const voucherCostCents = isPlatformFunded ? platformCost(line.voucherDiscount, usualRates[index] ?? 0) : 0
    return {
      materialId: line.materialId,
      licence: line.licence,
      authorId: line.authorId,
      title: line.title,
      originalPriceCents: line.originalPrice,
      priceCents: line.price,
      taxCents,
      taxRateBp: rates[index] ?? 0,
      authorShareBp,
      authorShareCents: authorShareOf({
        paidCents: line.price,
        taxCents,
        platformCostCents: voucherCostCents,
        authorShareBp,
      }),
      voucherCents: line.voucherDiscount,
      voucherCostCents,
    }
  })
  return { totalCents: sumCents(lines.map((line) => line.price)), taxCents: taxed.taxCents, items }
}
