import Stripe from 'stripe'
import type { StripeKeys } from '#platform/env/env.ts'
import { ProductError } from '#platform/errors.ts'
import { webhookToleranceSeconds } from '#platform/limits.ts'
import { worldOf } from '#platform/routing/worlds.ts'
import { leastAmount } from './least-amounts.ts'
import type {
  PaymentProvider,
  PaymentRequest,
  RefundRequest,
  RefundStatus,
  ReportLine,
} from './payment-provider.ts'
import { eventOf, refundMetadata, refundStatusOf, type StripeSource } from './stripe-events.ts'
import {
  cancelIntent,
  createIntent,
  intentState,
  isIntent,
  isOfOurPage,
  retrieveIntent,
} from './stripe-intents.ts'
import { orderMetadata, stateOf } from './stripe-state.ts'
import { stripeTransfers } from './stripe-transfers.ts'

const stripeName = 'stripe'
/** The types and answers this file was written for; Stripe keeps answering that way whatever the account is set to. */
const apiVersion = '2026-10-28.endive'
const callTimeoutMs = 10_000
/** What a refund is refused for and no second try changes. */
const finalRefusals = new Set([
  'charge_already_refunded',
  'charge_disputed',
  'refund_disputed_payment',
  'payment_intent_unexpected_state',
  'amount_too_large',
])

/**
 * Stripe: its fields on our payment page where scripts run, its hosted Checkout otherwise. Cards with 3-D Secure, SEPA,
 * wallets, PayPal, whatever is switched on in the dashboard. What a webhook says is never believed for how things stand: it names the payment, and Stripe is asked.
 */
export function createStripeProvider(keys: StripeKeys): PaymentProvider {
  const api = new URL(keys.apiUrl)
  const stripe = new Stripe(keys.secretKey, {
    apiVersion,
    protocol: api.protocol === 'http:' ? 'http' : 'https',
    host: api.hostname,
    ...(api.port === '' ? {} : { port: api.port }),
    timeout: callTimeoutMs,
    maxNetworkRetries: 2,
    telemetry: false,
  })
  const source: StripeSource = {
    session: (id) => retrieve(stripe, id),
    intent: (id) => retrieveIntent(stripe, id),
    referenceOf: (paymentIntent) => referenceOf(stripe, paymentIntent),
    dispute: (id) => stripe.disputes.retrieve(id),
  }
  return {
    name: stripeName,
    leastAmount,
    method: 'online',
    pageOrigin: keys.pageOrigin,
    fields: keys.fields,
    transfers: keys.hasConnect ? stripeTransfers(stripe) : undefined,

    async createForFields(request) {
      const intent = await calling(() => createIntent(stripe, request))
      if (!intent.client_secret || intent.amount !== request.amountCents)
        throw new ProductError('payment_failed')
      return { providerReference: intent.id, clientSecret: intent.client_secret }
    },

    async create(request) {
      const session = await calling(() =>
        stripe.checkout.sessions.create(paramsOf(request), {
          idempotencyKey: `order-${request.orderReference}`,
        }),
      )
      if (!session.url || session.amount_total !== request.amountCents)
        throw new ProductError('payment_failed')
      return { providerReference: session.id, redirectUrl: session.url }
    },

    async status(providerReference) {
      if (isIntent(providerReference))
        return intentState(await calling(() => retrieveIntent(stripe, providerReference)))
      return stateOf(await calling(() => retrieve(stripe, providerReference)))
    },

    async cancel(providerReference) {
      if (isIntent(providerReference)) return await cancelIntent(stripe, providerReference)
      try {
        await stripe.checkout.sessions.expire(providerReference)
      } catch (error) {
        // Only an open one can be closed: this one is paid or over already.
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
      }
    },

    async refund(request) {
      return await sendRefund(stripe, request)
    },

    async readEvent(rawBody, headers) {
      const event = verified(stripe, rawBody, headers, keys)
      return event && (await eventOf(event, source))
    },

    report: (from, to) => linesOf(stripe, from, to),
  }
}

/** Nothing in it but what the order says: asked again under the same key, it must be the same request. */
function paramsOf(request: PaymentRequest): Stripe.Checkout.SessionCreateParams {
  const metadata = { [orderMetadata]: request.orderReference }
  return {
    mode: 'payment',
    ui_mode: 'hosted_page',
    locale: worldOf(request.world).lang as Stripe.Checkout.SessionCreateParams.Locale,
    client_reference_id: request.orderReference,
    customer_email: request.buyerEmail,
    success_url: request.returnUrl,
    cancel_url: request.cancelUrl,
    metadata,
    payment_intent_data: { metadata, description: request.description },
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: request.currency.toLowerCase(),
          unit_amount: request.amountCents,
          product_data: { name: request.description },
        },
      },
    ],
  }
}

function retrieve(stripe: Stripe, session: string): Promise<Stripe.Checkout.Session> {
  return stripe.checkout.sessions.retrieve(session, {
    expand: ['payment_intent.latest_charge.balance_transaction'],
  })
}

async function referenceOf(stripe: Stripe, paymentIntent: string): Promise<string | undefined> {
  const sessions = await stripe.checkout.sessions.list({ payment_intent: paymentIntent, limit: 1 })
  const [session] = sessions.data
  if (session !== undefined) return session.id
  return isOfOurPage(await stripe.paymentIntents.retrieve(paymentIntent)) ? paymentIntent : undefined
}

async function intentOf(stripe: Stripe, providerReference: string): Promise<string | undefined> {
  if (isIntent(providerReference)) return providerReference
  const { payment_intent: payment } = await retrieve(stripe, providerReference)
  return typeof payment === 'string' ? payment : payment?.id
}

async function sendRefund(stripe: Stripe, request: RefundRequest): Promise<RefundStatus> {
  const payment = await intentOf(stripe, request.providerReference)
  if (payment === undefined) return 'failed'
  // Stripe forgets its keys after a day; what was sent before is found by our name for it.
  const { data: sent } = await stripe.refunds.list({ payment_intent: payment, limit: 100 })
  const before = sent.find(({ metadata }) => metadata?.[refundMetadata] === request.refundReference)
  if (before !== undefined) return refundStatusOf(before.status)
  try {
    const refund = await stripe.refunds.create(
      {
        payment_intent: payment,
        amount: request.amountCents,
        metadata: { [refundMetadata]: request.refundReference },
      },
      { idempotencyKey: `refund-${request.refundReference}` },
    )
    return refundStatusOf(refund.status)
  } catch (error) {
    const isFinal =
      error instanceof Stripe.errors.StripeInvalidRequestError && finalRefusals.has(error.code ?? '')
    if (isFinal) return 'failed'
    throw error
  }
}

/** Undefined for events of another account of ours. @throws ProductError forbidden, malformed_request */
function verified(
  stripe: Stripe,
  rawBody: Buffer,
  headers: Headers,
  keys: StripeKeys,
): Stripe.Event | undefined {
  let event: Stripe.Event
  try {
    const signature = headers.get('stripe-signature') ?? ''
    event = stripe.webhooks.constructEvent(rawBody, signature, keys.webhookSecret, webhookToleranceSeconds)
  } catch (cause) {
    const isForged = cause instanceof Stripe.errors.StripeSignatureVerificationError
    throw new ProductError(isForged ? 'forbidden' : 'malformed_request', { cause })
  }
  const isLiveKey = /^(sk|rk)_live_/.test(keys.secretKey)
  if (event.livemode !== isLiveKey) throw new ProductError('forbidden')
  return event.account === undefined ? event : undefined
}

async function calling<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (cause) {
    if (cause instanceof Stripe.errors.StripeError) throw new ProductError('payment_failed', { cause })
    throw cause
  }
}

/** What moved on the account between two moments: Stripe's balance transactions with what made each. */
async function* linesOf(stripe: Stripe, from: Date, to: Date): AsyncIterable<ReportLine> {
  // Stripe counts in whole seconds: the last one, which is not over yet, belongs to it.
  const created = { gte: seconds(from), lt: seconds(to) + 1 }
  const rows = stripe.balanceTransactions.list({ created, limit: 100, expand: ['data.source'] })
  for await (const row of rows) {
    const line = lineOf(row)
    if (line !== undefined) yield line
  }
}

/** Undefined for what is no concern of buyers: fees, payouts, our own corrections. */
function lineOf(row: Stripe.BalanceTransaction): ReportLine | undefined {
  const { source } = row
  if (source === null || typeof source === 'string') return undefined
  const at = new Date(row.created * 1000)
  // The account may be kept in another currency than the buyer paid in: the thing itself has the buyer's.
  if (source.object === 'charge') {
    const reference = source.metadata[orderMetadata] ?? source.id
    return { ...movedOf(source), at, kind: 'payment', reference }
  }
  if (source.object === 'refund') {
    // A refund that fails comes back as a second, opposite row.
    const reference = source.metadata?.[refundMetadata] ?? source.id
    return { ...movedOf(source, row.amount > 0 ? -1 : 1), at, kind: 'refund', reference }
  }
  if (source.object === 'dispute')
    return { ...movedOf(source, row.amount > 0 ? -1 : 1), at, kind: 'dispute', reference: source.id }
  return undefined
}

function movedOf({ amount, currency }: { amount: number; currency: string }, sign: 1 | -1 = 1) {
  return { amountCents: sign * amount, currency: currency.toUpperCase() }
}

function seconds(moment: Date): number {
  return Math.floor(moment.getTime() / 1000)
}
