import { randomBytes } from 'node:crypto'
import { worldOf } from '#routing/worlds.ts'
import { mostCountedSales, shareAfter } from '#shared/rules/commission.ts'
import { termsVersionOf } from '#shared/rules/terms.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/pool.ts'
import type { CheckoutCart, CheckoutLine } from '../cart/service.ts'
import { keepEvidence, type SaleTax } from '../tax/service.ts'
import { insertOrder } from './new-order-queries.ts'
import { priceOrder } from './order-prices.ts'
import { type OrderRow, soldCounts } from './queries.ts'

/** Writes an order with its lines as they are taxed, and where the buyer lives. Inside the buyer's lock. */
export async function writeOrder(
  tx: Db,
  context: Context,
  input: {
    accountId: number
    cart: Omit<CheckoutCart, 'cartId'> & { cartId: number | null }
    country: string
    sale: SaleTax<CheckoutLine>
  },
): Promise<OrderRow> {
  const { cart, sale } = input
  const sold = await soldCounts(tx, context.world, {
    authorIds: [...new Set(cart.lines.map((line) => line.authorId))],
    most: mostCountedSales,
  })
  const shares = cart.lines.map((line) => shareAfter(context.world, sold.get(line.authorId) ?? 0))
  const isPlatformFunded = cart.voucher?.fundedBy === 'platform'
  const { totalCents, taxCents, items } = priceOrder(sale, { shares, isPlatformFunded })
  const order = await insertOrder(tx, context.world, {
    order: {
      // 128 random bits: knowing one reference helps nobody to another.
      reference: randomBytes(16).toString('hex'),
      accountId: input.accountId,
      cartId: cart.cartId,
      currency: worldOf(context.world).currency,
      totalCents,
      taxCents,
      taxRateBp: sale.standardBp,
      country: input.country,
      reverseChargeVatId: sale.reverseChargeVatId,
      consentTextVersion: termsVersionOf(context.world),
      consentAt: new Date(),
      voucher: cart.voucher,
      creditCents: cart.credit,
    },
    items,
  })
  await keepEvidence(tx, context, { orderId: order.id, country: input.country })
  return order
}
