import { randomBytes } from 'node:crypto'
import type { PinnedUnit } from '#exercises/units/server/events.ts'
import type { Context } from '#platform/context/context.ts'
import type { Db } from '#platform/db/pool.ts'
import { ProductError } from '#platform/errors.ts'
import { buyerOf, changeCourse, ownCourse } from './own-courses.ts'
import * as queries from './queries.ts'
import type { CourseItem } from './types.ts'

/**
 * Puts a version that was pinned for a course at its end, to be played as its pointer is adjusted; one that is there already
 * stays where it is, and follows the pointer from then on. Of no course: nothing.
 * @throws ProductError not_found; not_entitled; invalid_input (too many exercises)
 */
export async function addPinned(
  context: Context,
  { courseId, ...pointer }: Pick<PinnedUnit, 'courseId' | 'unitId' | 'version' | 'shadowId'>,
  tx: Db,
): Promise<void> {
  if (courseId === undefined) return
  const inside = { ...context, db: tx }
  const { revision, items } = await ownCourse(inside, courseId)
  const { unitId, version, shadowId } = pointer
  const there = items.find(
    (item) => item.kind === 'unit' && item.unitId === unitId && item.version === version,
  )
  if (there) {
    const follow = (item: CourseItem) => (item.id === there.id ? { ...item, shadowId } : item)
    await changeCourse(inside, { id: courseId, revision }, (now) => ({
      ...now,
      items: now.items.map(follow),
    }))
    return
  }
  const unit = await queries.versionFor(tx, buyerOf(context), unitId)
  if (unit === undefined) throw new ProductError('not_found')
  const item: CourseItem = {
    ...{ id: randomBytes(3).toString('hex'), kind: 'unit', title: unit.title, minutes: 0, isRequired: true },
    ...{ unitId, version, shadowId },
  }
  await changeCourse(inside, { id: courseId, revision }, (now) => ({ ...now, items: [...now.items, item] }))
}
