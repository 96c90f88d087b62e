import { type Context, type Deps, strangerContext } from '#platform/context/context.ts'
import type { Db } from '#platform/db/pool.ts'
import { transaction } from '#platform/db/transaction.ts'
import { requireMember } from '#platform/http/access/access.ts'
import { queueMail } from '#platform/mail/server/service.ts'
import { absoluteUrl, url } from '#platform/routing/url.ts'
import { isLiveWorld } from '#platform/routing/worlds.ts'
import { holdAwaited, releaseAwaited } from '#shop/buying/cart/server/service.ts'
import { reserveReductionsAgain } from '../checkout/reductions.ts'
import { tellUnderWayJob } from '../jobs.ts'
import { type PaymentVars, paymentFailedMail, paymentUnderWayMail } from '../mails.ts'
import { lockOrder, markProcessing, type OrderRow, orderItems, ordersUnderWay } from '../queries.ts'
import type { OrderUnderWay } from '../types.ts'
import { mailParties, materialsInside } from './payment-queries.ts'

/** A payment that takes no longer than this needs no mail of its own: its order is confirmed by then. */
const tellAfterSeconds = 10 * 60
const shownOnPage = 20

/**
 * Its buyer has paid and the money is not there yet: the order holds its voucher, credit and materials until the provider has
 * said how it ended. One that was given up before holds them again. Inside the locks of buyer and order.
 */
export async function beginUnderWay(tx: Db, context: Context, order: OrderRow): Promise<void> {
  const { world, queue } = context
  const { id: orderId, account_id: accountId } = order
  if (order.status !== 'pending') await reserveReductionsAgain(tx, world, order)
  await markProcessing(tx, world, orderId)
  const materialIds = await materialsInside(tx, world, orderId)
  await holdAwaited(tx, world, { orderId, accountId, materialIds })
  await queue.send(tx, tellUnderWayJob, { world, orderId }, { delaySeconds: tellAfterSeconds })
}

/** The payment arrived: the lines the order held are bought, or were released when it ended. */
export async function endUnderWay(tx: Db, { world }: Context, order: OrderRow): Promise<void> {
  await releaseAwaited(tx, world, order.id)
}

/** The money did not come after all, days later maybe: the buyer hears of it, and the materials can be ordered anew. */
export async function failUnderWay(tx: Db, context: Context, order: OrderRow): Promise<void> {
  const { world, env } = context
  await releaseAwaited(tx, world, order.id)
  const isGift = order.purpose === 'gift_card'
  await mailPayment(tx, context, order, {
    mail: paymentFailedMail,
    goOnUrl: absoluteUrl(env.siteUrl, url(isGift ? 'gift-cards' : 'cart', { world })),
  })
}

/** The job `tell_under_way`: who waits for their payment longer than a moment reads that it is on its way, once. */
export async function tellUnderWay(
  deps: Deps,
  { world, orderId }: { world: string; orderId: number },
): Promise<void> {
  if (!isLiveWorld(world)) return
  const context = strangerContext(deps, world)
  await transaction(deps.db, async (tx) => {
    const order = await lockOrder(tx, world, orderId)
    if (order.status !== 'processing') return
    const page = url('order-confirmation', { world, query: { order: order.reference } })
    await mailPayment(tx, context, order, {
      mail: paymentUnderWayMail,
      goOnUrl: absoluteUrl(deps.env.siteUrl, page),
    })
  })
}

async function mailPayment(
  tx: Db,
  context: Context,
  order: OrderRow,
  { mail, goOnUrl }: { mail: typeof paymentUnderWayMail; goOnUrl: string },
): Promise<void> {
  const { world } = context
  const [buyer] = await mailParties(tx, [order.account_id])
  if (buyer === undefined) return
  const items = await orderItems(tx, world, [order.id])
  const vars: PaymentVars = {
    ...{ publicName: buyer.public_name, orderedAt: order.created_at, currency: order.currency },
    items: items.map(({ title, price_cents: priceCents }) => ({ title, priceCents })),
    ...{ dueCents: order.total_cents - order.credit_cents, goOnUrl },
  }
  await queueMail(tx, context, {
    ...{ mail, to: buyer.email, vars },
    dedupeKey: `${mail.name}:${world}:${order.id}`,
  })
}

/** The member's orders whose payment is under way. */
export async function ownUnderWay(context: Context): Promise<OrderUnderWay[]> {
  const { accountId } = requireMember(context)
  const { db, world } = context
  const orders = await ordersUnderWay(db, world, { accountId, limit: shownOnPage })
  const items = await orderItems(
    db,
    world,
    orders.map(({ id }) => id),
  )
  return orders.map((order) => ({
    reference: order.reference,
    orderedAt: order.created_at.toISOString(),
    due: order.total_cents - order.credit_cents,
    currency: order.currency,
    titles: items.filter((item) => item.order_id === order.id).map(({ title }) => title),
  }))
}
