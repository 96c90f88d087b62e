import type { Context } from '#platform/context/context.ts'
import type { Db } from '#platform/db/pool.ts'
import { queueMail } from '#platform/mail/server/service.ts'
import { absoluteUrl, url } from '#platform/routing/url.ts'
import { liveWorldOr } from '#platform/rules/contract/world.ts'
import { sumCents } from '#platform/rules/money/money.ts'
import { orderRefundedMail, saleRefundedMail, withdrawalReceivedMail } from '../mails.ts'
import { type MailPartyRow, mailParties } from '../payment/payment-queries.ts'
import type { OrderRow } from '../queries.ts'
import type { RefundedItem } from '../types.ts'
import type { WrittenRefund } from './refund-queries.ts'

interface Refunded {
  order: OrderRow
  refund: WrittenRefund
  items: readonly RefundedItem[]
  reason: string
  kind: 'refund' | 'withdrawal'
  /** Some of it is not the buyer's any more. */
  losesAccess: boolean
  /** Its buyer knows. */
  toAuthorsOnly?: boolean
}

/** Tells the buyer what comes back, and each author what was taken back of a sale. */
export async function queueRefundMails(tx: Db, context: Context, refunded: Refunded): Promise<void> {
  const byAuthor = Map.groupBy(
    refunded.items.filter((item) => item.authorShareCents > 0),
    (item) => item.authorId,
  )
  for (const party of await mailParties(tx, [refunded.order.account_id, ...byAuthor.keys()])) {
    const own = byAuthor.get(party.id)
    if (party.id === refunded.order.account_id && !refunded.toAuthorsOnly)
      await mailBuyer(tx, context, party, refunded)
    if (own !== undefined) await mailAuthor(tx, context, { party, own, refunded })
  }
}

async function mailBuyer(tx: Db, context: Context, buyer: MailPartyRow, refunded: Refunded): Promise<void> {
  const { world, env } = context
  const { order, refund, items, reason, kind, losesAccess } = refunded
  const shared = {
    publicName: buyer.public_name,
    orderNumber: order.number ?? '',
    currency: order.currency,
    items: items.map(({ title, amountCents }) => ({ title, amountCents })),
    amountCents: refund.amount_cents,
    isOwed: refund.isOwed,
    invoicesUrl: absoluteUrl(env.siteUrl, url('invoices', { world, query: { order: order.reference } })),
  }
  if (kind === 'withdrawal') {
    await queueMail(tx, context, {
      mail: withdrawalReceivedMail,
      to: buyer.email,
      vars: { ...shared, receivedAt: refund.created_at },
      dedupeKey: `withdrawal:${world}:${refund.id}`,
    })
    return
  }
  await queueMail(tx, context, {
    mail: orderRefundedMail,
    to: buyer.email,
    vars: { ...shared, reason, losesAccess },
    dedupeKey: `refunded:${world}:${refund.id}`,
  })
}

/** Authors get their mail in the language of their own world. */
async function mailAuthor(
  tx: Db,
  context: Context,
  { party, own, refunded }: { party: MailPartyRow; own: readonly RefundedItem[]; refunded: Refunded },
): Promise<void> {
  const home = liveWorldOr(party.world, context.world)
  await queueMail(
    tx,
    { ...context, world: home },
    {
      mail: saleRefundedMail,
      to: party.email,
      vars: {
        publicName: party.public_name,
        orderNumber: refunded.order.number ?? '',
        currency: refunded.order.currency,
        items: own.map(({ title, authorShareCents }) => ({ title, shareCents: authorShareCents })),
        shareCents: sumCents(own.map((item) => item.authorShareCents)),
        salesUrl: absoluteUrl(context.env.siteUrl, url('sales-downloads', { world: context.world })),
      },
      dedupeKey: `sale-refunded:${context.world}:${refunded.refund.id}:${party.id}`,
    },
  )
}
