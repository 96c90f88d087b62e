import { type Context, type Deps, strangerContext } from '#platform/context/context.ts'
import type { Db } from '#platform/db/pool.ts'
import { transaction } from '#platform/db/transaction.ts'
import { ProductError } from '#platform/errors.ts'
import { requireMember } from '#platform/http/access/access.ts'
import { translator } from '#platform/i18n/translate.ts'
import { queueMail } from '#platform/mail/server/service.ts'
import { absoluteUrl, url } from '#platform/routing/url.ts'
import { worldOf } from '#platform/routing/worlds.ts'
import { liveWorldCodes } from '#platform/rules/contract/world.ts'
import { endSoldCard, sellGiftCard } from '#shop/buying/credits/server/service.ts'
import { issueReceipt } from '#shop/money/invoices/server/service.ts'
import { lockBuyer, payGiftBack } from '#shop/money/orders/server/service.ts'
import { today } from '#shop/selling/statistics/server/service.ts'
import { giftCardEnd } from '../rules/gift-card.ts'
import { cardMailKey, giftCardBackMail, giftCardBoughtMail, giftCardMail } from './mails.ts'
import { keepCode, lockDueSales, markDelivered, orderOfSale, type SaleRow, saleOf } from './queries.ts'
import { openCode, sealCode } from './sealing.ts'

const batch = 100

/** A card is paid: its code is made, its buyer has a receipt, and its recipient is told when the day is here. */
export async function makeCard(
  context: Context,
  paid: { orderId: number; purpose: 'materials' | 'gift_card' },
  tx: Db,
): Promise<undefined> {
  if (paid.purpose !== 'gift_card') return
  const { world, env } = context
  const { orderId } = paid
  const sale = await saleOf(tx, world, orderId)
  if (sale === undefined) throw new ProductError('server_error')
  const now = new Date()
  const { account_id: accountId, amount_cents: amountCents, currency } = sale
  const expiresAt = giftCardEnd(worldOf(world), now)
  const code = await sellGiftCard(tx, world, { orderId, accountId, amountCents, currency, expiresAt })
  await keepCode(tx, world, orderId, sealCode(env, orderId, code))
  await issueReceipt(
    tx,
    context,
    receiptOf(context, sale, { at: now, amountCents, cause: `order:${orderId}` }),
  )
  const isDue = sale.deliver_on <= today(world, now)
  await tellBuyer(tx, context, { ...sale, expires_at: expiresAt }, { code, isDue })
  if (isDue) await deliver(tx, context, { ...sale, expires_at: expiresAt }, code)
}

function receiptOf(
  { world }: Pick<Context, 'world'>,
  sale: SaleRow,
  { at, amountCents, cause }: { at: Date; amountCents: number; cause: string },
) {
  const t = translator(world)
  return {
    ...{ orderId: sale.order_id, accountId: sale.account_id, orderNumber: sale.number ?? '', cause, at },
    buyer: { name: sale.buyer_name, email: sale.buyer_email },
    ...{ amountCents, currency: sale.currency, title: t('gift-cards:receipt.item') },
    note: amountCents > 0 ? t('gift-cards:receipt.note') : t('gift-cards:receipt.back'),
  }
}

/** The job `deliver_gift_cards`: cards whose day has come go to their recipients, once. */
export async function deliverGiftCards(deps: Deps): Promise<void> {
  for (const world of liveWorldCodes) {
    const context = strangerContext(deps, world)
    while ((await transaction(deps.db, (tx) => deliverSome(tx, context))) === batch);
  }
}

async function deliverSome(tx: Db, context: Context): Promise<number> {
  const orderIds = await lockDueSales(tx, context.world, { today: today(context.world), limit: batch })
  for (const orderId of orderIds) {
    const sale = await saleOf(tx, context.world, orderId)
    const code = sale?.code_sealed && openCode(context.env, orderId, sale.code_sealed)
    const isLive = sale !== undefined && sale.ended_at === null && sale.redeemed_at === null
    if (isLive && code) await deliver(tx, context, sale, code)
    else {
      if (isLive) context.log.error({ orderId }, 'the code of a gift card cannot be read any more')
      await markDelivered(tx, context.world, orderId)
    }
  }
  return orderIds.length
}

async function deliver(tx: Db, context: Context, sale: SaleRow, code: string): Promise<void> {
  const { world, env } = context
  await markDelivered(tx, world, sale.order_id)
  if (sale.recipient_email === null || sale.expires_at === null) return
  await queueMail(tx, context, {
    mail: giftCardMail,
    to: sale.recipient_email,
    vars: {
      ...{ senderName: sale.sender_name, recipientName: sale.recipient_name, message: sale.message, code },
      ...{ amountCents: sale.amount_cents, currency: sale.currency, expiresAt: sale.expires_at },
      redeemUrl: absoluteUrl(env.siteUrl, url('credit', { world })),
    },
    dedupeKey: cardMailKey(world, sale.order_id),
  })
}

async function tellBuyer(
  tx: Db,
  context: Context,
  sale: SaleRow & { expires_at: Date },
  { code, isDue }: { code: string; isDue: boolean },
): Promise<void> {
  const { world, env } = context
  await queueMail(tx, context, {
    mail: giftCardBoughtMail,
    to: sale.buyer_email,
    vars: {
      ...{ publicName: sale.buyer_name, orderNumber: sale.number ?? '', code },
      ...{ amountCents: sale.amount_cents, currency: sale.currency, expiresAt: sale.expires_at },
      recipientEmail: sale.recipient_email,
      sendsOn: isDue ? null : new Date(`${sale.deliver_on}T12:00:00Z`),
      cardsUrl: absoluteUrl(env.siteUrl, url('gift-cards', { world })),
    },
    dedupeKey: `gift-card-bought:${world}:${sale.order_id}`,
  })
}

/**
 * Gives a card back that nobody has redeemed: its code is worth nothing from now on, and the money goes the way it came.
 * Whoever redeems it at this very moment is either before or after.
 * @throws ProductError not_found (nobody's or somebody else's), conflict (redeemed, over, or given back before)
 */
export async function returnGiftCard(
  context: Context,
  reference: string,
): Promise<{ reference: string; amount: number; currency: string }> {
  const { accountId } = requireMember(context)
  const orderId = await orderOfSale(context.db, context.world, { reference, accountId })
  if (orderId === undefined) throw new ProductError('not_found')
  return await transaction(context.db, async (tx) => {
    const { amount, currency } = await giveCardBack(tx, context, { orderId, accountId })
    return { reference, amount, currency }
  })
}

/** The same inside the caller's transaction, for its buyer. @throws ProductError conflict */
export async function giveCardBack(
  tx: Db,
  context: Context,
  { orderId, accountId }: { orderId: number; accountId: number },
): Promise<{ amount: number; currency: string }> {
  const { world, env } = context
  await lockBuyer(tx, accountId)
  if (!(await endSoldCard(tx, world, orderId))) throw new ProductError('conflict')
  const reason = translator(world)('gift-cards:receipt.back')
  const order = await payGiftBack(tx, context, { orderId, requestedBy: accountId, reason })
  const sale = await saleOf(tx, world, orderId)
  if (sale === undefined) throw new ProductError('server_error')
  const { total_cents: amount, currency } = order
  const back = { at: new Date(), amountCents: -amount, cause: `gift-back:${orderId}` }
  await issueReceipt(tx, context, receiptOf(context, sale, back))
  await queueMail(tx, context, {
    mail: giftCardBackMail,
    to: sale.buyer_email,
    vars: {
      ...{ publicName: sale.buyer_name, orderNumber: sale.number ?? '', amountCents: amount, currency },
      cardsUrl: absoluteUrl(env.siteUrl, url('gift-cards', { world })),
    },
    dedupeKey: `gift-card-back:${world}:${orderId}`,
  })
  return { amount, currency }
}
