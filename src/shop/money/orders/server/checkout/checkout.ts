import type { z } from 'zod'
import type { Context } from '#platform/context/context.ts'
import type { Db } from '#platform/db/pool.ts'
import { transaction } from '#platform/db/transaction.ts'
import { type FieldErrors, isProductError, ProductError } from '#platform/errors.ts'
import { requireMember } from '#platform/http/access/access.ts'
import { pendingOrderHours } from '#platform/limits.ts'
import { url } from '#platform/routing/url.ts'
import { worldOf } from '#platform/routing/worlds.ts'
import type { LiveWorldCode } from '#platform/rules/contract/world.ts'
import type { Licence } from '#platform/rules/money/licence.ts'
import { sumCents } from '#platform/rules/money/money.ts'
import { isSellCountry } from '#platform/rules/money/tax.ts'
import { creditToUse, isTooLittle } from '#shop/buying/cart/rules/credit-use.ts'
import {
  type CheckoutCart,
  type CheckoutLine,
  lockCartForCheckout,
  removeBought,
} from '#shop/buying/cart/server/service.ts'
import type { Customer } from '#shop/buying/vouchers/server/service.ts'
import type { BillingAddress, BillingInput } from '#shop/money/billing/rules/contract.ts'
import { billingAtPayment, billingOf, verifyTyped } from '#shop/money/billing/server/service.ts'
import { type SaleTax, saleTax } from '#shop/money/tax/server/service.ts'
import type { checkoutInputSchema, PaymentSurface } from '../../rules/contract.ts'
import { ownOrderByReference } from '../documents/own-order.ts'
import { fulfilOrder } from '../payment/fulfil.ts'
import { openFields, openPayment } from '../payment/open-payment.ts'
import { paymentsOf } from '../payment/payment-queries.ts'
import { closePayments, endOrders, settleWaiting } from '../payment/settlement.ts'
import { justPaidOrder, lockBuyer, lockPendingOrders, type OrderRow, orderItems } from '../queries.ts'
import { paymentView } from '../service.ts'
import type { ChangedSum, CheckoutOutcome } from '../types.ts'
import { buyOnInvoice } from './invoice-purchase.ts'
import { findInvoicePurchase, invoiceProvider } from './invoice-purchase-queries.ts'
import { reserveReductions } from './reductions.ts'
import { sharesOf, writeOrder } from './write-order.ts'

type CheckoutInput = z.output<typeof checkoutInputSchema>

/** A second click within this time finds the order the first one paid. */
const secondClickMs = 2 * 60_000

type Placed =
  /** Earlier orders await payment, and the provider was not asked about them yet. */
  | { kind: 'unsettled' }
  | { kind: 'conflict'; expectedTotal: number }
  | { kind: 'paid'; order: OrderRow; replaced: OrderRow[] }
  | { kind: 'due'; order: OrderRow; replaced: OrderRow[] }

/**
 * Turns the member's cart into an order at today's prices and opens its payment. The same cart gives the same order,
 * however often and in how many tabs "Pay" is pressed; an order for another cart replaces the one before. What cannot be
 * bought any more is thrown out first. Nothing due: paid at once, no provider asked.
 * @throws ProductError consent_missing, invalid_input (country, billing address), country_not_sold, cart_empty,
 * payment_under_way (all of it is ordered already), too_little_to_pay, payment_failed
 */
export async function checkout(context: Context, input: CheckoutInput): Promise<CheckoutOutcome> {
  const customer = requireMember(context)
  const isKnown = isSellCountry(input.country)
  requireConsents(input, isKnown ? {} : { country: 'invalid' })
  if (!isKnown) throw new ProductError('invalid_input', { fields: { country: 'invalid' } })
  await verifyTyped(context, billingOnly(input), input.country)
  const placed = await placeSettled(context, { customer, input })
  if (placed.kind === 'conflict') return { ...placed, ...(await changesOf(context, input)) }
  const { order, replaced } = placed
  // A delivered order must not be paid again at the provider by a buyer who went back to its page.
  const closed = placed.kind === 'paid' ? [...replaced, order] : replaced
  await closePayments(
    context,
    context.world,
    closed.map(({ id }) => id),
  )
  return placed.kind === 'paid' ? await afterPaid(context, order) : await toBePaid(context, order, input)
}

/**
 * The answer to an order that was placed under an Idempotency-Key and never answered: where to pay, while it waits for money;
 * otherwise where its buyer reads how it stands. The payment at the provider is the order's, so it is opened once.
 * @throws ProductError not_found, payment_failed
 */
export async function resumeCheckout(
  context: Context,
  reference: string,
  input: CheckoutInput,
): Promise<CheckoutOutcome> {
  const order = await ownOrderByReference(context, reference)
  if (order.status === 'paid') return await afterPaid(context, order)
  if (order.status === 'pending') return await toBePaid(context, order, input)
  return { kind: 'created', reference, redirectUrl: pageOf(context, 'order-confirmation', reference) }
}

async function afterPaid(context: Context, { id, reference }: OrderRow): Promise<CheckoutOutcome> {
  const isInvoiced = (await findInvoicePurchase(context.db, context.world, id)) !== undefined
  const page = isInvoiced ? 'invoice-success' : 'thank-you'
  return { kind: 'created', reference, redirectUrl: pageOf(context, page, reference) }
}

async function toBePaid(context: Context, order: OrderRow, input: CheckoutInput): Promise<CheckoutOutcome> {
  const { reference } = order
  if (surfaceOf(context, input) === 'fields')
    return { kind: 'created', reference, ...(await openFields(context, order)) }
  return { kind: 'created', reference, redirectUrl: await openPayment(context, order, 'payment') }
}

/** What a program or page needs to agree to the new sum: what is paid how, and what is not as it was. */
async function changesOf(context: Context, input: CheckoutInput): Promise<ChangedSum> {
  const { cart, due, usedCredits, isReverseCharged } = await paymentView(context, input.country)
  return {
    ...{ expectedTotal: due, expectedCredits: usedCredits, isReverseCharged },
    changes: [
      ...cart.leftOut.map((left) => ({ kind: 'left_out' as const, ...left })),
      ...cart.cartItems.flatMap(({ material: { id: materialId, title }, priceChangedFrom, finalPrice }) =>
        priceChangedFrom === null
          ? []
          : [{ kind: 'price' as const, materialId, title, from: priceChangedFrom, to: finalPrice }],
      ),
      ...(cart.voucherError === null ? [] : [{ kind: 'voucher' as const, reason: cart.voucherError }]),
    ],
  }
}

function billingOnly(input: CheckoutInput): BillingInput {
  const { billingName, billingOrganisation, billingStreet, billingPostcode, billingCity } = input
  const { billingVatId, billingReference } = input
  return {
    ...{ billingName, billingOrganisation, billingStreet, billingPostcode, billingCity },
    ...{ billingVatId, billingReference },
  }
}

/** Reports missing consents together with the other field errors. */
function requireConsents(input: CheckoutInput, others: FieldErrors): void {
  if (input.consentImmediate && input.consentWaiver) return
  throw new ProductError('consent_missing', {
    fields: {
      ...others,
      ...(input.consentImmediate ? {} : { consentImmediate: 'required' as const }),
      ...(input.consentWaiver ? {} : { consentWaiver: 'required' as const }),
    },
  })
}

interface Wanted {
  customer: Customer
  input: CheckoutInput
  /** Whether the provider was asked about orders that wait. */
  isSettled: boolean
}

/** Asks the provider only where orders wait, which most buyers have none of; what it says may have emptied the cart. */
async function placeSettled(
  context: Context,
  wanted: Omit<Wanted, 'isSettled'>,
): Promise<Exclude<Placed, { kind: 'unsettled' }>> {
  const placed = await placeUnlessTaken(context, { ...wanted, isSettled: false })
  if (placed.kind !== 'unsettled') return placed
  await settleWaiting(context, wanted.customer.accountId)
  const again = await placeUnlessTaken(context, { ...wanted, isSettled: true })
  if (again.kind === 'unsettled') throw new Error('an order that is settled is placed')
  return again
}

/** The last use of a voucher may be taken concurrently: then nothing is ordered and the new total is returned. */
async function placeUnlessTaken(context: Context, wanted: Wanted): Promise<Placed> {
  try {
    return await transaction(context.db, (tx) => placeOrder(tx, context, wanted))
  } catch (error) {
    if (!isProductError(error) || error.code !== 'conflict') throw error
    return { kind: 'conflict', expectedTotal: (await paymentView(context, wanted.input.country)).due }
  }
}

async function placeOrder(tx: Db, context: Context, { customer, input, isSettled }: Wanted): Promise<Placed> {
  const { world } = context
  const { accountId } = customer
  const { country } = input
  // In this order, under the buyer's lock.
  await lockBuyer(tx, accountId)
  const found = await lockCartForCheckout(tx, world, customer)
  const waiting = await lockPendingOrders(tx, world, accountId)
  const billing = await billedTo(tx, accountId, input)
  await context.keyed?.begin(tx)
  const hasOpen = waiting.length > 0 || (found?.awaited.length ?? 0) > 0
  if (hasOpen && !isSettled) return { kind: 'unsettled' }
  if (found === undefined || found.lines.length === 0) {
    const since = new Date(Date.now() - secondClickMs)
    const paid = await justPaidOrder(tx, world, { accountId, dueCents: input.expectedTotal, since })
    if (paid === undefined) throw new ProductError(found?.awaited.length ? 'payment_under_way' : 'cart_empty')
    await context.keyed?.note(tx, paid.reference)
    return { kind: 'paid', order: paid, replaced: [] }
  }
  const sale = await saleTax(tx, context, { country, billing, lines: found.lines })
  const shares = await sharesOf(tx, world, found.lines)
  if (sale.treatment === 'not-sold')
    throw new ProductError('country_not_sold', { fields: { country: 'country_not_sold' } })
  const total = sumCents(sale.lines.map((line) => line.price))
  const leastCents = context.payments.leastAmount(worldOf(world).currency)
  const credit = creditToUse({ totalCents: total, creditCents: found.credit, leastCents })
  const cart = { ...found, credit }
  const due = total - cart.credit
  const { expectedTotal, expectedCredits = cart.credit } = input
  if (due !== expectedTotal || cart.credit !== expectedCredits)
    return { kind: 'conflict', expectedTotal: due }
  await removeBought(tx, world, { accountId, materialIds: cart.gone })
  if (input.method !== 'invoice' && isTooLittle(due, leastCents)) throw new ProductError('too_little_to_pay')
  const surface = surfaceOf(context, input)
  const same = await findSame(tx, {
    ...{ world, waiting, cart, sale, country, surface },
    termsVersion: context.termsVersion(world),
  })
  const replaced = waiting.filter((order) => order.id !== same?.id)
  await endOrders(tx, context, { orderIds: replaced.map((order) => order.id), status: 'cancelled' })
  const isOnInvoice = due > 0 && input.method === 'invoice'
  const order =
    same ??
    (await reserveReductions(tx, context, {
      ...{ cart, customer },
      order: await writeOrder(tx, context, { accountId, cart, country, sale, shares }),
    }))
  await context.keyed?.note(tx, order.reference)
  if (due > 0 && !isOnInvoice) return { kind: 'due', order, replaced }
  if (isOnInvoice) await buyOnInvoice(tx, context, order)
  await fulfilOrder(tx, context, { order, provider: isOnInvoice ? invoiceProvider : null })
  return { kind: 'paid', order, replaced }
}

/** The billing address of the order, after storing what was typed at the payment. */
async function billedTo(tx: Db, accountId: number, input: CheckoutInput): Promise<BillingAddress | null> {
  await billingAtPayment(tx, { accountId, typed: billingOnly(input), country: input.country })
  return (await billingOf(tx, accountId)) ?? null
}

/** Who asks for fields that the provider does not have is led to its page. */
function surfaceOf({ payments }: Context, { surface }: CheckoutInput): PaymentSurface {
  return payments.fields === undefined ? 'page' : (surface ?? 'page')
}

/**
 * The waiting order that already says exactly this: the same materials and licences at the same prices, country, tax and
 * terms. One that is to be paid elsewhere is replaced, and its payment closed, so that nobody pays it in both places.
 */
async function findSame(
  tx: Db,
  input: {
    world: LiveWorldCode
    waiting: readonly OrderRow[]
    cart: CheckoutCart
    sale: SaleTax<CheckoutLine>
    country: string
    surface: PaymentSurface
    termsVersion: string
  },
): Promise<OrderRow | undefined> {
  const { waiting, cart, sale } = input
  const youngest = Date.now() - pendingOrderHours * 3_600_000
  const orderIds = waiting.map((order) => order.id)
  const items = await orderItems(tx, input.world, orderIds)
  const payments = await paymentsOf(tx, input.world, orderIds)
  const byOrder = Map.groupBy(items, (item) => item.order_id)
  const wanted = fingerprint(
    sale.lines.map((line, index) => [line.materialId, line.licence, line.price, sale.rates[index] ?? 0]),
  )
  return waiting.find((order) => {
    const items = byOrder.get(order.id) ?? []
    const held = items.map(
      (item) =>
        [item.material_id, item.licence, item.price_cents, item.tax_rate_bp ?? order.tax_rate_bp] as const,
    )
    return (
      fingerprint(held) === wanted &&
      payments.every((payment) => payment.order_id !== order.id || payment.surface === input.surface) &&
      order.voucher_id === (cart.voucher?.id ?? null) &&
      order.credit_cents === cart.credit &&
      order.country === input.country &&
      order.reverse_charge_vat_id === sale.reverseChargeVatId &&
      order.not_taxed === (sale.treatment === 'not-taxed') &&
      order.consent_text_version === input.termsVersion &&
      order.created_at.getTime() > youngest
    )
  })
}

function fingerprint(
  lines: readonly (readonly [id: number, licence: Licence, price: number, rateBp: number])[],
): string {
  return lines
    .map((line) => line.join(':'))
    .toSorted()
    .join(' ')
}

function pageOf(
  context: Context,
  name: 'thank-you' | 'invoice-success' | 'order-confirmation',
  reference: string,
): string {
  return url(name, { world: context.world, query: { order: reference } })
}
