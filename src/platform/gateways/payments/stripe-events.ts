import type Stripe from 'stripe'
import { sumCents } from '#platform/rules/money/money.ts'
import type { DisputeStatus, DisputeUpdate, PaymentEvent, RefundStatus } from './payment-provider.ts'
import { intentState, isOfOurPage } from './stripe-intents.ts'
import { inCurrency, stateOf } from './stripe-state.ts'

/** What refunds carry of ours at Stripe. */
export const refundMetadata = 'refund_reference'

/** Where the truth about what an event names is asked for. */
export interface StripeSource {
  session: (id: string) => Promise<Stripe.Checkout.Session>
  intent: (id: string) => Promise<Stripe.PaymentIntent>
  /** What we call the payment: its Checkout Session, or itself where its fields stand on our page. */
  referenceOf: (paymentIntent: string) => Promise<string | undefined>
  dispute: (id: string) => Promise<Stripe.Dispute>
}

/** What an event of Stripe's means for us: it names a thing, and that thing is read as it is now. */
export async function eventOf(event: Stripe.Event, source: StripeSource): Promise<PaymentEvent | undefined> {
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.async_payment_failed':
    case 'checkout.session.expired': {
      if (event.data.object.mode !== 'payment') return undefined
      const session = await source.session(event.data.object.id)
      const named = { eventId: event.id, providerReference: session.id }
      return { ...named, type: 'payment.updated', ...stateOf(session) }
    }
    case 'payment_intent.processing':
    case 'payment_intent.requires_action':
    case 'payment_intent.amount_capturable_updated':
    case 'payment_intent.succeeded':
    case 'payment_intent.payment_failed':
    case 'payment_intent.canceled': {
      // Payments of Checkout sessions are reported by the session's own events.
      if (!isOfOurPage(event.data.object)) return undefined
      const intent = await source.intent(event.data.object.id)
      const named = { eventId: event.id, providerReference: intent.id }
      return { ...named, type: 'payment.updated', ...intentState(intent) }
    }
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
      return await refundOf(event.id, event.data.object, source)
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated':
      return await disputeOf(event.id, await source.dispute(event.data.object.id), source)
    default:
      return undefined
  }
}

async function refundOf(
  eventId: string,
  refund: Stripe.Refund,
  source: StripeSource,
): Promise<PaymentEvent | undefined> {
  const providerReference = await referenceAt(refund.payment_intent, source)
  if (providerReference === undefined) return undefined
  return {
    ...{ eventId, type: 'refund.updated', providerReference, refundId: refund.id },
    refundReference: refund.metadata?.[refundMetadata],
    status: refundStatusOf(refund.status),
    amountCents: refund.amount,
    currency: refund.currency.toUpperCase(),
  }
}

async function disputeOf(
  eventId: string,
  dispute: Stripe.Dispute,
  source: StripeSource,
): Promise<DisputeUpdate | undefined> {
  const providerReference = await referenceAt(dispute.payment_intent, source)
  if (providerReference === undefined) return undefined
  const moved = dispute.balance_transactions
  return {
    ...{ eventId, type: 'dispute.updated', providerReference, disputeId: dispute.id },
    status: disputeStatusOf(dispute.status),
    reason: dispute.reason,
    amountCents: dispute.amount,
    currency: dispute.currency.toUpperCase(),
    heldCents: heldOf(dispute),
    feeCents: sumCents(moved.map((balance) => inCurrency(balance.fee, balance, dispute.currency))),
  }
}

/**
 * What Stripe holds back for a dispute, in the currency of the charge. Its balance transactions are in the account's: withdrawn
 * is below zero, reinstated above, and what is left is held. Of another currency the part counts that is left of what was
 * withdrawn, so that a day's other rate leaves no rest.
 */
function heldOf({ amount, currency, status, balance_transactions: moved }: Stripe.Dispute): number {
  const left = 0 - sumCents(moved.map((balance) => balance.amount))
  if (moved.every((balance) => balance.currency === currency)) return left
  const withdrawn = 0 - sumCents(moved.map((balance) => Math.min(0, balance.amount)))
  const isBack = withdrawn !== left && disputeStatusOf(status) === 'won'
  if (withdrawn === 0 || left <= 0 || isBack) return 0
  return Math.round((amount * left) / withdrawn)
}

async function referenceAt(
  payment: string | Stripe.PaymentIntent | null,
  source: StripeSource,
): Promise<string | undefined> {
  if (payment === null) return undefined
  return await source.referenceOf(typeof payment === 'string' ? payment : payment.id)
}

/** The state of a refund at Stripe as ours; what we do not know is still under way. */
export function refundStatusOf(status: string | null): RefundStatus {
  if (status === 'succeeded') return 'succeeded'
  return status === 'failed' || status === 'canceled' ? 'failed' : 'pending'
}

function disputeStatusOf(status: string): DisputeStatus {
  // An early warning that was closed without a dispute took no money.
  if (status === 'won' || status === 'warning_closed' || status === 'prevented') return 'won'
  return status === 'lost' ? 'lost' : 'open'
}
