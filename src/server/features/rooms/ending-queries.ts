import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import type { RoomKey } from './types.ts'

/** The exercises of a member's rooms that are not closed. */
export async function playedUnits(db: Db, world: string, ownerId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('room')
    .select('unit_id')
    .distinct()
    .where('world', '=', world)
    .where('owner_id', '=', ownerId)
    .where('status', '<>', 'closed')
    .where('unit_id', 'is not', null)
    .execute()
  return rows.flatMap(({ unit_id: id }) => id ?? [])
}

/** From now on so many hours are left to the rooms of a member that play these; where an end is set it stays. */
export async function endRooms(
  tx: Db,
  owner: { world: string; accountId: number },
  { unitIds, hours }: { unitIds: readonly number[]; hours: number },
): Promise<RoomKey[]> {
  const { rows } = await sql<RoomKey>`
    update room set ends_at = now() + make_interval(hours => ${hours}), seq = seq + 1, state_seq = seq + 1
    where world = ${owner.world} and owner_id = ${owner.accountId}::bigint and unit_id = any(${[...unitIds]}::bigint[])
      and status <> 'closed' and ends_at is null
    returning world, id`.execute(tx)
  return rows
}

/** Rooms whose end has come. */
export async function endedRooms(db: Db, limit: number): Promise<RoomKey[]> {
  const rows = await db
    .selectFrom('room')
    .select(['world', 'id'])
    .where('status', '<>', 'closed')
    .where('ends_at', '<=', sql<Date>`now()`)
    .limit(limit)
    .execute()
  return rows as RoomKey[]
}
