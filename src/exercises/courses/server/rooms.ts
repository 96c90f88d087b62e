import { roomSettingsSchema } from '#exercises/model/room.ts'
import { courseRooms, enterFromCourse, openCourseRoom } from '#exercises/rooms/server/service.ts'
import type { Context } from '#platform/context/context.ts'
import { ProductError } from '#platform/errors.ts'
import { learntCourse } from './learning.ts'
import { ownCourse } from './own-courses.ts'
import * as queries from './queries.ts'

/**
 * Opens the room an item of an own course asks for, as the item says; the one that waits already, where there is one.
 * @throws ProductError unauthorized; not_found, also where the item asks for none; storage_quota; not_entitled, conflict,
 * version_gone as for any room
 */
export async function openItemRoom(
  context: Context,
  courseId: number,
  itemId: string,
): Promise<{ id: number; code: string }> {
  const { items } = await ownCourse(context, courseId)
  const item = items.find(({ id }) => id === itemId)
  if (item?.kind !== 'room_template') throw new ProductError('not_found')
  const { unitId, version, mode, roomMinutes: minutes, roomSeconds: seconds } = item
  return await openCourseRoom(context, {
    source: { unitId, version },
    mode,
    settings: roomSettingsSchema.parse({ minutes, seconds }),
    course: { courseId, item: itemId },
  })
}

/** The rooms of an own course that are open, by item. @throws ProductError unauthorized; not_found */
export async function roomsOfCourse(
  context: Context,
  courseId: number,
): Promise<ReadonlyMap<string, number>> {
  await ownCourse(context, courseId)
  const rooms = await courseRooms(context.db, context.world, courseId)
  return new Map(rooms.map(({ item, id }) => [item, id]))
}

/**
 * Lets somebody who learns with a course into the room of an item, under the name they have in the course.
 * @throws ProductError not_found; forbidden (the item is not open yet; removed; locked); conflict (no room is open now);
 * gone; storage_quota (full)
 */
export async function enterItemRoom(
  context: Context,
  key: string,
  itemId: string,
): Promise<{ token: string; name: string; code: string; places: string }> {
  const { world, db } = context
  const { items } = await learntCourse(context, key)
  const pass = await queries.findPass(db, world, key)
  const item = items.find(({ id }) => id === itemId)
  if (pass === undefined || item?.kind !== 'room_template') throw new ProductError('not_found')
  if (!item.isOpen) throw new ProductError('forbidden')
  const room = (await courseRooms(db, world, pass.course_id)).find((each) => each.item === itemId)
  if (room === undefined) throw new ProductError('conflict')
  return await enterFromCourse(context, { world, id: room.id }, pass)
}
