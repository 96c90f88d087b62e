import { type Context, type Deps, strangerContext } from '#platform/context/context.ts'
import type { Db } from '#platform/db/pool.ts'
import { transaction } from '#platform/db/transaction.ts'
import { ProductError } from '#platform/errors.ts'
import { emit } from '#platform/events/events.ts'
import { state } from '#platform/features/state.ts'
import { requireMember } from '#platform/http/access/access.ts'
import { pendingOrderHours } from '#platform/limits.ts'
import { url } from '#platform/routing/url.ts'
import { type LiveWorldCode, liveWorldCodes } from '#platform/rules/contract/world.ts'
import { returnCredit } from '#shop/buying/credits/server/service.ts'
import { returnVoucher } from '#shop/buying/vouchers/server/service.ts'
import { keepBankCountry } from '#shop/money/tax/server/service.ts'
import { nextOrderStatus } from '../../rules/order-state.ts'
import { numberOrder } from '../checkout/numbers.ts'
import { orderCancelled, orderDeclined, orderExpired } from '../events.ts'
import { isOwnOrder } from '../policy.ts'
import { findOrder, lockOverdueOrders, lockPayment, updateOrders } from '../queries.ts'
import type { PaymentReturn, Settlement, SettleOutcome } from '../types.ts'
import { beginUnderWay, endUnderWay, failUnderWay } from './awaited.ts'
import { fulfilOrder } from './fulfil.ts'
import {
  insertPaymentEvent,
  lastPaymentOf,
  openPaymentsOf,
  type PaymentRow,
  paymentsOf,
  undecidedPayments,
  updatePayment,
} from './payment-queries.ts'
import {
  bookUnexpected,
  expectAgain,
  giveBackPaidTwice,
  giveBackSecond,
  takeMismatch,
  tellLateFailure,
} from './unexpected.ts'

const askedAtOnce = 500

/**
 * Books what a provider said about a payment, in one transaction and safe to call any number of times at once: webhook,
 * returning payer and retries all end here. Another sum than ours is reported and never fulfilled. A success counts
 * whenever it comes.
 * @throws ProductError not_found for a payment we do not know
 */
export async function settlePayment(
  deps: Deps,
  world: LiveWorldCode,
  settlement: Settlement,
): Promise<SettleOutcome> {
  const context = strangerContext(deps, world)
  return await bookOnce(deps, settlement, async () => {
    if (settlement.status === 'succeeded') await numberOrder(deps, world, settlement)
    return await transaction(deps.db, (tx) => settle(tx, context, settlement))
  })
}

async function settle(tx: Db, context: Context, settlement: Settlement): Promise<SettleOutcome> {
  const { world } = context
  const { provider, event, status } = settlement
  const locked = await lockPayment(tx, world, settlement)
  if (locked === undefined) throw new ProductError('not_found')
  const { order, payment } = locked
  const unchanged = { status: order.status, changed: false, mismatch: false }
  if (event !== undefined && !(await insertPaymentEvent(tx, { provider, ...event }))) return unchanged
  const matter = { order, payment, settlement }
  if (!isSameSum(payment, settlement)) {
    await takeMismatch(tx, context, matter)
    return { ...unchanged, mismatch: true }
  }
  if (status === 'pending') return unchanged
  if (payment.status === 'succeeded') {
    if (status === 'declined' || status === 'cancelled') await tellLateFailure(tx, context, matter)
    return unchanged
  }
  await keepBankCountry(tx, world, { orderId: order.id, country: settlement.bankCountry })
  const next = nextOrderStatus(order.status, status)
  if (status === 'succeeded' && next === undefined) {
    if (await bookUnexpected(tx, context, matter)) await giveBackSecond(tx, context, matter)
    return unchanged
  }
  // What was taken for another sum before is what was ordered after all.
  if (status === 'succeeded') await expectAgain(tx, context, matter)
  // A received payment stays received, whatever failure is reported later.
  if (status === 'succeeded' || payment.status !== 'unexpected')
    await updatePayment(tx, world, { paymentId: payment.id, status })
  if (next !== 'paid') {
    if (next === undefined || next === 'pending') return unchanged
    if (next === 'processing') await beginUnderWay(tx, context, order)
    else await endOrders(tx, context, { orderIds: [order.id], status: next })
    if (order.status === 'processing') await failUnderWay(tx, context, order)
    return { status: next, changed: true, mismatch: false }
  }
  const fulfilment = await fulfilOrder(tx, context, { order, provider, feeCents: settlement.feeCents ?? 0 })
  if (order.status === 'processing') await endUnderWay(tx, context, order)
  await giveBackPaidTwice(tx, context, { order, fulfilment })
  return { status: next, changed: true, mismatch: false }
}

function isSameSum(payment: PaymentRow, settlement: Settlement): boolean {
  return payment.amount_cents === settlement.amountCents && payment.currency === settlement.currency
}

/**
 * The payer is back: the provider is asked, not the address. Undefined for an order that is not the member's own.
 * A provider that does not answer leaves the order waiting for its webhook.
 */
export async function returnFromPayment(
  context: Context,
  reference: string,
): Promise<PaymentReturn | undefined> {
  const member = requireMember(context)
  const { world } = context
  const { order, payment } = await orderAsBooked(context, reference)
  if (order === undefined || !isOwnOrder(member, order)) return undefined
  const isAsked = order.status !== 'paid' && payment !== undefined
  const status = (isAsked ? await askAbout(context, payment) : undefined) ?? order.status
  const isGift = order.purpose === 'gift_card'
  if (status === 'paid') {
    const query = { order: reference }
    return { reference, status, nextUrl: url(isGift ? 'gift-cards' : 'thank-you', { world, query }) }
  }
  const back = isGift ? 'gift-cards' : 'payment'
  return {
    reference,
    status,
    nextUrl: status === 'pending' || status === 'processing' ? null : url(back, { world, query: { status } }),
  }
}

/** An order and its last payment; once more where that was just being booked. */
async function orderAsBooked(context: Context, reference: string) {
  const { db, world } = context
  for (;;) {
    const [order, payment] = await Promise.all([
      findOrder(db, world, reference),
      lastPaymentOf(db, world, reference),
    ])
    const isOpen = (order?.status === 'pending' || order?.status === 'processing') && payment !== undefined
    const mayHaveChanged =
      isOpen &&
      (await othersEnded(context, {
        provider: payment.provider,
        providerReference: payment.provider_reference,
      }))
    if (!mayHaveChanged) return { order, payment }
  }
}

/** Settles what the provider says now; undefined when it does not say. */
async function askAbout(context: Context, payment: PaymentRow): Promise<PaymentReturn['status'] | undefined> {
  try {
    return await settleNow(context, payment)
  } catch (error) {
    const { order_id: orderId } = payment
    context.log.warn({ err: error, orderId }, 'the provider did not say how a payment stands')
    return undefined
  }
}

/** The same where not to know is no answer; undefined for a payment of a provider that is not ours any more. */
async function settleNow(
  context: Context,
  { provider, provider_reference: providerReference }: PaymentRow,
): Promise<PaymentReturn['status'] | undefined> {
  const { world, payments } = context
  if (provider !== payments.name) return undefined
  const word = await payments.status(providerReference)
  return (await settlePayment(context, world, { provider, providerReference, ...word })).status
}

/**
 * Before a member orders again: what they have paid for and we have not heard of (its message is late, the page they came
 * back to could not ask) is theirs now, so that nobody pays for it twice. Whoever cannot find out must not sell on: the new
 * order could be for the same things.
 */
export async function settleWaiting(context: Context, accountId: number): Promise<void> {
  for (const payment of await openPaymentsOf(context.db, context.world, accountId))
    await settleNow(context, payment)
}

/**
 * The job `expire_orders`: what nobody paid within the deadline is given up, here and at the provider. The provider is asked
 * before: what it works on is not given up, however long that takes, and what it does not tell waits for the next time.
 */
export async function expireOrders(deps: Deps): Promise<void> {
  const before = new Date(Date.now() - pendingOrderHours * 3_600_000)
  for (const world of liveWorldCodes) {
    const context = strangerContext(deps, world)
    const except = await askUndecided(context, before)
    const orderIds = await transaction(deps.db, async (tx) => {
      const ids = await lockOverdueOrders(tx, world, { before, except })
      await endOrders(tx, context, { orderIds: ids, status: 'expired' })
      return ids
    })
    await closePayments(deps, world, orderIds)
  }
}

/** Asks how payments stand that should be decided by now. @returns the orders of which the provider did not say */
async function askUndecided(context: Context, waitingSince: Date): Promise<number[]> {
  const silent: number[] = []
  for (let after = 0; ; ) {
    const page = { waitingSince, after, limit: askedAtOnce }
    const payments = await undecidedPayments(context.db, context.world, page)
    for (const payment of payments) {
      // Of a provider that is not ours any more nobody tells anything: our own deadline counts.
      const isKnown = payment.provider === context.payments.name
      if (isKnown && (await askAbout(context, payment)) === undefined) silent.push(payment.order_id)
    }
    const last = payments.at(-1)
    if (last === undefined || payments.length < askedAtOnce) return silent
    after = last.id
  }
}

/**
 * Closes the payments of orders that are given up, so that nobody pays them by mistake. Best effort: should one be paid
 * all the same, settlement fulfils it and reports what was paid twice.
 */
export async function closePayments(
  deps: Pick<Deps, 'db' | 'payments' | 'log'>,
  world: LiveWorldCode,
  orderIds: readonly number[],
): Promise<void> {
  for (const payment of await paymentsOf(deps.db, world, orderIds)) {
    if (payment.provider !== deps.payments.name) continue
    try {
      await deps.payments.cancel(payment.provider_reference)
    } catch (error) {
      deps.log.warn({ err: error, paymentId: payment.id }, 'a payment could not be closed')
    }
  }
}

const eventOf = { declined: orderDeclined, cancelled: orderCancelled, expired: orderExpired } as const

/**
 * Ends orders of the context's world without money: their vouchers and credit are free again, and it is told. The caller
 * holds their locks.
 */
export async function endOrders(
  tx: Db,
  context: Context,
  input: { orderIds: readonly number[]; status: keyof typeof eventOf },
): Promise<void> {
  const { world } = context
  for (const { id, reference, account_id: buyerId } of await updateOrders(tx, world, input)) {
    await returnVoucher(tx, world, id)
    await returnCredit(tx, world, id)
    await emit(context, tx, eventOf[input.status], { orderId: id, reference, world, buyerId })
  }
}

declare module '#platform/context/context.ts' {
  interface Deps {
    settlements: Map<string, Promise<unknown>>
  }
}

/** Payments this process is booking. */
export const settlementsState = state({ name: 'settlements', make: () => new Map() })

interface Reference {
  provider: string
  providerReference: string
}

/**
 * Books a payment when nobody else in this process does: its message and its payer often come in the same moment, and whoever
 * waited for the other in the database kept a connection meanwhile. Other processes are kept out by the lock.
 */
export async function bookOnce<T>(
  deps: Pick<Deps, 'settlements'>,
  reference: Reference,
  book: () => Promise<T>,
): Promise<T> {
  const key = keyOf(reference)
  // Checked again after each wait: another waiter may have started.
  while (deps.settlements.has(key)) await othersEnded(deps, reference)
  const booking = book()
  deps.settlements.set(key, booking)
  try {
    return await booking
  } finally {
    if (deps.settlements.get(key) === booking) deps.settlements.delete(key)
  }
}

/** Waits for whoever books this payment; false when nobody did. What is read after it knows what they booked. */
export async function othersEnded(
  { settlements }: Pick<Deps, 'settlements'>,
  reference: Reference,
): Promise<boolean> {
  const key = keyOf(reference)
  let hasWaited = false
  for (let other = settlements.get(key); other !== undefined; other = settlements.get(key)) {
    hasWaited = true
    // Its failure is its own.
    await other.catch(() => undefined)
  }
  return hasWaited
}

function keyOf({ provider, providerReference }: Reference): string {
  return `${provider} ${providerReference}`
}
