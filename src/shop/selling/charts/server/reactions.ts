import { type Listener, on } from '#platform/events/event.ts'
import { followChanged } from '#shop/community/follow/server/events.ts'
import { orderPaid, orderRefunded } from '#shop/money/orders/server/events.ts'
import { appendFollows, appendOrder, appendRefund, today } from '#shop/selling/statistics/server/service.ts'

/** Money and followers are counted with the change itself: exactly once, or not at all. */
export const reactions: readonly Listener[] = [
  on(orderPaid, 'if-possible', 'charts.sale', async (_context, { world, orderId }, tx) => {
    await appendOrder(tx, { world, orderId, day: today(world) })
  }),
  on(orderRefunded, 'if-possible', 'charts.refund', async (_context, { world, refundId }, tx) => {
    await appendRefund(tx, { world, refundId, day: today(world) })
  }),
  on(followChanged, 'if-possible', 'charts.follow', async ({ world }, { authorIds, isFollowing }, tx) => {
    await appendFollows(tx, { world, authorIds, isFollowing, day: today(world) })
  }),
]
