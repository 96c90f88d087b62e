import { z } from 'zod'
import { courseGates } from '#exercises/model/course-gates.ts'
import { ownsMaterial } from '#exercises/units/server/service.ts'
import type { Context } from '#platform/context/context.ts'
import { transaction } from '#platform/db/transaction.ts'
import { ProductError } from '#platform/errors.ts'
import { requireMember } from '#platform/http/access/access.ts'
import { courseLimits } from '#platform/rules/exercise-limits.ts'
import { requireRoom } from './own-courses.ts'
import * as queries from './queries.ts'
import { itemsSchema, languageSchema } from './types.ts'

const soldSchema = z.object({
  title: z.string(),
  description: z.string(),
  gate: z.enum(courseGates),
  minPercent: z.number(),
  language: languageSchema.catch(''),
  cover: z.string().default(''),
  hasCertificate: z.boolean().default(true),
  items: itemsSchema,
})

/** What a material page says of the course it sells. */
export interface CourseOffer {
  title: string
  items: { kind: z.output<typeof itemsSchema>[number]['kind']; title: string; minutes: number }[]
}

/** The course a material sells; undefined where it sells none. */
export async function courseOffer(
  context: Pick<Context, 'db' | 'world'>,
  materialId: number,
): Promise<CourseOffer | undefined> {
  const course = await soldOf(context, materialId)
  if (!course) return undefined
  return {
    title: course.title,
    items: course.items.map(({ kind, title, minutes }) => ({ kind, title, minutes })),
  }
}

/**
 * The member's own copy of the course a material sells: the one they have, or a new one, whose order and texts they may
 * change. It opens as long as the purchase stands, and is never sold.
 * @throws ProductError unauthorized; not_found; not_entitled (not bought); storage_quota
 */
export async function takeCourse(context: Context, materialId: number): Promise<{ id: number }> {
  const owner = { world: context.world, accountId: requireMember(context).accountId }
  return await transaction(context.db, async (tx) => {
    const course = await soldOf({ db: tx, world: context.world }, materialId)
    if (!course) throw new ProductError('not_found')
    if (!(await ownsMaterial(tx, owner, materialId))) throw new ProductError('not_entitled')
    await queries.lockTaking(tx, owner)
    const taken = await queries.takenCourse(tx, owner, materialId)
    if (taken !== undefined) return { id: taken }
    await requireRoom(tx, owner)
    const { title, description, gate, minPercent, items, language, cover, hasCertificate } = course
    const face = { language, cover, has_certificate: hasCertificate }
    const row = { title, description, gate, min_percent: minPercent, items, bought_with: materialId }
    return { id: await queries.insertCourse(tx, owner, { ...row, ...face }) }
  })
}

async function soldOf({ db, world }: Pick<Context, 'db' | 'world'>, materialId: number) {
  const items = await queries.soldCourse(db, world, materialId)
  const course = soldSchema.safeParse(items).data
  return course && { ...course, items: course.items.slice(0, courseLimits.items) }
}
