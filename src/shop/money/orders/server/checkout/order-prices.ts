import { authorShareOf } from '#platform/rules/money/commission.ts'
import { sumCents } from '#platform/rules/money/money.ts'
import { taxOrder } from '#platform/rules/money/tax.ts'
import type { CheckoutLine } from '#shop/buying/cart/server/service.ts'
import { platformCost } from '#shop/buying/credits/rules/voucher.ts'
import type { SaleTax } from '#shop/money/tax/server/service.ts'
import type { NewOrderItem } from './new-order-queries.ts'

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
