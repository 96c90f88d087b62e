import { worthOf } from '#shared/interactive/unit.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/pool.ts'
import { emit } from '../../events/events.ts'
import { contentOf } from './content.ts'
import { passScores } from './course-queries.ts'
import { roomCounted } from './events.ts'
import type { RoomRow } from './queries.ts'

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
