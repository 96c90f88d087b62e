import {
  learnersOf,
  learntCourse,
  listCourses,
  lostInCourse,
  newerVersions,
  ownCourse,
  roomsOfCourse,
  unitsForCourse,
} from '#exercises/courses/server/service.ts'
import type { Context } from '#platform/context/context.ts'
import { ProductError } from '#platform/errors.ts'
import { readId } from '#platform/rules/contract/world.ts'
import { materialFormOptions } from '#shop/selling/materials/server/service.ts'

type Params = Readonly<Record<string, string>>

/** The member's courses. */
export async function loadCourses(context: Context) {
  return await listCourses(context)
}

/** An own course and what can be put into it. @throws ProductError not_found */
export async function loadCourse(context: Context, params: Params) {
  const id = readId(params.courseId)
  if (id === undefined) throw new ProductError('not_found')
  const [course, units, rooms, learners] = await Promise.all([
    ownCourse(context, id),
    unitsForCourse(context),
    roomsOfCourse(context, id),
    learnersOf(context, id),
  ])
  const [newer, lost] = await Promise.all([newerVersions(context, course), lostInCourse(context, course)])
  const { languages } = materialFormOptions(context)
  return { course, units, rooms, learners, newer, lost, languages }
}

/** A course as who learns with it sees it. @throws ProductError not_found */
export async function loadLearning(context: Context, params: Params) {
  return await learntCourse(context, params.key ?? '')
}
