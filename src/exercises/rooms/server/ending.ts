import { lostUnits } from '#exercises/units/server/service.ts'
import type { Context } from '#platform/context/context.ts'
import type { Db } from '#platform/db/pool.ts'
import type { LiveWorldCode } from '#platform/rules/contract/world.ts'
import { roomLimits } from '#platform/rules/exercise-limits.ts'
import { announceRoom, endRooms, playedUnits, schoolTeachersOf } from './queries.ts'

/** Money of an order went back: its buyer has lost what it was for, and where it was for a school, colleagues have. */
export async function endRefundedRooms(
  context: Context,
  {
    world,
    buyerId,
    items,
  }: {
    world: LiveWorldCode
    buyerId: number
    items: readonly { materialId: number; revokes: boolean }[]
  },
  tx: Db,
): Promise<void> {
  const materialIds = items.filter(({ revokes }) => revokes).map(({ materialId }) => materialId)
  const teachers = await schoolTeachersOf(tx, world, materialIds)
  for (const accountId of new Set([buyerId, ...teachers]))
    await endLostRooms(context, { world, accountId }, tx)
}

/** Somebody left their school, or is not known to belong to it any more: what was the school's is theirs no more. */
export async function endLeaversRooms(
  context: Context,
  { world, accountId }: { world: LiveWorldCode; accountId: number },
  tx: Db,
): Promise<void> {
  await endLostRooms(context, { world, accountId }, tx)
}

/**
 * Rooms that play what a member has no more are given a day to finish; drafts of them never open. What they have by another
 * purchase, too, or wrote themselves goes on.
 */
async function endLostRooms(
  _context: Context,
  owner: { world: LiveWorldCode; accountId: number },
  tx: Db,
): Promise<void> {
  const unitIds = await lostUnits(tx, owner, await playedUnits(tx, owner.world, owner.accountId))
  if (unitIds.length === 0) return
  for (const key of await endRooms(tx, owner, { unitIds, hours: roomLimits.lostHours }))
    await announceRoom(tx, key)
}
