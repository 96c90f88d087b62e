import type Stripe from 'stripe'
import { describe, expect, test } from 'vitest'
import { eventOf, type StripeSource } from './stripe-events.ts'
import { intentState } from './stripe-intents.ts'
import { bankCountryOf, feeOf, stateOf } from './stripe-state.ts'

interface Moved {
  amount: number
  fee: number
  currency: string
  exchange_rate: number | null
}

function dispute(status: string, moved: Moved[]): Stripe.Dispute {
  return {
    ...{ id: 'dp_1', amount: 1000, currency: 'gbp', status, reason: 'general', payment_intent: 'pi_1' },
    balance_transactions: moved,
  } as unknown as Stripe.Dispute
}

async function shown(of: Stripe.Dispute) {
  const source = { dispute: async () => of, referenceOf: async () => 'pi_1' } as unknown as StripeSource
  const event = { id: 'evt_1', type: 'charge.dispute.updated', data: { object: of } }
  return await eventOf(event as unknown as Stripe.Event, source)
}

const taken = { amount: -1170, fee: 2000, currency: 'eur', exchange_rate: 1.17 }

describe('a dispute', () => {
  test('of a charge in another currency than the account’s is booked in that of the charge', async () => {
    expect(await shown(dispute('lost', [taken]))).toMatchObject({
      ...{ amountCents: 1000, currency: 'GBP', heldCents: 1000 },
      feeCents: Math.round(2000 / 1.17),
    })
  })

  test('that is won leaves nothing held, whatever the rate of that day', async () => {
    const back = { amount: 1181, fee: 0, currency: 'eur', exchange_rate: 1.181 }
    expect(await shown(dispute('won', [taken, back]))).toMatchObject({ heldCents: 0 })
    const less = { ...back, amount: 1160 }
    expect(await shown(dispute('won', [taken, less]))).toMatchObject({ heldCents: 0 })
  })

  test('in the account’s own currency is what its movements add up to', async () => {
    const own = { amount: -1000, fee: 1500, currency: 'gbp', exchange_rate: null }
    expect(await shown(dispute('open', [own]))).toMatchObject({ heldCents: 1000, feeCents: 1500 })
  })
})

test('the fee of a charge that is settled in another currency is not dropped', () => {
  const payment = {
    latest_charge: {
      currency: 'gbp',
      balance_transaction: { fee: 117, currency: 'eur', exchange_rate: 1.17 },
    },
  } as unknown as Stripe.PaymentIntent
  expect(feeOf(payment)).toBe(100)
})

test.each([
  ['a card', { card: { country: 'FR' } }, 'FR'],
  ['a debit', { sepa_debit: { country: 'AT' } }, 'AT'],
  ['a wallet', { paypal: { country: 'IT' } }, 'IT'],
  ['what names none', { klarna: {} }, undefined],
])('the country of %s is a proof of where its payer lives', (_what, details, country) => {
  const payment = {
    ...{ amount: 500, amount_received: 500, currency: 'eur', status: 'succeeded' },
    latest_charge: { payment_method_details: details, balance_transaction: null },
  } as unknown as Stripe.PaymentIntent
  expect(bankCountryOf(payment)).toBe(country)
  expect(intentState(payment).bankCountry).toBe(country)
  const session = { status: 'complete', payment_status: 'paid', amount_total: 500, currency: 'eur' }
  const paid = { ...session, payment_intent: payment } as unknown as Stripe.Checkout.Session
  expect(stateOf(paid).bankCountry).toBe(country)
})

describe('a payment whose payer has done their part is under way', () => {
  const intent = (changes: Record<string, unknown>) =>
    intentState({
      ...{ amount: 500, currency: 'eur', last_payment_error: null, next_action: null },
      ...changes,
    } as unknown as Stripe.PaymentIntent).status

  test.each([
    [{ status: 'processing' }, 'processing'],
    [{ status: 'requires_capture' }, 'processing'],
    [{ status: 'requires_action', next_action: { type: 'multibanco_display_details' } }, 'processing'],
    [{ status: 'requires_action', next_action: { type: 'use_stripe_sdk' } }, 'pending'],
    [{ status: 'requires_payment_method' }, 'pending'],
    [{ status: 'requires_payment_method', last_payment_error: {} }, 'declined'],
    [{ status: 'canceled' }, 'cancelled'],
  ])('%j: %s', (changes, status) => {
    expect(intent(changes)).toBe(status)
  })

  test('also where Checkout is over and the debit is not', () => {
    const session = (payment: string) =>
      stateOf({
        ...{ status: 'complete', payment_status: 'unpaid', amount_total: 500, currency: 'eur' },
        payment_intent: { status: payment },
      } as unknown as Stripe.Checkout.Session).status
    expect([session('processing'), session('requires_payment_method')]).toEqual(['processing', 'declined'])
  })
})
