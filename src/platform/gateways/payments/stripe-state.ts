import type Stripe from 'stripe'
import type { PaymentState } from './payment-provider.ts'

/** What payments carry of ours at Stripe. */
export const orderMetadata = 'order_reference'

/** How a payment stands, read off its Checkout Session with the payment, its charge and what that cost. */
export function stateOf(session: Stripe.Checkout.Session): PaymentState {
  const payment = typeof session.payment_intent === 'object' ? session.payment_intent : null
  const amountCents = session.amount_total ?? 0
  const currency = (session.currency ?? '').toUpperCase()
  if (session.status === 'expired') return { status: 'cancelled', amountCents, currency }
  if (session.status !== 'complete') return { status: 'pending', amountCents, currency }
  if (session.payment_status === 'paid') {
    const paidCents = payment?.amount_received ?? amountCents
    return {
      status: 'succeeded',
      amountCents: paidCents,
      currency,
      feeCents: feeOf(payment),
      bankCountry: bankCountryOf(payment),
    }
  }
  // The payer is done: a direct debit takes days, and what fails then asks for another way to pay.
  const isOver = payment?.status === 'requires_payment_method' || payment?.status === 'canceled'
  return { status: isOver ? 'declined' : 'processing', amountCents, currency }
}

/** The country of the card or the account (an IBAN begins with it) that paid; of wallets it is the card's behind them. */
export function bankCountryOf(payment: Stripe.PaymentIntent | null): string | undefined {
  const charge = payment?.latest_charge
  if (charge === null || charge === undefined || typeof charge === 'string') return undefined
  const details = charge.payment_method_details
  const { card, sepa_debit: debit, paypal } = details ?? {}
  return card?.country ?? debit?.country ?? paypal?.country ?? undefined
}

/**
 * What Stripe keeps of a charge, in the charge's currency: of one that is settled in another it is reckoned back at the rate
 * Stripe exchanged it at. Undefined while Stripe has not said.
 */
export function feeOf(payment: Stripe.PaymentIntent | null): number | undefined {
  const charge = payment?.latest_charge
  if (charge === null || charge === undefined || typeof charge === 'string') return undefined
  const balance = charge.balance_transaction
  if (balance === null || typeof balance === 'string') return undefined
  return inCurrency(balance.fee, balance, charge.currency)
}

/**
 * Cents of a balance transaction (in the account's currency) in the currency of the charge it is about: `exchange_rate` is what
 * one unit of the charge became. Half a cent is rounded away from zero.
 */
export function inCurrency(
  cents: number,
  balance: Pick<Stripe.BalanceTransaction, 'currency' | 'exchange_rate'>,
  currency: string,
): number {
  const { exchange_rate: rate } = balance
  if (cents === 0 || balance.currency === currency || !rate) return cents
  return Math.sign(cents) * Math.round(Math.abs(cents) / rate)
}
