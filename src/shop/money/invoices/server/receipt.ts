import type { Context } from '#platform/context/context.ts'
import type { Db } from '#platform/db/pool.ts'
import { formatDate } from '#platform/i18n/format.ts'
import { formatPriceWithCode } from '#platform/i18n/prices.ts'
import { translator } from '#platform/i18n/translate.ts'
import { worldOf } from '#platform/routing/worlds.ts'
import { yearAt } from '#platform/rules/money/day.ts'
import { billingOf } from '#shop/money/billing/server/service.ts'
import type { TaxDocumentContent } from '../rules/contract.ts'
import { insertDocument } from './queries.ts'

export interface Received {
  orderId: number
  accountId: number
  orderNumber: string
  buyer: { name: string; email: string }
  /** Names the event: the same one never writes a second receipt. */
  cause: string
  at: Date
  /** Below zero: it went back. */
  amountCents: number
  currency: string
  /** What it was for, in the words of the world. */
  title: string
  note: string
}

/**
 * Says on paper that money came (or went back) where no invoice does: for a gift card, which nothing is owed for yet, and
 * for a transfer to an invoice that was written before. A series of its own, without tax: what is taxed has its invoice.
 */
export async function issueReceipt(
  tx: Db,
  { world, env }: Pick<Context, 'world' | 'env'>,
  received: Received,
): Promise<void> {
  const { orderId, accountId, cause, at } = received
  const billing = await billingOf(tx, accountId)
  await insertDocument(tx, world, {
    ...{ kind: 'receipt', year: yearAt(at, env.booksTimeZone), accountId, orderId, correctsId: null },
    // An invoice of the same order has the bare name.
    ...{ cause: `receipt:${cause}`, issuedAt: at },
    content: contentOf(received, { supplier: env.company, country: worldOf(world).country, billing }),
  })
}

function contentOf(
  received: Received,
  input: {
    supplier: TaxDocumentContent['supplier']
    country: string
    billing: Awaited<ReturnType<typeof billingOf>>
  },
): TaxDocumentContent {
  const { supplier, country, billing } = input
  const { buyer, amountCents, currency, title, note } = received
  const sums = { netCents: amountCents, taxCents: 0, grossCents: amountCents }
  const line = { materialId: 0, title, licence: null, author: null, counts: null, taxRateBp: 0, ...sums }
  const nameless = { name: buyer.name, organisation: null, street: '', postcode: '', city: '', vatId: null }
  return {
    supplier,
    buyer: { country, ...nameless, ...billing, email: buyer.email },
    order: { number: received.orderNumber, paidAt: received.at.toISOString() },
    ...{ corrects: null, reason: null, replaces: null, due: null, note },
    ...{ isReverseCharged: false, isNotTaxed: false },
    ...{ taxCountry: country, lines: [line], taxes: [], ...sums, currency },
  }
}

/** A transfer for an invoice arrived. */
export async function receiptOfTransfer(
  context: Context,
  transfer: {
    orderId: number
    transferId: number
    number: string
    buyerId: number
    buyer: { name: string; email: string }
    amountCents: number
    openCents: number
    currency: string
  },
  tx: Db,
): Promise<undefined> {
  const { world } = context
  const { number, openCents, currency } = transfer
  const t = translator(world)
  const at = new Date()
  const open = formatPriceWithCode(openCents, currency)
  await issueReceipt(tx, context, {
    ...{ orderId: transfer.orderId, accountId: transfer.buyerId, orderNumber: number, buyer: transfer.buyer },
    ...{ cause: `transfer:${transfer.transferId}`, at, amountCents: transfer.amountCents, currency },
    title: t('cabinet-invoices:paper.transfer', { number }),
    note: t('cabinet-invoices:paper.transferNote', { date: formatDate(at, world), open }),
  })
}
