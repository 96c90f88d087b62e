import type { Context } from '#platform/context/context.ts'
import type { Db } from '#platform/db/pool.ts'
import { emit } from '#platform/events/events.ts'
import { memberOwner } from '#platform/http/visitor/owner.ts'
import type { LiveWorldCode } from '#platform/rules/contract/world.ts'
import { followChanged } from './events.ts'
import { deleteFollowsOf } from './queries.ts'

/**
 * An erased person follows nobody any more, told while it can still be said who was followed: those authors' pages count
 * one less from that moment on. At most `maxFollows` a world. Who followed the erased one is not told: their lists name
 * that account, and go with it.
 */
export async function eraseFollows(
  context: Context,
  { accountId }: { accountId: number },
  tx: Db,
): Promise<void> {
  const gone = await deleteFollowsOf(tx, { owner: memberOwner(accountId), accountId })
  for (const [world, rows] of Map.groupBy(gone, (row) => row.world)) {
    const there = { ...context, world: world as LiveWorldCode }
    const authorIds = rows.map((row) => row.author_id)
    await emit(there, tx, followChanged, { accountId, authorIds, isFollowing: false })
  }
}
