import { isCourseDone, isItemDone } from '#exercises/model/course-gates.ts'
import type { Context } from '#platform/context/context.ts'
import { courseLimits } from '#platform/rules/exercise-limits.ts'
import { type OwnCourse, ownCourse } from './own-courses.ts'
import { learnerRows, newestOf } from './queries.ts'

/** How far somebody is, as their teacher sees it. */
export interface Learner {
  name: string
  done: number
  isDone: boolean
  lastAt: Date
}

/** Those who learn with an own course, who did something last first. @throws ProductError unauthorized; not_found */
export async function learnersOf(context: Context, courseId: number): Promise<Learner[]> {
  const { items, gate, minPercent } = await ownCourse(context, courseId)
  const rule = { gate, minPercent }
  const rows = await learnerRows(context.db, { world: context.world, courseId }, courseLimits.shownLearners)
  return rows.map(({ name, lastAt, items: done }) => {
    const progress = new Map(Object.entries(done))
    return {
      ...{ name, lastAt, isDone: isCourseDone(items, progress, rule) },
      done: items.filter((item) => isItemDone(item, progress, rule)).length,
    }
  })
}

/** The versions exercises of a course could be moved to, by item. */
export async function newerVersions(
  context: Context,
  { items }: Pick<OwnCourse, 'items'>,
): Promise<ReadonlyMap<string, number>> {
  const pinned = items.flatMap((item) => ('unitId' in item ? [item] : []))
  const newest = await newestOf(context.db, context.world, [...new Set(pinned.map(({ unitId }) => unitId))])
  return new Map(
    pinned.flatMap(({ id, unitId, version }) => {
      const other = newest.get(unitId) ?? 0
      return other > version ? [[id, other] as const] : []
    }),
  )
}
