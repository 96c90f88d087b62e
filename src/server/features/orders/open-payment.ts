import { translator } from '#i18n/translate.ts'
import { absoluteUrl, url } from '#routing/url.ts'
import type { Context } from '../../context.ts'
import { requireMember } from '../../http/access.ts'
import { insertPayment } from './payment-queries.ts'
import type { OrderRow } from './queries.ts'

/**
 * Opens the payment of an order and answers where to pay; who gives up there comes back to `page`. Outside any transaction: a
 * slow provider must hold no lock. A crash in between is healed by the next "Pay".
 */
export async function openPayment(
  context: Context,
  order: OrderRow,
  page: 'payment' | 'gift-cards',
): Promise<string> {
  const { world, payments } = context
  const query = { order: order.reference }
  const { providerReference, redirectUrl } = await payments.create({
    world,
    orderReference: order.reference,
    amountCents: order.total_cents - order.credit_cents,
    currency: order.currency,
    description: translator(world)('payment:providerDescription', { reference: order.reference.slice(0, 8) }),
    buyerEmail: requireMember(context).email,
    returnUrl: absoluteUrl(context.env.siteUrl, url('order-confirmation', { world, query })),
    cancelUrl: absoluteUrl(context.env.siteUrl, url(page, { world, query: { status: 'cancelled' } })),
  })
  await insertPayment(context.db, world, {
    orderId: order.id,
    provider: payments.name,
    providerReference,
    amountCents: order.total_cents - order.credit_cents,
    currency: order.currency,
  })
  return redirectUrl
}
