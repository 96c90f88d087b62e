import { sql } from 'kysely'
import type { Begun } from '#exercises/model/pages/task-time.ts'
import type { Db } from '#platform/db/pool.ts'
import { cleanName, isSeenIn, looksOf } from '../rules/pupil-names.ts'
import type { RoomKey, RoomSince } from './types.ts'

/** A pupil in a room, by a made-up name. */
export interface ParticipantRow {
  id: number
  room_id: number
  name: string
  seat: number | null
  is_kicked: boolean
  factor: number
  is_hand_up: boolean
  at_element: string | null
  at_since: Date | null
  away_count: number
  phrase: string | null
  finished_at: Date | null
  joined_at: Date
  seq: number
  team: number | null
  begun: Begun
}

const columns = [
  ...([
    'id',
    'room_id',
    'name',
    'seat',
    'is_kicked',
    'factor',
    'is_hand_up',
    'at_element',
    'at_since',
  ] as const),
  ...(['away_count', 'phrase', 'finished_at', 'joined_at', 'seq', 'team', 'begun'] as const),
] as const

/** Those of a room, or those who changed since a count. */
export async function participantRows(db: Db, { world, id }: RoomKey, since = -1): Promise<ParticipantRow[]> {
  return await db
    .selectFrom('room_participant')
    .select(columns)
    .where('world', '=', world)
    .where('room_id', '=', id)
    .where('seq', '>', since)
    .orderBy('id')
    .execute()
}

/** Pupils of several rooms, each looked for in the room it is said to be in. */
export async function participantsOf(
  db: Db,
  wanted: readonly { key: RoomKey; participantId: number }[],
): Promise<ReadonlyMap<number, ParticipantRow>> {
  const places = wanted.map(({ key, participantId }) => ({ w: key.world, r: key.id, p: participantId }))
  const { rows } = await sql<ParticipantRow>`
    select id, room_id, name, seat, is_kicked, factor, is_hand_up, at_element, at_since, away_count, phrase,
      finished_at, joined_at, seq, team, begun
    from room_participant where (world, room_id, id) in (
      select w, r, p from jsonb_to_recordset(${JSON.stringify(places)}::jsonb) as wanted (w text, r bigint, p bigint))`.execute(
    db,
  )
  return new Map(rows.map((row) => [Number(row.id), row]))
}

/** The pupils of several rooms who changed since a count of each, by name of the room. */
export async function participantNews(
  db: Db,
  wanted: readonly RoomSince[],
): Promise<ReadonlyMap<string, ParticipantRow[]>> {
  if (wanted.length === 0) return new Map()
  const { rows } = await sql<ParticipantRow & { room: string }>`
    select wanted.w || ':' || wanted.r as room, id, room_id, name, seat, is_kicked, factor, is_hand_up, at_element,
      at_since, away_count, phrase, finished_at, joined_at, seq, team, begun
    from jsonb_to_recordset(${JSON.stringify(wanted.map(({ key, since }) => ({ w: key.world, r: key.id, s: since })))}::jsonb)
      as wanted (w text, r bigint, s bigint)
    join room_participant on world = wanted.w and room_id = wanted.r and seq > wanted.s
    order by id`.execute(db)
  return Map.groupBy(rows, ({ room }) => room)
}

export interface PlacedRow extends ParticipantRow {
  token_hash: Buffer
}

/** Who holds the first of these tokens that is one of the room. */
export async function findParticipant(
  db: Db,
  { world, id }: RoomKey,
  tokenHashes: readonly Buffer[],
): Promise<PlacedRow | undefined> {
  return (await findParticipants(db, { world, id }, tokenHashes))[0]
}

/** The same for all of these tokens, in their order. */
export async function findParticipants(
  db: Db,
  { world, id }: RoomKey,
  tokenHashes: readonly Buffer[],
): Promise<PlacedRow[]> {
  if (tokenHashes.length === 0) return []
  const rows = await db
    .selectFrom('room_participant')
    .select([...columns, 'token_hash'])
    .where('world', '=', world)
    .where('room_id', '=', id)
    .where('token_hash', 'in', [...tokenHashes])
    .execute()
  return tokenHashes.flatMap((hash) => rows.find((row) => row.token_hash.equals(hash)) ?? [])
}

/** How the names look that are taken in a room, but that of one pupil. */
export async function takenLooks(db: Db, { world, id }: RoomKey, butOf = 0): Promise<Set<string>> {
  const rows = await db
    .selectFrom('room_participant')
    .select('name')
    .where('world', '=', world)
    .where('room_id', '=', id)
    .where('id', '<>', butOf)
    .execute()
  // Rooms of before may hold names with signs nobody sees.
  return new Set(rows.flatMap(({ name }) => looksOf(cleanName(name))))
}

/** The team of each pupil who is there. */
export async function takenTeams(db: Db, { world, id }: RoomKey): Promise<(number | null)[]> {
  const rows = await db
    .selectFrom('room_participant')
    .select('team')
    .where('world', '=', world)
    .where('room_id', '=', id)
    .where('is_kicked', '=', false)
    .execute()
  return rows.map(({ team }) => team)
}

export async function countParticipants(db: Db, { world, id }: RoomKey): Promise<number> {
  const { count } = await db
    .selectFrom('room_participant')
    .select((each) => each.fn.countAll<number>().as('count'))
    .where('world', '=', world)
    .where('room_id', '=', id)
    .where('is_kicked', '=', false)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Lets somebody in under a name; undefined: it is taken. */
export async function insertParticipant(
  tx: Db,
  { world, id }: RoomKey,
  pupil: {
    name: string
    tokenHash: Buffer
    factor: number
    seat: number | null
    seq: number
    team: number | null
    /** Whose way through a course it is. */
    passId?: number
  },
): Promise<number | undefined> {
  const row = await tx
    .insertInto('room_participant')
    .values({
      world,
      room_id: id,
      name: pupil.name,
      token_hash: pupil.tokenHash,
      seat: pupil.seat,
      seq: pupil.seq,
      team: pupil.team,
      pass_id: pupil.passId ?? null,
      factor: pupil.factor,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

export interface ParticipantChange {
  name?: string
  is_kicked?: boolean
  factor?: number
  is_hand_up?: boolean
  away_count?: number
  phrase?: string | null
  finished_at?: Date | null
  token_hash?: Buffer
}

/** @returns whether there is such a pupil */
export async function updateParticipant(
  tx: Db,
  { world, id }: RoomKey,
  { participantId, seq }: { participantId: number; seq: number },
  change: ParticipantChange,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('room_participant')
    .set({ ...change, seq })
    .where('world', '=', world)
    .where('room_id', '=', id)
    .where('id', '=', participantId)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Notes when a pupil opened a task; what was opened before stays as it was. */
export async function noteBegun(
  tx: Db,
  { world, id }: RoomKey,
  { participantId, seq }: { participantId: number; seq: number },
  begun: Begun,
): Promise<void> {
  await sql`
    update room_participant set begun = ${JSON.stringify(begun)}::jsonb || begun, seq = ${seq}
    where world = ${world} and room_id = ${id} and id = ${participantId}`.execute(tx)
}

/** Whether another pupil of the room has this name, or one nobody can tell from it. */
export async function isNameTaken(tx: Db, room: RoomKey, name: string, butOf?: number): Promise<boolean> {
  return isSeenIn(await takenLooks(tx, room, butOf), name)
}

export async function insertSeats(tx: Db, { world, id }: RoomKey, pins: readonly string[]): Promise<void> {
  if (pins.length === 0) return
  await tx
    .insertInto('room_seat')
    .values(pins.map((pin, at) => ({ world, room_id: id, seat: at + 1, pin })))
    .execute()
}

export async function seatRows(db: Db, { world, id }: RoomKey): Promise<{ seat: number; pin: string }[]> {
  return await db
    .selectFrom('room_seat')
    .select(['seat', 'pin'])
    .where('world', '=', world)
    .where('room_id', '=', id)
    .orderBy('seat')
    .execute()
}

/** The seat of a PIN, and who sits there already. */
export async function findSeat(db: Db, { world, id }: RoomKey, pin: string) {
  return await db
    .selectFrom('room_seat')
    .leftJoin('room_participant', (join) =>
      join
        .onRef('room_participant.world', '=', 'room_seat.world')
        .onRef('room_participant.room_id', '=', 'room_seat.room_id')
        .onRef('room_participant.seat', '=', 'room_seat.seat'),
    )
    .select(['room_seat.seat', 'room_participant.id as participant_id', 'room_participant.is_kicked'])
    .where('room_seat.world', '=', world)
    .where('room_seat.room_id', '=', id)
    .where('room_seat.pin', '=', pin)
    .executeTakeFirst()
}

/** What a pupil who was removed answered and handed in; only that they may not come back stays. Their files go with the next sweep. */
export async function forgetWork(tx: Db, { world, id }: RoomKey, participantId: number): Promise<void> {
  await tx
    .deleteFrom('room_answer')
    .where('world', '=', world)
    .where('room_id', '=', id)
    .where('participant_id', '=', participantId)
    .execute()
  await tx
    .updateTable('room_file')
    .set({ state: 'gone' })
    .where('world', '=', world)
    .where('room_id', '=', id)
    .where('participant_id', '=', participantId)
    .execute()
}
