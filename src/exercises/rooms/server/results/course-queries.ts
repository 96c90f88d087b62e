import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'
import type { CourseItemKey, RoomKey } from '../types.ts'

/** A room that was opened from a course and is not closed. */
export interface CourseRoom {
  id: number
  code: string
  item: string
  status: 'open' | 'running' | 'paused'
}

/** The rooms of a course pupils may enter now, the newest of each item. */
export async function courseRooms(db: Db, world: string, courseId: number): Promise<CourseRoom[]> {
  const { rows } = await sql<CourseRoom>`
    select distinct on (course_item) id, code, course_item as item, status from room
    where world = ${world} and course_id = ${courseId}::bigint and status in ('open', 'running', 'paused')
    order by course_item, id desc`.execute(db)
  return rows
}

/** The one that waits for its pupils: opened, and not begun. */
export async function waitingRoom(
  db: Db,
  world: string,
  { courseId, item }: CourseItemKey,
): Promise<{ id: number; code: string } | undefined> {
  return await db
    .selectFrom('room')
    .select(['id', 'code'])
    .where('world', '=', world)
    .where('course_id', '=', courseId)
    .where('course_item', '=', item)
    .where('status', '=', 'open')
    .orderBy('id', 'desc')
    .executeTakeFirst()
}

/** The place of somebody who learns with a course in a room of it. */
export async function findByPass(
  tx: Db,
  { world, id }: RoomKey,
  passId: number,
): Promise<{ id: number; name: string; is_kicked: boolean } | undefined> {
  return await tx
    .selectFrom('room_participant')
    .select(['id', 'name', 'is_kicked'])
    .where('world', '=', world)
    .where('room_id', '=', id)
    .where('pass_id', '=', passId)
    .executeTakeFirst()
}

/** What was scored of those who came from a course and were not removed; of all, or of some. */
export async function passScores(
  tx: Db,
  { world, id }: RoomKey,
  participantIds?: readonly number[],
): Promise<{ passId: number; scores: Record<string, number> }[]> {
  const some = participantIds ? sql`and p.id = any(${[...participantIds]}::bigint[])` : sql``
  const { rows } = await sql<{ passId: number; scores: Record<string, number> }>`
    select p.pass_id as "passId", jsonb_object_agg(a.element_id, a.raw) as scores
    from room_participant p
    join room_answer a on a.world = p.world and a.room_id = p.room_id and a.participant_id = p.id
    where p.world = ${world} and p.room_id = ${id}::bigint and p.pass_id is not null and not p.is_kicked
      and a.state <> 'pending' ${some}
    group by p.pass_id`.execute(tx)
  return rows
}
