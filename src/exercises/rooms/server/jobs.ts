import { type Deps, strangerContext } from '#platform/context/context.ts'
import { limitLockWait } from '#platform/db/advisory-lock.ts'
import { isDatabaseAway, isTimeout } from '#platform/db/away.ts'
import type { Db } from '#platform/db/pool.ts'
import { transaction } from '#platform/db/transaction.ts'
import { job } from '#platform/jobs/job.ts'
import { roomLimits } from '#platform/rules/exercise-limits.ts'
import { sweepFiles } from './files/files.ts'
import { closeRoom } from './live/control.ts'
import { deleteFreeCodes, deleteRoom, endedRooms, findRoom, forgottenRooms, overdueRooms } from './queries.ts'
import type { RoomKey } from './types.ts'

/** Erases what is over its time, and closes what nobody closed. */
export const purgeRoomsJob = job('purge_rooms')

const atOnce = 500
/** A room somebody works with just now comes with the next run. */
const lockMs = 1_000

/** @returns once nothing is left to do but what failed: that is tried again with the next run */
export async function purgeOldRooms(deps: Deps): Promise<void> {
  const { db } = deps
  const close = (tx: Db, key: RoomKey) => closeIfOpen(deps, tx, key)
  const forgotten = (after?: RoomKey) =>
    forgottenRooms(db, roomLimits.forgottenDays, { after, limit: atOnce })
  await endEach(deps, 'close', forgotten, close)
  await endEach(deps, 'close', (after) => endedRooms(db, { after, limit: atOnce }), close)
  await endEach(deps, 'purge', (after) => overdueRooms(db, { after, limit: atOnce }), deleteRoom)
  await sweepFiles(deps)
  await deleteFreeCodes(db)
}

/** Each room in a transaction of its own: one that cannot be ended keeps none of the others. */
async function endEach(
  deps: Deps,
  step: 'close' | 'purge',
  next: (after?: RoomKey) => Promise<RoomKey[]>,
  end: (tx: Db, key: RoomKey) => Promise<void>,
): Promise<void> {
  let after: RoomKey | undefined
  for (;;) {
    const keys = await next(after)
    for (const key of keys)
      await transaction(deps.db, async (tx) => {
        await limitLockWait(tx, lockMs)
        await end(tx, key)
      }).catch((error: unknown) => {
        if (isDatabaseAway(error) && !isTimeout(error)) throw error
        deps.log.error({ err: error, room: key, step }, 'a room could not be ended')
        deps.metrics.roomsLeft.inc({ step })
      })
    after = keys.at(-1)
    if (keys.length < atOnce) return
  }
}

async function closeIfOpen(deps: Deps, tx: Db, key: RoomKey): Promise<void> {
  const room = await findRoom(tx, key, { isLocked: true })
  if (room && room.status !== 'closed') await closeRoom(strangerContext(deps, key.world), tx, room)
}
