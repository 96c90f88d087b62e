import type { Context } from '../../context.ts'
import type { PaymentMethod } from '../../gateways/payments/payment-provider.ts'
import { viewCart } from '../cart/service.ts'

export interface PaymentOptions {
  /** None for an empty cart. */
  methods: (PaymentMethod | 'free')[]
  total: number
  currency: string
}

/** How the caller's cart may be paid for. */
export async function paymentOptions(context: Context): Promise<PaymentOptions> {
  const { cartItems, finalPrice: total, currency } = await viewCart(context)
  if (cartItems.length === 0) return { methods: [], total, currency }
  return { methods: [total === 0 ? 'free' : context.payments.method], total, currency }
}
