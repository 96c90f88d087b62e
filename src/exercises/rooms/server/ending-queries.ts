import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'
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

/**
 * Members of schools with rooms that are not closed and play the exercises of these materials, of parts of these bundles, or
 * copies of them.
 */
export async function schoolTeachersOf(
  db: Db,
  world: string,
  materialIds: readonly number[],
): Promise<number[]> {
  if (materialIds.length === 0) return []
  const { rows } = await sql<{ id: number }>`
    with meant as (
      select unnest(${[...materialIds]}::bigint[]) as id
      union select material_id from bundle_item where world = ${world} and bundle_id = any(${[...materialIds]}::bigint[])
    ), played as (
      select s.unit_id as id from sold_unit s join meant on meant.id = s.material_id where s.world = ${world}
      union select u.id from unit u join meant on meant.id = u.licence_material_id where u.world = ${world}
    )
    select distinct r.owner_id as id from played join room r on r.world = ${world} and r.unit_id = played.id
    join school_account a on a.account_id = r.owner_id
    where r.status <> 'closed' and r.ends_at is null order by 1`.execute(db)
  return rows.map(({ id }) => Number(id))
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

/** So many rooms, from behind the last one that was looked at. */
interface Window {
  after: RoomKey | undefined
  limit: number
}

/** Rooms whose end has come. */
export async function endedRooms(db: Db, window: Window): Promise<RoomKey[]> {
  return await roomsWhere(db, sql`status <> 'closed' and ends_at <= now()`, window)
}

/** Rooms that were opened long ago and that nobody closed. */
export async function forgottenRooms(db: Db, days: number, window: Window): Promise<RoomKey[]> {
  const isForgotten = sql<boolean>`status <> 'closed' and opened_at < now() - make_interval(days => ${days})`
  return await roomsWhere(db, isForgotten, window)
}

/** Rooms whose time is over. */
export async function overdueRooms(db: Db, window: Window): Promise<RoomKey[]> {
  return await roomsWhere(db, sql`purge_at <= now()`, window)
}

async function roomsWhere(
  db: Db,
  isMeant: RawBuilder<boolean>,
  { after, limit }: Window,
): Promise<RoomKey[]> {
  const isNext = after
    ? sql<boolean>`(world, id) > (${after.world}, ${after.id}::bigint)`
    : sql<boolean>`true`
  const { rows } = await sql<RoomKey>`
    select world, id from room where ${isMeant} and ${isNext} order by world, id limit ${limit}`.execute(db)
  return rows
}
