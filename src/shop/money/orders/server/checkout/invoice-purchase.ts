import { type Context, memberOf } from '#platform/context/context.ts'
import type { Db } from '#platform/db/pool.ts'
import { ProductError } from '#platform/errors.ts'
import { requireMember } from '#platform/http/access/access.ts'
import { isAllowed } from '#platform/http/access/authorize.ts'
import { invoicePurchase } from '#platform/limits.ts'
import { billingOf } from '#shop/money/billing/server/service.ts'
import type { InvoiceDue, OpenInvoice } from '../../rules/contract.ts'
import { insertPayment } from '../payment/payment-queries.ts'
import { findOrder, type OrderRow } from '../queries.ts'
import { refundOrder } from '../refund/refunds.ts'
import type { InvoiceOffer } from '../types.ts'
import {
  findInvoicePurchase,
  insertInvoicePurchase,
  invoiceProvider,
  lockSchool,
  openInvoiceRows,
  overdueInvoiceCounts,
  owedBySchool,
} from './invoice-purchase-queries.ts'

const shownAtOnce = 200

/** Null for members of no verified school of this world. */
export async function invoiceOffer(
  context: Context,
  { due, currency }: { due: number; currency: string },
): Promise<InvoiceOffer | null> {
  const school = memberOf(context)?.schoolAccount
  if (school === undefined || due === 0 || !isAllowed(context, 'order.on-invoice')) return null
  const { dueDays } = invoicePurchase
  const refusal = await refusalOf(context.db, context.world, { ...school, due, currency })
  return refusal === 'elsewhere' ? null : { dueDays, refusal }
}

async function refusalOf(
  db: Db,
  world: string,
  input: { schoolId: number; due: number; currency: string },
): Promise<InvoiceOffer['refusal'] | 'elsewhere'> {
  const owed = await owedBySchool(db, world, input)
  if (owed === undefined) return 'elsewhere'
  if (owed.isOverdue) return 'overdue'
  const most = invoicePurchase.openCents[input.currency] ?? 0
  return owed.cents + input.due > most ? 'limit' : null
}

/**
 * Notes that an order is paid by bank transfer, before it is delivered. Inside the buyer's lock.
 * @throws ProductError invalid_input: no verified school of this world, too much is open (`method`), or no address for the invoice
 */
export async function buyOnInvoice(tx: Db, context: Context, order: OrderRow): Promise<void> {
  const { world } = context
  const school = requireMember(context).schoolAccount
  if (school === undefined || !isAllowed(context, 'order.on-invoice'))
    throw new ProductError('invalid_input', { fields: { method: 'invalid' } })
  const { id: orderId, currency } = order
  const amountCents = order.total_cents - order.credit_cents
  await lockSchool(tx, world, school.schoolId)
  const refusal = await refusalOf(tx, world, { ...school, due: amountCents, currency })
  if (refusal !== null) throw new ProductError('invalid_input', { fields: { method: 'invalid' } })
  const billing = await billingOf(tx, order.account_id)
  if (billing === undefined || billing.organisation === null)
    throw new ProductError('invalid_input', { fields: { billingOrganisation: 'required' } })
  if (billing.country !== order.country)
    throw new ProductError('invalid_input', { fields: { billingStreet: 'required' } })
  const dueAt = new Date(Date.now() + invoicePurchase.dueDays * 86_400_000)
  const sum = { orderId, amountCents, currency }
  await insertInvoicePurchase(tx, world, { ...sum, schoolId: school.schoolId, dueAt })
  await insertPayment(tx, world, { ...sum, provider: invoiceProvider, providerReference: order.reference })
}

/** What is to be paid for an order of one's own, and where to; undefined for one that was paid otherwise. */
export async function invoiceDue(
  { db, world, env }: Pick<Context, 'db' | 'world' | 'env'>,
  order: Pick<OrderRow, 'id' | 'number'>,
): Promise<InvoiceDue | undefined> {
  const row = await findInvoicePurchase(db, world, order.id)
  if (row === undefined) return undefined
  const { iban, bic } = env.payoutAccount
  return {
    ...{ open: row.open_cents, currency: row.currency, dueAt: row.due_at.toISOString() },
    ...{ holder: env.company.name, iban, bic, purpose: order.number ?? '' },
  }
}

/** Unpaid invoices of this world. */
export async function openInvoices({ db, world }: Context): Promise<OpenInvoice[]> {
  const rows = await openInvoiceRows(db, world, shownAtOnce)
  return rows.map((row) => ({
    ...{ reference: row.reference, orderNumber: row.number, school: row.school },
    buyer: { name: row.buyer_name, email: row.buyer_email },
    ...{ open: row.open_cents, received: row.received_cents, currency: row.currency },
    reminders: row.reminders,
    ...{ orderedAt: row.paid_at.toISOString(), dueAt: row.due_at.toISOString() },
    isOverdue: row.due_at.getTime() < Date.now(),
  }))
}

/**
 * Nobody will pay this: the sale is taken back, with the invoice and what was bought. Only a person decides so.
 * @throws ProductError not_found, forbidden (one's own), conflict (it is settled), invalid_input
 */
export async function giveUpInvoice(
  context: Context,
  { reference, reason }: { reference: string; reason: string },
): Promise<{ reference: string }> {
  const { world } = context
  await openOrder(context, reference)
  // An operator may be booking the transfer at this moment.
  await refundOrder(
    context,
    { reference, reason, keepsAccess: false },
    async (tx, { id }) => (await findInvoicePurchase(tx, world, id))?.status === 'open',
  )
  return { reference }
}

/** An order on invoice that is not settled. @throws ProductError not_found, conflict */
export async function openOrder(context: Context, reference: string): Promise<OrderRow> {
  const order = await findOrder(context.db, context.world, reference)
  const row = order && (await findInvoicePurchase(context.db, context.world, order.id))
  if (order === undefined || row === undefined) throw new ProductError('not_found')
  if (row.status !== 'open') throw new ProductError('conflict')
  return order
}

/** How many invoices of schools are overdue, in every world. */
export async function overdueInvoices({
  db,
}: Pick<Context, 'db'>): Promise<{ world: string; count: number }[]> {
  return await overdueInvoiceCounts(db)
}
