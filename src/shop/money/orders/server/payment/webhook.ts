import { z } from 'zod'
import { type Deps, strangerContext } from '#platform/context/context.ts'
import { transaction } from '#platform/db/transaction.ts'
import { ProductError } from '#platform/errors.ts'
import type { PaymentEvent, PaymentState } from '#platform/gateways/payments/payment-provider.ts'
import { action } from '#platform/http/access/action.ts'
import { readBody } from '#platform/http/access/body.ts'
import { maxApiBodyBytes } from '#platform/limits.ts'
import { isLiveWorld } from '#platform/routing/worlds.ts'
import { liveWorldCodes } from '#platform/rules/contract/world.ts'
import { lockPayment } from '../queries.ts'
import { receiveRefund } from '../refund/refund-events.ts'
import { receiveDispute } from './disputes.ts'
import { insertPaymentEvent, type PaymentRow, paymentInWorlds } from './payment-queries.ts'
import { othersEnded, settlePayment } from './settlement.ts'

export const paymentWebhook = action({
  name: 'payment.webhook',
  summary: 'What a payment provider has to say; signed, repeatable',
  rate: 'webhook',
  body: 'webhook',
  input: z.object({ provider: z.string().regex(/^[a-z]{1,20}$/) }),
  async run(context, { provider }, request) {
    const { payments } = context
    if (provider !== payments.name) throw new ProductError('not_found')
    // A signature is over the bytes as they came, so the body is read here.
    const body = await readBody(request.body, maxApiBodyBytes)
    const headers = new Headers()
    for (const [name, value] of Object.entries(request.headers)) {
      if (typeof value === 'string' && !name.startsWith(':')) headers.set(name, value)
    }
    const event = await payments.readEvent(body, headers)
    if (event !== undefined) await receivePaymentEvent(context, payments.name, event)
    return { received: true as const }
  },
  api: {
    method: 'post',
    path: '/v1/payments/webhook/{provider}',
    tag: 'payments',
    output: z.object({ received: z.literal(true) }),
  },
})

/**
 * One webhook call whose signature was checked. Replays change nothing.
 * @throws ProductError not_found for a payment we do not know: the provider tries again, should we only be early
 */
export async function receivePaymentEvent(deps: Deps, provider: string, event: PaymentEvent): Promise<void> {
  const reference = { provider, providerReference: event.providerReference }
  await othersEnded(deps, reference)
  const known = await paymentInWorlds(deps.db, liveWorldCodes, reference)
  const world = known?.world
  if (known === undefined || world === undefined || !isLiveWorld(world)) throw new ProductError('not_found')
  if (event.type === 'payment.updated') {
    const notice = { id: event.eventId, type: event.type }
    if (isBooked(known, event)) {
      await insertPaymentEvent(deps.db, { provider, ...notice })
      return
    }
    const word = await lastWord(deps, event)
    await settlePayment(deps, world, { ...reference, ...word, event: notice })
    return
  }
  const context = strangerContext(deps, world)
  await transaction(deps.db, async (tx) => {
    const payment = (await lockPayment(tx, world, reference))?.payment
    if (payment === undefined) throw new ProductError('not_found')
    // It arrived before the payment itself: the provider retries, and the payment is known by then.
    if (payment.status !== 'succeeded' && payment.status !== 'unexpected') throw new ProductError('not_found')
    if (!(await insertPaymentEvent(tx, { provider, id: event.eventId, type: event.type }))) return
    if (event.type === 'refund.updated') await receiveRefund(tx, context, { payment, update: event })
    else await receiveDispute(tx, context, { payment, update: event })
  })
}

/** Most payments are booked when their payer comes back: that they succeeded is no news then, and no lock is needed to know it. */
function isBooked(payment: PaymentRow, event: Extract<PaymentEvent, { type: 'payment.updated' }>): boolean {
  return (
    payment.status === 'succeeded' &&
    event.status === 'succeeded' &&
    payment.amount_cents === event.amountCents &&
    payment.currency === event.currency
  )
}

/**
 * An event that says a payment failed, or is under way, may be old: it was tried again since, and its event has overtaken ours.
 * An order that was given up for it could be bought a second time, so the provider is asked how it stands. A failure that the
 * provider does not know of yet is taken at its word.
 */
async function lastWord(
  { payments }: Pick<Deps, 'payments'>,
  {
    status,
    amountCents,
    currency,
    feeCents,
    bankCountry,
    providerReference,
  }: Extract<PaymentEvent, { type: 'payment.updated' }>,
): Promise<PaymentState> {
  const said = { status, amountCents, currency, feeCents, bankCountry }
  if (status === 'pending' || status === 'succeeded') return said
  const now = await payments.status(providerReference)
  return status === 'processing' || now.status === 'succeeded' || now.status === 'processing' ? now : said
}
