import { sql } from 'kysely'
import type { FileEnding } from '#exercises/model/media/pupil-files.ts'
import type { Db } from '#platform/db/pool.ts'
import type { RoomKey } from '../types.ts'

export interface RoomFile {
  world: string
  id: string
  room_id: number
  participant_id: number
  element_id: string
  ending: FileEnding
  bytes: number
}

const columns = ['world', 'id', 'room_id', 'participant_id', 'element_id', 'ending', 'bytes'] as const

/** Notes a file before its first byte is stored, so that none is ever stored without a row. */
export async function insertFile(db: Db, file: RoomFile): Promise<void> {
  await db.insertInto('room_file').values(file).execute()
}

/** From now on this file is the one of its pupil and element. */
export async function takeFile(tx: Db, { world, id, ...place }: RoomFile): Promise<void> {
  await tx
    .updateTable('room_file')
    .set({ state: 'gone' })
    .where('world', '=', world)
    .where('room_id', '=', place.room_id)
    .where('participant_id', '=', place.participant_id)
    .where('element_id', '=', place.element_id)
    .where('state', '=', 'here')
    .execute()
  await tx
    .updateTable('room_file')
    .set({ state: 'here' })
    .where('world', '=', world)
    .where('id', '=', id)
    .execute()
}

export async function loseFile(db: Db, { world, id }: Pick<RoomFile, 'world' | 'id'>): Promise<void> {
  await db
    .updateTable('room_file')
    .set({ state: 'gone' })
    .where('world', '=', world)
    .where('id', '=', id)
    .execute()
}

/** What the files of a room take. */
export async function roomBytes(db: Db, { world, id }: RoomKey): Promise<number> {
  const { sum } = await db
    .selectFrom('room_file')
    .select((file) => file.fn.coalesce(file.fn.sum<string>('bytes'), file.lit(0)).as('sum'))
    .where('world', '=', world)
    .where('room_id', '=', id)
    .executeTakeFirstOrThrow()
  return Number(sum)
}

/** The file a pupil handed in for an element. */
export async function findFile(
  db: Db,
  { world, id }: RoomKey,
  participantId: number,
  elementId: string,
): Promise<RoomFile | undefined> {
  const row = await db
    .selectFrom('room_file')
    .select(columns)
    .where('world', '=', world)
    .where('room_id', '=', id)
    .where('participant_id', '=', participantId)
    .where('element_id', '=', elementId)
    .where('state', '=', 'here')
    .executeTakeFirst()
  return row as RoomFile | undefined
}

/** Files nobody may see any more, by their ids: replaced, never whole, or of a room that is gone. */
export async function lostFiles(
  db: Db,
  { after, limit }: { after: string; limit: number },
): Promise<RoomFile[]> {
  const { rows } = await sql<RoomFile>`
    select ${sql.ref('world')}, id, room_id, participant_id, element_id, ending, bytes from room_file
    where id > ${after}::uuid and (state = 'gone' or (state = 'incoming' and created_at < now() - interval '1 hour')
      or not exists (select from room where room.world = room_file.world and room.id = room_file.room_id))
    order by id limit ${limit}`.execute(db)
  return rows
}

export async function deleteFileRow(db: Db, { world, id }: Pick<RoomFile, 'world' | 'id'>): Promise<void> {
  await db.deleteFrom('room_file').where('world', '=', world).where('id', '=', id).execute()
}
