import type { Context } from '../../context.ts'
import type { PaymentMethod } from '../../gateways/payments/payment-provider.ts'
import { viewCart } from '../cart/service.ts'
import { invoiceOffer } from './invoice-purchase.ts'

export interface PaymentOptions {
  /** None for an empty cart. */
  methods: (PaymentMethod | 'free' | 'invoice')[]
  total: number
  currency: string
}

/** How the caller's cart may be paid for. */
export async function paymentOptions(context: Context): Promise<PaymentOptions> {
  const { cartItems, finalPrice: total, due, currency } = await viewCart(context)
  if (cartItems.length === 0) return { methods: [], total, currency }
  if (total === 0) return { methods: ['free'], total, currency }
  const offer = await invoiceOffer(context, { due, currency })
  const hasInvoice = offer !== null && offer.refusal === null
  return { methods: [context.payments.method, ...(hasInvoice ? ['invoice' as const] : [])], total, currency }
}
