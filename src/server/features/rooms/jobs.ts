import { roomLimits } from '#shared/limits.ts'
import type { Deps } from '../../context.ts'
import { transaction } from '../../db/transaction.ts'
import { job } from '../../jobs/job.ts'
import { closeRoom } from './control.ts'
import { closeEndedRooms } from './ending.ts'
import { sweepFiles } from './files.ts'
import { deleteFreeCodes, forgottenRooms, purgeRooms } from './queries.ts'

/** Erases what is over its time, and closes what nobody closed. */
export const purgeRoomsJob = job('purge_rooms')

const atOnce = 50

/** @returns once nothing is left to do */
export async function purgeOldRooms(deps: Deps): Promise<void> {
  for (const room of await forgottenRooms(deps.db, roomLimits.forgottenDays, 1000))
    await transaction(deps.db, (tx) => closeRoom(tx, room))
  await closeEndedRooms(deps)
  while ((await purgeRooms(deps.db, atOnce)) === atOnce);
  await sweepFiles(deps)
  await deleteFreeCodes(deps.db)
}
