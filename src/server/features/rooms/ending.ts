import type { LiveWorldCode } from '#shared/contract/world.ts'
import { roomLimits } from '#shared/limits.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/pool.ts'
import { lostUnits } from '../units/service.ts'
import { endRooms, playedUnits } from './ending-queries.ts'
import { announceRoom } from './queries.ts'

/**
 * Rooms that play what a member has no more (money went back) are given a day to finish; drafts of them never open. What they
 * bought elsewhere, too, or wrote themselves goes on.
 */
export async function endLostRooms(
  _context: Context,
  { world, buyerId: accountId }: { world: LiveWorldCode; buyerId: number },
  tx: Db,
): Promise<void> {
  const owner = { world, accountId }
  const unitIds = await lostUnits(tx, owner, await playedUnits(tx, world, accountId))
  if (unitIds.length === 0) return
  for (const key of await endRooms(tx, owner, { unitIds, hours: roomLimits.lostHours }))
    await announceRoom(tx, key)
}
