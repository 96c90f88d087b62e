import { type Listener, on } from '../../events/event.ts'
import { followChanged } from '../follow/events.ts'
import { orderPaid, orderRefunded } from '../orders/events.ts'
import { appendFollows, appendOrder, appendRefund, today } from '../statistics/service.ts'

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
