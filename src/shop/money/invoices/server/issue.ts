import type { Context } from '#platform/context/context.ts'
import type { Db } from '#platform/db/pool.ts'
import type { Company } from '#platform/env/env.ts'
import { ProductError } from '#platform/errors.ts'
import { dayAt, yearAt } from '#platform/rules/money/day.ts'
import { sumCents } from '#platform/rules/money/money.ts'
import { ownVatIdIn } from '#platform/rules/money/sale-tax.ts'
import { isMemberState } from '#platform/rules/money/tax.ts'
import { billingOf } from '#shop/money/billing/server/service.ts'
import { openTask } from '#shop/money/operator-tasks/server/service.ts'
import { type OrderInBooks, orderInBooks } from '#shop/money/orders/server/service.ts'
import { type DayRate, rateOfDay } from '#shop/money/tax/server/service.ts'
import { taxDocumentContentSchema } from '../rules/contract.ts'
import {
  cancellationContent,
  invoiceContent,
  leftOf,
  replacementContent,
  reversalContent,
  type Written,
} from './content.ts'
import { correctionsOf, insertDocument, invoiceOf, lockInvoice } from './queries.ts'

/**
 * Writes the invoice of a paid order, in the transaction that pays it. What cost nothing has none. The number is drawn
 * by the database when that transaction commits.
 */
export async function issueInvoice(
  context: Pick<Context, 'world' | 'env' | 'log' | 'metrics'>,
  {
    orderId,
    totalCents,
    purpose = 'materials',
  }: { orderId: number; totalCents: number; purpose?: 'materials' | 'gift_card' },
  tx: Db,
): Promise<void> {
  // Whoever buys a gift card has bought nothing taxable yet: a receipt is all there is to give.
  if (totalCents === 0 || purpose === 'gift_card') return
  const { world, env } = context
  const order = await orderInBooks(tx, world, orderId)
  if (order === undefined) throw new ProductError('server_error')
  const euroRate = await euroRateOf(tx, context, order)
  await insertDocument(tx, world, {
    kind: 'invoice',
    year: yearAt(order.paidAt, env.booksTimeZone),
    accountId: order.accountId,
    orderId,
    correctsId: null,
    cause: `order:${orderId}`,
    issuedAt: order.paidAt,
    content: {
      ...invoiceContent(order, {
        company: companyFor(order, env),
        account: env.payoutAccount,
        billing: order.billing,
      }),
      ...(euroRate && { euroRate }),
    },
  })
}

/** Who sells, with the number of the country whose tax is on the invoice; where none is, with that of our own. */
function companyFor(
  { country, isNotTaxed, reverseChargeVatId }: OrderInBooks,
  { company, registrations }: Context['env'],
): Company {
  const isTaxed = !isNotTaxed && reverseChargeVatId === null
  return { ...company, vatId: (isTaxed && ownVatIdIn(country, registrations)) || company.vatId }
}

/**
 * What a euro is in the currency of an order whose tax is a member state's (directive 2006/112/EC, article 230). Without a
 * rate the invoice is written without one and a task is opened: a rate is never guessed.
 */
async function euroRateOf(
  tx: Db,
  context: Pick<Context, 'world' | 'env' | 'log' | 'metrics'>,
  order: OrderInBooks,
): Promise<DayRate | undefined> {
  const { country, currency, number, reference } = order
  const isOurs = isMemberState(country) && !order.isNotTaxed && order.reverseChargeVatId === null
  if (currency === 'EUR' || !isOurs) return undefined
  const day = dayAt(order.paidAt, context.env.booksTimeZone)
  const rate = await rateOfDay(tx, currency, day)
  if (rate === undefined)
    await openTask(tx, context, {
      kind: 'rate_missing',
      cause: `order:${order.id}`,
      detail: {
        ...{ orderNumber: number, orderReference: reference, buyerId: order.accountId },
        ...{ amount: sumCents(order.items.map((item) => item.taxCents)), currency },
        reason: `${currency} ${day}`,
      },
    })
  return rate
}

interface Refund {
  orderId: number
  refundId: number
  buyerId: number
  amountCents: number
  kind: 'refund' | 'withdrawal' | 'reverse_charge'
  isOwed: boolean
  reason: string
  items: readonly { materialId: number; amountCents: number; taxCents: number }[]
}

/** Writes what takes an invoice back, in whole or in part, in the transaction that gives the money back. */
export async function issueCancellation(context: Context, refund: Refund, tx: Db): Promise<void> {
  const { world, log } = context
  const invoice = await invoiceOf(tx, world, refund.orderId)
  if (invoice === undefined) {
    // What cost nothing never had one.
    if (refund.amountCents === 0) return
    log.error(
      { world, refundId: refund.refundId },
      'an order without an invoice was paid back: write one by hand',
    )
    return
  }
  const cause = `refund:${refund.refundId}`
  if (refund.kind === 'reverse_charge') {
    const isReverseCharged = true
    await replaceInvoice(tx, context, { ...refund, invoiceId: invoice.id, cause, isReverseCharged })
    return
  }
  const now = new Date()
  await insertDocument(tx, world, {
    ...{
      kind: 'cancellation',
      year: yearAt(now, context.env.booksTimeZone),
      accountId: refund.buyerId,
      orderId: refund.orderId,
    },
    ...{ correctsId: invoice.id, cause, issuedAt: now },
    content: cancellationContent(writtenOf(invoice), refund),
  })
}

/**
 * Takes back what is left of an invoice and writes another one in its place, to the buyer's address of today.
 * @throws ProductError conflict when another one stands there already, or nothing is left; invalid_input without an address
 * in the country that was taxed
 */
export async function replaceInvoice(
  tx: Db,
  { world, env }: Pick<Context, 'world' | 'env'>,
  input: {
    orderId: number
    buyerId: number
    invoiceId: number
    cause: string
    reason: string
    isReverseCharged: boolean
  },
): Promise<void> {
  const { orderId, buyerId, invoiceId, cause, reason, isReverseCharged } = input
  await lockInvoice(tx, world, invoiceId)
  const invoice = await invoiceOf(tx, world, orderId)
  if (invoice === undefined || invoice.id !== invoiceId) throw new ProductError('conflict')
  const written = writtenOf(invoice)
  const corrections = await correctionsOf(tx, world, invoiceId)
  const left = leftOf(
    written.content,
    corrections.map((each) => taxDocumentContentSchema.parse(each.content)),
  )
  if (left.length === 0) throw new ProductError('conflict')
  const billing = await billingOf(tx, buyerId)
  if (billing?.country !== written.content.taxCountry)
    throw new ProductError('invalid_input', { fields: { billingCountry: 'invalid' } })
  const order = await orderInBooks(tx, world, orderId)
  const now = new Date()
  const common = { year: yearAt(now, env.booksTimeZone), accountId: buyerId, orderId, issuedAt: now }
  const content = reversalContent(written, left, reason)
  await insertDocument(tx, world, {
    ...common,
    ...{ kind: 'cancellation', correctsId: invoiceId, cause, content },
  })
  await insertDocument(tx, world, {
    ...common,
    ...{ kind: 'invoice', correctsId: null, cause: `${cause}:invoice` },
    content: replacementContent(written, {
      left,
      billing,
      isReverseCharged,
      ownVatId: env.company.vatId,
      dueCents: order?.due?.cents ?? 0,
    }),
  })
}

function writtenOf(row: { number: string; issued_at: Date; content: unknown }): Written {
  return { number: row.number, issuedAt: row.issued_at, content: taxDocumentContentSchema.parse(row.content) }
}
