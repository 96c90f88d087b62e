import type { Context } from '#platform/context/context.ts'
import type { PaymentMethod } from '#platform/gateways/payments/payment-provider.ts'
import { paymentAsked } from '../service.ts'
import type { BusinessAsked } from '../types.ts'

export interface PaymentOptions {
  /** None for an empty cart. */
  methods: (PaymentMethod | 'free' | 'invoice')[]
  /** With the tax of the country; the net sum where the buyer owes the tax themselves. */
  total: number
  /** What of it credit pays, and what is left: `expectedCredits` and `expectedTotal` of the order. */
  usedCredits: number
  due: number
  tax: number
  /** What `total` contains, by rate in basis points. */
  taxes: { rate: number; tax: number }[]
  country: string
  isReverseCharged: boolean
  currency: string
}

/**
 * How the caller's cart may be paid for, and what it costs: for a country, and for a business with its VAT number, which the
 * register is asked about (members only). Left out: as the payment page would have it.
 */
export async function paymentOptions(
  context: Context,
  { country, ...typed }: BusinessAsked & { country?: string | undefined },
): Promise<PaymentOptions> {
  const page = await paymentAsked(context, country, typed)
  const { cart, total, usedCredits, due, tax, taxes, isReverseCharged, invoice, isEmpty, isFree } = page
  const sums = { total, usedCredits, due, tax, taxes: [...taxes], isReverseCharged }
  const shown = { ...sums, country: page.country, currency: cart.currency }
  if (isEmpty) return { methods: [], ...shown }
  if (isFree) return { methods: ['free'], ...shown }
  const hasInvoice = invoice !== null && invoice.refusal === null
  return { methods: [context.payments.method, ...(hasInvoice ? ['invoice' as const] : [])], ...shown }
}
