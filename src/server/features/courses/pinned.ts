import { randomBytes } from 'node:crypto'
import { ProductError } from '#shared/errors.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/pool.ts'
import type { PinnedUnit } from '../units/events.ts'
import { buyerOf, changeCourse, ownCourse } from './own-courses.ts'
import * as queries from './queries.ts'
import type { CourseItem } from './types.ts'

/**
 * Puts a version that was pinned for a course at its end; one that is there already stays where it is. Of no course: nothing.
 * @throws ProductError not_found; not_entitled; invalid_input (too many exercises)
 */
export async function addPinned(
  context: Context,
  { courseId, unitId, version }: Pick<PinnedUnit, 'courseId' | 'unitId' | 'version'>,
  tx: Db,
): Promise<void> {
  if (courseId === undefined) return
  const inside = { ...context, db: tx }
  const { revision, items } = await ownCourse(inside, courseId)
  if (items.some((item) => item.kind === 'unit' && item.unitId === unitId && item.version === version)) return
  const unit = await queries.versionFor(tx, buyerOf(context), unitId)
  if (unit === undefined) throw new ProductError('not_found')
  const item: CourseItem = {
    ...{ id: randomBytes(3).toString('hex'), kind: 'unit', title: unit.title, minutes: 0, isRequired: true },
    ...{ unitId, version },
  }
  await changeCourse(inside, { id: courseId, revision }, (now) => ({ ...now, items: [...now.items, item] }))
}
