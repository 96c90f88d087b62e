import { licenceName } from '#i18n/licences.ts'
import { translator } from '#i18n/translate.ts'
import { absoluteUrl, url } from '#routing/url.ts'
import { type LiveWorldCode, liveWorldCodes } from '#shared/contract/world.ts'
import { sumCents } from '#shared/rules/money.ts'
import type { Deps } from '../../context.ts'
import type { Db } from '../../db/pool.ts'
import { removeBought } from '../cart/service.ts'
import { queueMail } from '../mail/service.ts'
import {
  countSales,
  drawNumber,
  insertEntitlements,
  insertLedger,
  insertOutbox,
  type MailPartyRow,
  mailParties,
  markPaid,
} from './fulfil-queries.ts'
import { type OrderItemRow, type OrderRow, orderItems } from './queries.ts'

export interface Fulfilment {
  number: string
  /** Materials the member owned before, with this licence: paid for twice, somebody must give the money back. */
  alreadyOwned: number[]
}

/**
 * Makes a paid order real, inside the transaction that says so: entitlements, the booking, sales figures, the emptied
 * cart, the number, mails and the outbox row, all or nothing. The caller holds the locks of buyer and order.
 * `provider` is null when nothing was due.
 */
export async function fulfilOrder(
  tx: Db,
  deps: Pick<Deps, 'env' | 'queue'>,
  input: { world: LiveWorldCode; order: OrderRow; provider: string | null; silent?: boolean },
): Promise<Fulfilment> {
  const { world, order } = input
  const items = await orderItems(tx, world, [order.id])
  const materialIds = items.map((item) => item.material_id)
  const accountId = order.account_id
  const fresh = new Set(await insertEntitlements(tx, world, { accountId, orderId: order.id, items }))
  await removeBought(tx, world, { accountId, materialIds })
  if (input.provider !== null) {
    const entries = saleEntries(order, items, input.provider)
    await insertLedger(tx, world, { orderId: order.id, currency: order.currency, entries })
  }
  await countSales(tx, world, materialIds)
  const paidAt = new Date()
  const year = paidAt.getUTCFullYear()
  const drawn = await drawNumber(tx, world, `order-${year}`)
  const number = `${world.toUpperCase()}-${year}-${String(drawn).padStart(6, '0')}`
  await markPaid(tx, world, { orderId: order.id, number, paidAt })
  const payload = { reference: order.reference, number, accountId: order.account_id, materialIds }
  await insertOutbox(tx, world, { topic: 'order.paid', payload })
  if (input.silent !== true) await queueMails(tx, deps, { world, order, items, number, paidAt })
  return { number, alreadyOwned: materialIds.filter((id) => !fresh.has(id)) }
}

/**
 * The booking of a sale: what the provider owes us is what we owe the state, the authors and ourselves. The platform's
 * commission is the rest, so the entries sum to zero whatever was rounded.
 */
export function saleEntries(
  order: Pick<OrderRow, 'total_cents' | 'tax_cents' | 'country'>,
  items: readonly Pick<OrderItemRow, 'author_id' | 'author_share_cents'>[],
  provider: string,
): { account: string; amountCents: number }[] {
  const shares = new Map<number, number>()
  for (const item of items) {
    shares.set(item.author_id, (shares.get(item.author_id) ?? 0) + item.author_share_cents)
  }
  const commission = order.total_cents - order.tax_cents - sumCents([...shares.values()])
  return [
    { account: `provider:${provider}`, amountCents: order.total_cents },
    { account: `tax:${order.country}`, amountCents: -order.tax_cents },
    ...[...shares].map(([authorId, cents]) => ({ account: `author:${authorId}`, amountCents: -cents })),
    { account: 'platform:commission', amountCents: -commission },
  ].filter((entry) => entry.amountCents !== 0)
}

interface Paid {
  world: LiveWorldCode
  order: OrderRow
  items: readonly OrderItemRow[]
  number: string
  paidAt: Date
}

async function queueMails(tx: Db, deps: Pick<Deps, 'env' | 'queue'>, paid: Paid): Promise<void> {
  const { order, items } = paid
  const earning = items.filter((item) => item.author_share_cents > 0)
  const byAuthor = Map.groupBy(earning, (item) => item.author_id)
  const parties = await mailParties(tx, [order.account_id, ...byAuthor.keys()])
  for (const party of parties) {
    const sold = byAuthor.get(party.id)
    if (party.id === order.account_id) await mailBuyer(tx, deps, party, paid)
    if (sold !== undefined) await mailAuthor(tx, deps, { party, sold, paid })
  }
}

async function mailBuyer(
  tx: Db,
  deps: Pick<Deps, 'env' | 'queue'>,
  buyer: MailPartyRow,
  { world, order, items, number, paidAt }: Paid,
): Promise<void> {
  await queueMail(
    tx,
    { ...deps, world },
    {
      template: 'order-paid',
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
        materialsUrl: absoluteUrl(deps.env.siteUrl, url('bought-materials', { world })),
        termsUrl: absoluteUrl(deps.env.siteUrl, url('terms', { world })),
      },
      dedupeKey: `order-paid:${world}:${order.id}`,
    },
  )
}

/** Authors get their mail in the language of their own world. */
async function mailAuthor(
  tx: Db,
  deps: Pick<Deps, 'env' | 'queue'>,
  { party, sold, paid }: { party: MailPartyRow; sold: readonly OrderItemRow[]; paid: Paid },
): Promise<void> {
  const home = liveWorldCodes.find((code) => code === party.world) ?? paid.world
  await queueMail(
    tx,
    { ...deps, world: home },
    {
      template: 'sale-made',
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
        salesUrl: absoluteUrl(deps.env.siteUrl, url('sales-downloads', { world: paid.world })),
      },
      dedupeKey: `sale-made:${paid.world}:${paid.order.id}:${party.id}`,
    },
  )
}

/** Only a licence that is not the usual one is worth a word. */
function titleWithLicence(world: LiveWorldCode, { title, licence }: OrderItemRow): string {
  return licence === 'single' ? title : `${title} (${licenceName(translator(world), licence)})`
}
