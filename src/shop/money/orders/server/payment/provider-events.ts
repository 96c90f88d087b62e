import { type Deps, strangerContext } from '#platform/context/context.ts'
import { transaction } from '#platform/db/transaction.ts'
import { ProductError } from '#platform/errors.ts'
import type { PaymentEvent, PaymentState } from '#platform/gateways/payments/payment-provider.ts'
import { isLiveWorld } from '#platform/routing/worlds.ts'
import { liveWorldCodes } from '#platform/rules/contract/world.ts'
import { othersEnded } from '../checkout/settlements.ts'
import { lockPayment } from '../queries.ts'
import { receiveRefund } from '../refund/refund-events.ts'
import { receiveDispute } from './disputes.ts'
import { insertPaymentEvent, type PaymentRow, paymentInWorlds } from './payment-queries.ts'
import { settlePayment } from './settlement.ts'

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
