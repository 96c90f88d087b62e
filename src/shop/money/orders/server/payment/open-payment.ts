import type { Context } from '#platform/context/context.ts'
import type { PaymentRequest } from '#platform/gateways/payments/payment-provider.ts'
import { requireMember } from '#platform/http/access/access.ts'
import { translator } from '#platform/i18n/translate.ts'
import { absoluteUrl, url } from '#platform/routing/url.ts'
import type { OrderRow } from '../queries.ts'
import { insertPayment } from './payment-queries.ts'

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
  const request = requestOf(context, order, page)
  const { providerReference, redirectUrl } = await payments.create(request)
  await insertPayment(context.db, world, { ...paymentOf(context, order), providerReference })
  return redirectUrl
}

/** The same for the provider's fields on our own page: what confirms them, and where they lead to then. */
export async function openFields(
  context: Context,
  order: OrderRow,
): Promise<{ clientSecret: string; redirectUrl: string }> {
  const request = requestOf(context, order, 'payment')
  const { providerReference, clientSecret } = await context.payments.createForFields(request)
  await insertPayment(context.db, context.world, {
    ...paymentOf(context, order),
    ...{ providerReference, surface: 'fields' },
  })
  return { clientSecret, redirectUrl: request.returnUrl }
}

function requestOf(context: Context, order: OrderRow, page: 'payment' | 'gift-cards'): PaymentRequest {
  const { world, env } = context
  const query = { order: order.reference }
  return {
    world,
    orderReference: order.reference,
    amountCents: dueOf(order),
    currency: order.currency,
    description: translator(world)('payment:providerDescription', { reference: order.reference.slice(0, 8) }),
    buyerCountry: order.country,
    buyerEmail: requireMember(context).email,
    returnUrl: absoluteUrl(env.siteUrl, url('order-confirmation', { world, query })),
    cancelUrl: absoluteUrl(env.siteUrl, url(page, { world, query: { status: 'cancelled' } })),
  }
}

function paymentOf({ payments }: Context, order: OrderRow) {
  const { id: orderId, currency } = order
  return { orderId, provider: payments.name, amountCents: dueOf(order), currency }
}

function dueOf(order: OrderRow): number {
  return order.total_cents - order.credit_cents
}
