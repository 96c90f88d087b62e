import type { Context } from '#platform/context/context.ts'
import type { Db } from '#platform/db/pool.ts'
import { emit } from '#platform/events/events.ts'
import { licenceName } from '#platform/i18n/licences.ts'
import { translator } from '#platform/i18n/translate.ts'
import { queueMail } from '#platform/mail/server/service.ts'
import { absoluteUrl, url } from '#platform/routing/url.ts'
import { type LiveWorldCode, liveWorldOr } from '#platform/rules/contract/world.ts'
import { partsOf, type SoldLine, saleBooking } from '#platform/rules/money/booking.ts'
import { sumCents } from '#platform/rules/money/money.ts'
import { removeBought } from '#shop/buying/cart/server/service.ts'
import { askForStamps } from '#shop/selling/materials/server/service.ts'
import { fulfilGiftOrder } from '../checkout/gift-orders.ts'
import {
  findInvoicePurchase,
  type InvoicePurchaseRow,
  invoiceProvider,
} from '../checkout/invoice-purchase-queries.ts'
import { drawOrderNumber } from '../checkout/numbers.ts'
import { spendReductions } from '../checkout/reductions.ts'
import { orderPaid } from '../events.ts'
import { insertLedger } from '../ledger/ledger-queries.ts'
import { orderPaidMail, paidMailKey, saleMadeMail } from '../mails.ts'
import { type OrderItemRow, type OrderRow, orderItems } from '../queries.ts'
import type { Fulfilment } from '../types.ts'
import { insertEntitlements, type MailPartyRow, mailParties, markPaid } from './payment-queries.ts'

/**
 * Makes a paid order real, inside the transaction that says so: entitlements, the booking, sales figures, the emptied
 * cart, the number, mails, and what `order.paid` sets off, all or nothing. The caller holds the locks of buyer and order,
 * which is of the context's world. `provider` is null when nothing was due.
 */
export async function fulfilOrder(
  tx: Db,
  context: Context,
  input: {
    order: OrderRow
    provider: string | null
    feeCents?: number
    silent?: boolean
  },
): Promise<Fulfilment> {
  const { world } = context
  const { order } = input
  if (order.purpose === 'gift_card')
    return { number: await fulfilGiftOrder(tx, context, input), alreadyOwned: [] }
  const items = await orderItems(tx, world, [order.id])
  const materialIds = items.map((item) => item.material_id)
  const accountId = order.account_id
  const credit = await spendReductions(tx, world, order)
  const { provider, feeCents = 0 } = input
  const entries = saleBooking({
    ...{ provider: provider ?? 'none', feeCents, country: order.country, credit },
    lines: items.map(soldLine),
  })
  if (credit?.missingCents)
    context.log.error({ world, orderId: order.id, ...credit }, 'credit of a late payment was spent elsewhere')
  const paidAt = new Date()
  const number = order.number ?? (await drawOrderNumber(tx, context, paidAt))
  const given = await insertEntitlements(tx, world, { accountId, orderId: order.id, items })
  await removeBought(tx, world, { accountId, materialIds })
  if (entries.length > 0)
    await insertLedger(tx, world, { kind: 'sale', orderId: order.id, currency: order.currency, entries })
  await markPaid(tx, world, { orderId: order.id, number, paidAt })
  if (input.silent !== true) await tellParties(tx, context, { order, items, number, paidAt, provider })
  await emit(context, tx, orderPaid, paidEvent(context, { order, items, number }))
  const fresh = new Set(given)
  return { number, alreadyOwned: materialIds.filter((id) => !fresh.has(id)) }
}

function paidEvent({ world }: Context, { order, items, number }: Pick<Paid, 'order' | 'items' | 'number'>) {
  return {
    ...{ orderId: order.id, reference: order.reference, number, world, buyerId: order.account_id },
    ...{ totalCents: order.total_cents, currency: order.currency, purpose: order.purpose },
    items: items.map((item) => ({
      ...{ materialId: item.material_id, authorId: item.author_id, title: item.title },
      ...{ licence: item.licence, priceCents: item.price_cents },
    })),
  }
}

/** A line of an order as the books see it. */
export function soldLine(
  item: Pick<
    OrderItemRow,
    'author_id' | 'price_cents' | 'tax_cents' | 'author_share_cents' | 'voucher_cost_cents'
  >,
): SoldLine {
  return { authorId: item.author_id, ...partsOf(itemParts(item)) }
}

/** The columns of a line by the names of the rules. */
export function itemParts(
  item: Pick<OrderItemRow, 'price_cents' | 'tax_cents' | 'author_share_cents' | 'voucher_cost_cents'>,
) {
  const { price_cents: price, tax_cents: tax, author_share_cents: authorShare } = item
  return { price, tax, authorShare, voucherCost: item.voucher_cost_cents }
}

/** Mails and stamped files. */
async function tellParties(
  tx: Db,
  context: Context,
  { provider, ...paid }: Omit<Paid, 'invoice'> & { provider: string | null },
): Promise<void> {
  const { world } = context
  const { order, items, number } = paid
  const materialIds = items.map((item) => item.material_id)
  const invoice = provider === invoiceProvider ? await findInvoicePurchase(tx, world, order.id) : undefined
  await queueMails(tx, context, { ...paid, invoice })
  await askForStamps(context, tx, { world, accountId: order.account_id, number, materialIds })
}

interface Paid {
  order: OrderRow
  items: readonly OrderItemRow[]
  number: string
  paidAt: Date
  /** Of an order that is paid later. */
  invoice: InvoicePurchaseRow | undefined
}

async function queueMails(tx: Db, context: Context, paid: Paid): Promise<void> {
  const { order, items } = paid
  const earning = items.filter((item) => item.author_share_cents > 0)
  const byAuthor = Map.groupBy(earning, (item) => item.author_id)
  const parties = await mailParties(tx, [order.account_id, ...byAuthor.keys()])
  for (const party of parties) {
    const sold = byAuthor.get(party.id)
    if (party.id === order.account_id) await mailBuyer(tx, context, party, paid)
    if (sold !== undefined) await mailAuthor(tx, context, { party, sold, paid })
  }
}

async function mailBuyer(
  tx: Db,
  context: Context,
  buyer: MailPartyRow,
  { order, items, number, paidAt, invoice }: Paid,
): Promise<void> {
  const { world, env } = context
  await queueMail(tx, context, {
    mail: orderPaidMail,
    to: buyer.email,
    vars: {
      publicName: buyer.public_name,
      orderNumber: number,
      paidAt,
      currency: order.currency,
      items: items.map((item) => ({ title: titleWithLicence(world, item), priceCents: item.price_cents })),
      totalCents: order.total_cents,
      taxCents: order.tax_cents,
      taxRateBp: order.tax_rate_bp,
      consentAt: order.consent_immediate_at,
      consentTextVersion: order.consent_text_version,
      invoiceUrl:
        order.total_cents === 0
          ? null
          : absoluteUrl(env.siteUrl, url('invoices', { world, query: { order: order.reference } })),
      due: invoice
        ? {
            openCents: invoice.open_cents,
            at: invoice.due_at,
            holder: env.company.name,
            ...env.payoutAccount,
          }
        : null,
      materialsUrl: absoluteUrl(env.siteUrl, url('bought-materials', { world })),
      termsUrl: absoluteUrl(env.siteUrl, url('terms', { world })),
      seller: `${env.company.name}, ${env.company.street}, ${env.company.postcode} ${env.company.city}`,
    },
    dedupeKey: paidMailKey(world, order.id),
  })
}

/** Authors get their mail in the language of their own world. */
async function mailAuthor(
  tx: Db,
  context: Context,
  { party, sold, paid }: { party: MailPartyRow; sold: readonly OrderItemRow[]; paid: Paid },
): Promise<void> {
  const home = liveWorldOr(party.world, context.world)
  await queueMail(
    tx,
    { ...context, world: home },
    {
      mail: saleMadeMail,
      to: party.email,
      vars: {
        publicName: party.public_name,
        orderNumber: paid.number,
        currency: paid.order.currency,
        items: sold.map((item) => ({
          title: titleWithLicence(home, item),
          shareCents: item.author_share_cents,
        })),
        shareCents: sumCents(sold.map((item) => item.author_share_cents)),
        isOnInvoice: paid.invoice !== undefined,
        salesUrl: absoluteUrl(context.env.siteUrl, url('sales-downloads', { world: context.world })),
      },
      dedupeKey: `sale-made:${context.world}:${paid.order.id}:${party.id}`,
    },
  )
}

/** Only a licence that is not the usual one is worth a word. */
function titleWithLicence(world: LiveWorldCode, { title, licence }: OrderItemRow): string {
  return licence === 'single' ? title : `${title} (${licenceName(translator(world), licence)})`
}
