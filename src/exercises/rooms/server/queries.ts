import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { RoomMode } from '#exercises/model/modes.ts'
import type { RoomStatus } from '#exercises/model/room.ts'
import type { Db } from '#platform/db/pool.ts'
import type { LiveWorldCode } from '#platform/rules/contract/world.ts'
import { type CourseItemKey, nameOf, type RoomKey } from './types.ts'

/** A room without what is played in it. */
export interface RoomRow {
  id: number
  world: LiveWorldCode
  owner_id: number
  code: string
  title: string
  mode: RoomMode
  status: RoomStatus
  settings: unknown
  seq: number
  state_seq: number
  step: number
  step_at: Date | null
  is_locked: boolean
  /** The step that is on is shown with its solution. */
  is_revealed: boolean
  /** Ids of elements that were: they stay closed. */
  revealed: string[]
  is_released: boolean
  phrase: string | null
  created_at: Date
  opened_at: Date | null
  started_at: Date | null
  paused_at: Date | null
  paused_ms: number
  more_ms: number
  closed_at: Date | null
  purge_at: Date | null
  /** What it plays; null in rooms that were made before this was noted. */
  unit_id: number | null
  ends_at: Date | null
  /** The course and its item it was opened from. */
  course_id: number | null
  course_item: string | null
  /** Counts how often what it plays was changed. */
  edition: number
}

const columns = [
  ...([
    'id',
    'world',
    'owner_id',
    'code',
    'title',
    'mode',
    'status',
    'settings',
    'seq',
    'state_seq',
  ] as const),
  ...(['step', 'step_at', 'is_locked', 'is_revealed', 'revealed', 'is_released', 'phrase'] as const),
  ...(['created_at', 'opened_at', 'started_at', 'paused_at', 'paused_ms', 'more_ms', 'closed_at'] as const),
  ...(['purge_at', 'unit_id', 'ends_at', 'course_id', 'course_item', 'edition'] as const),
] as const

export async function insertRoom(
  tx: Db,
  room: {
    world: string
    ownerId: number
    code: string
    title: string
    content: object
    unitId: number
    mode: RoomMode
    settings: object
    course: CourseItemKey | undefined
  },
): Promise<number> {
  const { id } = await tx
    .insertInto('room')
    .values({
      ...{ world: room.world, owner_id: room.ownerId, code: room.code, title: room.title, mode: room.mode },
      unit_id: room.unitId,
      ...(room.course && { course_id: room.course.courseId, course_item: room.course.item }),
      ...{ content: JSON.stringify(room.content), settings: JSON.stringify(room.settings) },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Takes a code for a room; false: it is another one's. */
export async function takeCode(tx: Db, code: string): Promise<boolean> {
  await sql`delete from room_code where code = ${code} and free_at < now()`.execute(tx)
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('room_code')
    .values({ code })
    .onConflict((conflict) => conflict.column('code').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Keeps the code reserved for this many hours from now. */
export async function freeCodes(tx: Db, codes: readonly string[], hours: number): Promise<void> {
  await sql`
    update room_code set free_at = now() + make_interval(hours => ${hours})
    where code = any(${codes}::text[]) and free_at is null`.execute(tx)
}

export async function findRoom(
  db: Db,
  { world, id }: RoomKey,
  { isLocked = false } = {},
): Promise<RoomRow | undefined> {
  let query = db.selectFrom('room').select(columns).where('world', '=', world).where('id', '=', id)
  if (isLocked) query = query.forUpdate()
  return (await query.executeTakeFirst()) as RoomRow | undefined
}

/**
 * Several rooms by name; locked one after the other in one order, so that no two writers wait for each other. `skipsHeld`:
 * without those somebody else has locked.
 */
export async function findRooms(
  db: Db,
  keys: readonly RoomKey[],
  { isLocked = false, skipsHeld = false } = {},
): Promise<ReadonlyMap<string, RoomRow>> {
  if (keys.length === 0) return new Map()
  let query = db
    .selectFrom('room')
    .select(columns)
    .where(
      sql<SqlBool>`(world, id) in (select w, r from jsonb_to_recordset(
        ${JSON.stringify(keys.map(({ world, id }) => ({ w: world, r: id })))}::jsonb) as wanted (w text, r bigint))`,
    )
    .orderBy('world')
    .orderBy('id')
  if (isLocked) query = query.forUpdate()
  if (skipsHeld) query = query.skipLocked()
  const rows = (await query.execute()) as RoomRow[]
  return new Map(rows.map((row) => [nameOf(row), row]))
}

/** The room of a code: the open one, else the one closed last. */
export async function findRoomByCode(db: Db, world: string, code: string): Promise<RoomRow | undefined> {
  const row = await db
    .selectFrom('room')
    .select(columns)
    .where('world', '=', world)
    .where('code', '=', code)
    .where('status', '<>', 'draft')
    .orderBy(sql`status = 'closed'`)
    .orderBy('closed_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row as RoomRow | undefined
}

export async function roomContent(db: Db, { world, id }: RoomKey): Promise<unknown> {
  const row = await db
    .selectFrom('room')
    .select('content')
    .where('world', '=', world)
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.content
}

/** The rooms of a teacher, the newest first, with how many are in each. */
export async function roomRows(db: Db, world: string, ownerId: number, limit: number) {
  return await db
    .selectFrom('room')
    .select(['id', 'code', 'title', 'mode', 'status', 'created_at', 'closed_at', 'purge_at'])
    .select((room) =>
      room
        .selectFrom('room_participant')
        .whereRef('room_participant.world', '=', 'room.world')
        .whereRef('room_participant.room_id', '=', 'room.id')
        .where('is_kicked', '=', false)
        .select((each) => each.fn.countAll<number>().as('count'))
        .as('pupils'),
    )
    .where('world', '=', world)
    .where('owner_id', '=', ownerId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** How many rooms a teacher has, and how many of them nobody has closed. */
export async function countRooms(
  tx: Db,
  world: string,
  ownerId: number,
): Promise<{ all: number; live: number }> {
  const { rows } = await sql<{ all: number; live: number }>`
    select count(*)::int as "all", count(*) filter (where status in ('open', 'running', 'paused'))::int as live
    from room where world = ${world} and owner_id = ${ownerId}`.execute(tx)
  return rows[0] ?? { all: 0, live: 0 }
}

export interface RoomChange {
  status?: RoomStatus
  step?: number
  step_at?: Date | null
  is_locked?: boolean
  is_revealed?: boolean
  revealed?: string[]
  is_released?: boolean
  phrase?: string | null
  opened_at?: Date
  started_at?: Date
  paused_at?: Date | null
  paused_ms?: number
  more_ms?: number
  closed_at?: Date
  purge_at?: Date
}

/** Changes what everybody in the room hears of. The room's row is locked by who asks. */
export async function updateRoom(tx: Db, { world, id }: RoomKey, change: RoomChange): Promise<void> {
  await tx
    .updateTable('room')
    .set({ ...change, seq: sql`seq + 1`, state_seq: sql`seq + 1` })
    .where('world', '=', world)
    .where('id', '=', id)
    .execute()
}

/** What is played from now on. The room's row is locked by who asks. */
export async function replaceContent(
  tx: Db,
  { world, id }: RoomKey,
  { content, unitId }: { content: { title: string }; unitId: number },
): Promise<void> {
  await tx
    .updateTable('room')
    .set({
      ...{ content: JSON.stringify(content), title: content.title, unit_id: unitId },
      ...{ edition: sql`edition + 1`, seq: sql`seq + 1`, state_seq: sql`seq + 1` },
    })
    .where('world', '=', world)
    .where('id', '=', id)
    .execute()
}

/** Counts one change on and says where the count is. The room's row is locked by it. */
export async function nextSeq(tx: Db, { world, id }: RoomKey): Promise<number> {
  const { seq } = await tx
    .updateTable('room')
    .set({ seq: sql`seq + 1` })
    .where('world', '=', world)
    .where('id', '=', id)
    .returning('seq')
    .executeTakeFirstOrThrow()
  return seq
}

/** Tells every process that something changed. */
export async function announceRoom(tx: Db, { world, id }: RoomKey): Promise<void> {
  await sql`select pg_notify('rooms', ${`${world}:${id}`})`.execute(tx)
}

export async function deleteRoom(tx: Db, { world, id }: RoomKey): Promise<void> {
  await tx.deleteFrom('room').where('world', '=', world).where('id', '=', id).execute()
}

/** Codes nobody needs any more. */
export async function deleteFreeCodes(db: Db): Promise<void> {
  await sql`delete from room_code where free_at < now()`.execute(db)
}

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

/** Ends a member's rooms with these units in this many hours; an end that is set already stays. */
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

/** Rooms that were opened more than `days` days ago and are not closed. */
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
