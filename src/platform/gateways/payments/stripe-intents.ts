import Stripe from 'stripe'
import type { PaymentRequest, PaymentState } from './payment-provider.ts'
import { bankCountryOf, feeOf, orderMetadata } from './stripe-state.ts'

/** Marks payments whose fields stand on our page: those of Stripe's own page are known by their Checkout Session. */
const surfaceMetadata = 'surface'
const ourPage = 'payment_page'
const expand = ['latest_charge.balance_transaction']

/** Whether a provider reference names a payment of our page. */
export function isIntent(providerReference: string): boolean {
  return providerReference.startsWith('pi_')
}

/** Whether a payment at Stripe was made for our page, not by a Checkout Session or somebody at the dashboard. */
export function isOfOurPage(intent: Stripe.PaymentIntent): boolean {
  return intent.metadata[surfaceMetadata] === ourPage
}

/** Asked again under the same key, it must be the same request: nothing in it but what the order says. */
export function createIntent(stripe: Stripe, request: PaymentRequest): Promise<Stripe.PaymentIntent> {
  return stripe.paymentIntents.create(
    {
      amount: request.amountCents,
      currency: request.currency.toLowerCase(),
      automatic_payment_methods: { enabled: true },
      description: request.description,
      metadata: { [orderMetadata]: request.orderReference, [surfaceMetadata]: ourPage },
    },
    { idempotencyKey: `intent-${request.orderReference}` },
  )
}

/** A payment as it is now, with its charge and what that cost. */
export function retrieveIntent(stripe: Stripe, id: string): Promise<Stripe.PaymentIntent> {
  return stripe.paymentIntents.retrieve(id, { expand })
}

/** How a payment of our page stands. */
export function intentState(intent: Stripe.PaymentIntent): PaymentState {
  const currency = intent.currency.toUpperCase()
  const { amount: amountCents, status } = intent
  if (status === 'succeeded')
    return {
      ...{ status: 'succeeded', amountCents: intent.amount_received, currency },
      ...{ feeCents: feeOf(intent), bankCountry: bankCountryOf(intent) },
    }
  if (status === 'canceled') return { status: 'cancelled', amountCents, currency }
  if (isUnderWay(intent)) return { status: 'processing', amountCents, currency }
  // Before the first try there is no error; after one that failed, a new order is made for the next.
  const isDeclined = status === 'requires_payment_method' && intent.last_payment_error !== null
  return { status: isDeclined ? 'declined' : 'pending', amountCents, currency }
}

/**
 * Whether the payer has done their part and the money is to come: Stripe processes it, it is authorised, or they were given a
 * slip or an account to pay to (`requires_action` that only shows something).
 */
export function isUnderWay({ status, next_action: next }: Stripe.PaymentIntent): boolean {
  if (status === 'processing' || status === 'requires_capture') return true
  const isSlip =
    next?.type.endsWith('_display_details') || next?.type === 'display_bank_transfer_instructions'
  return status === 'requires_action' && isSlip === true
}

/** Closes a payment nobody has made; one that is made, or on its way, stays. */
export async function cancelIntent(stripe: Stripe, id: string): Promise<void> {
  try {
    await stripe.paymentIntents.cancel(id)
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
  }
}
