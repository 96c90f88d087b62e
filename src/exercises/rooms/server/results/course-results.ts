import { worthOf } from '#exercises/model/unit.ts'
import type { Context } from '#platform/context/context.ts'
import type { Db } from '#platform/db/pool.ts'
import { emit } from '#platform/events/events.ts'
import { roomCounted } from '../events.ts'
import { contentOf } from '../live/content.ts'
import type { RoomRow } from '../queries.ts'
import { passScores } from './course-queries.ts'

/**
 * Tells the course a room was opened from what its pupils reached, of all or of some: of a test once its results are
 * released, for whoever sees their way through the course would know them.
 */
export async function tellCourse(
  context: Context,
  tx: Db,
  room: RoomRow,
  participantIds?: readonly number[],
): Promise<void> {
  const { course_id: courseId, course_item: item } = room
  if (courseId === null || item === null || (room.mode === 'exam' && !room.is_released)) return
  const results = await passScores(tx, room, participantIds)
  if (results.length === 0) return
  const total = worthOf(await contentOf({ ...context, db: tx }, room))
  await emit(context, tx, roomCounted, { courseId, item, results, total })
}
