import type { z } from 'zod'
import type { Context } from '#platform/context/context.ts'
import { transaction } from '#platform/db/transaction.ts'
import { ProductError } from '#platform/errors.ts'
import { requireMember } from '#platform/http/access/access.ts'
import { pendingOrderHours } from '#platform/limits.ts'
import { url } from '#platform/routing/url.ts'
import { worldOf } from '#platform/routing/worlds.ts'
import type { LiveWorldCode } from '#platform/rules/contract/world.ts'
import { cleanText } from '#platform/rules/text/clean-text.ts'
import { hasLink, withoutLinks } from '#platform/rules/text/no-links.ts'
import type { GiftCardShop, giftCardOrderSchema, SoldGiftCard } from '#shop/buying/credits/rules/contract.ts'
import {
  lockBuyer,
  openPayment,
  orderById,
  ownOrderByReference,
  writeGiftOrder,
} from '#shop/money/orders/server/service.ts'
import { foldEmail } from '#shop/people/identity/server/service.ts'
import { today } from '#shop/selling/statistics/server/service.ts'
import { giftCardAmounts, giftCardDaysAhead, giftCardEnd } from '../rules/gift-card.ts'
import { insertSale, type Letter, ownSales, type SaleRow, waitingSale } from './queries.ts'
import { openCode } from './sealing.ts'

export { giveCardBack } from './selling.ts'

type GiftCardOrder = z.output<typeof giftCardOrderSchema>
const cardsShown = 100
const dayMs = 86_400_000

/** What there is to buy in this world, and what the member has bought. */
export async function giftCardShop(context: Context): Promise<GiftCardShop> {
  const { accountId } = requireMember(context)
  const { world } = context
  const { currency } = worldOf(world)
  const rows = await ownSales(context.db, world, { accountId, limit: cardsShown })
  return {
    amounts: [...(giftCardAmounts[currency] ?? [])],
    currency,
    until: giftCardEnd(worldOf(world), new Date()).toISOString(),
    cards: rows.map((row) => toCard(context, row)),
  }
}

/**
 * Orders a card and opens its payment. The same card asked for again while it is not paid is the same order.
 * @throws ProductError payment_under_way (this very card is ordered and being paid for), invalid_input (an amount there is no card of, a day that is over or too far off), payment_failed
 */
export async function buyGiftCard(
  context: Context,
  input: GiftCardOrder,
): Promise<{ reference: string; redirectUrl: string }> {
  const { accountId, publicName } = requireMember(context)
  const { world } = context
  const { currency } = worldOf(world)
  const { amount: amountCents } = input
  const letter = letterOf(world, input)
  if (!giftCardAmounts[currency]?.includes(amountCents))
    throw new ProductError('invalid_input', { fields: { amount: 'invalid' } })
  const order = await transaction(context.db, async (tx) => {
    await lockBuyer(tx, accountId)
    await context.keyed?.begin(tx)
    const since = new Date(Date.now() - pendingOrderHours * 3_600_000)
    const waiting = await waitingSale(tx, world, { ...letter, accountId, amountCents, since })
    if (waiting?.isUnderWay) throw new ProductError('payment_under_way')
    if (waiting !== undefined) {
      const same = await orderById(tx, world, waiting.orderId)
      await context.keyed?.note(tx, same.reference)
      return same
    }
    const written = await writeGiftOrder(tx, context, { accountId, amountCents })
    await context.keyed?.note(tx, written.reference)
    const sale = {
      orderId: written.id,
      accountId,
      amountCents,
      currency,
      senderName: withoutLinks(publicName),
    }
    await insertSale(tx, world, { ...sale, ...letter })
    return written
  })
  return { reference: order.reference, redirectUrl: await openPayment(context, order, 'gift-cards') }
}

/** Where a card that was ordered before is paid; where that is over, its buyer's cards. @throws ProductError payment_failed */
export async function payOrderedCard(
  context: Context,
  reference: string,
): Promise<{ reference: string; redirectUrl: string }> {
  const order = await ownOrderByReference(context, reference)
  if (order.status !== 'pending')
    return {
      reference,
      redirectUrl: url('gift-cards', { world: context.world, query: { order: reference } }),
    }
  return { reference, redirectUrl: await openPayment(context, order, 'gift-cards') }
}

/** @throws ProductError invalid_input (`deliverOn`, `recipientEmail`, `message`: links) */
function letterOf(world: LiveWorldCode, input: GiftCardOrder): Letter {
  const typed = input.recipientEmail
  const recipientEmail = typed === '' ? null : foldEmail(typed)
  if (recipientEmail === undefined)
    throw new ProductError('invalid_input', { fields: { recipientEmail: 'invalid' } })
  const message = cleanText(input.message)
  if (hasLink(message)) throw new ProductError('invalid_input', { fields: { message: 'invalid' } })
  const first = today(world)
  const last = today(world, new Date(Date.now() + giftCardDaysAhead * dayMs))
  // Who hands it over has it at once.
  const deliverOn = recipientEmail === null ? first : (input.deliverOn ?? first)
  if (deliverOn < first || deliverOn > last)
    throw new ProductError('invalid_input', { fields: { deliverOn: 'invalid' } })
  return {
    recipientName: withoutLinks(cleanText(input.recipientName)),
    recipientEmail,
    message,
    deliverOn,
  }
}

function toCard({ env }: Pick<Context, 'env'>, row: SaleRow): SoldGiftCard {
  const state = stateOf(row)
  const isUsable = state === 'waiting' || state === 'sent'
  return {
    reference: row.reference,
    orderNumber: row.number,
    ...{ amount: row.amount_cents, currency: row.currency, message: row.message, state },
    ...{ recipientName: row.recipient_name, recipientEmail: row.recipient_email, deliverOn: row.deliver_on },
    code: isUsable && row.code_sealed ? (openCode(env, row.order_id, row.code_sealed) ?? null) : null,
    expiresAt: row.expires_at?.toISOString() ?? null,
    canGoBack: isUsable,
  }
}

function stateOf(row: SaleRow): SoldGiftCard['state'] {
  if (row.status === 'processing') return 'confirming'
  if (row.status !== 'paid') return 'unpaid'
  if (row.redeemed_at !== null) return 'redeemed'
  if (row.ended_at !== null || (row.expires_at !== null && row.expires_at.getTime() < Date.now()))
    return 'ended'
  return row.delivered_at === null ? 'waiting' : 'sent'
}
