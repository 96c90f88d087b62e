import { isScoredItem } from '#exercises/model/course-gates.ts'
import { requireMode } from '#exercises/rooms/server/service.ts'
import { playedVersion } from '#exercises/units/server/service.ts'
import type { Context } from '#platform/context/context.ts'
import { ProductError } from '#platform/errors.ts'
import { cleanLine, cleanText } from '#platform/rules/text/clean-text.ts'
import { buyerOf, changeCourse, type OwnCourse, ownCourse } from './own-courses.ts'
import * as queries from './queries.ts'
import { type CourseItem, itemSchema } from './types.ts'

export const itemSteps = ['up', 'down', 'to', 'remove', 'required'] as const

/** One item moved, taken away, or required where it was not. */
interface ItemStep {
  item: string
  step: (typeof itemSteps)[number]
  /** Of `to`: how many come before it. */
  place?: number | undefined
}

/** All in their order, or one step from what is stored. */
export type ItemsChange = readonly CourseItem[] | ItemStep

/**
 * The items after a change. What is pinned and linked is what may be: exercises are added one by one, each looked up then.
 * @throws ProductError invalid_input: exercises that were not there as they are
 */
export function itemsAfter(items: readonly CourseItem[], change: ItemsChange): CourseItem[] {
  if ('step' in change) return moved(items, change)
  const known = new Set(items.map((item) => JSON.stringify(item)))
  if (change.some((item) => isScoredItem(item) && !known.has(JSON.stringify(item))))
    throw new ProductError('invalid_input', { fields: { items: 'invalid' } })
  return [...change]
}

function moved(items: readonly CourseItem[], { item: id, step, place }: ItemStep): CourseItem[] {
  const at = items.findIndex((item) => item.id === id)
  const found = items[at]
  if (!found) return [...items]
  if (step === 'required')
    return items.map((item) => (item === found ? { ...item, isRequired: !item.isRequired } : item))
  const others = items.filter((item) => item !== found)
  if (step === 'remove') return others
  const to = { up: at - 1, down: at + 1, to: place ?? at }[step]
  return others.toSpliced(Math.max(0, to), 0, found)
}

/**
 * The items with one of them changed in what its owner typed of it. It keeps its number, so what was done with it stays done.
 * @throws ProductError not_found; invalid_input
 */
export function editItem(
  items: readonly CourseItem[],
  {
    item: id,
    title,
    minutes,
    ref,
  }: { item: string; title: string; minutes: number; ref?: string | undefined },
): CourseItem[] {
  const found = items.find((item) => item.id === id)
  if (found === undefined) throw new ProductError('not_found')
  const typed = ref === undefined ? {} : typedOf(found, ref)
  const edited = itemSchema.safeParse({ ...found, title: cleanLine(title), minutes, ...typed })
  if (edited.success) return items.map((item) => (item === found ? edited.data : item))
  const isUntitled = edited.error.issues.some(({ path }) => path[0] === 'title')
  throw new ProductError('invalid_input', { fields: isUntitled ? { title: 'required' } : { ref: 'invalid' } })
}

function typedOf({ kind }: CourseItem, ref: string): object {
  if (kind === 'link') return { address: ref }
  return kind === 'text' ? { text: cleanText(ref) } : {}
}

/**
 * Pins an exercise of a course to its newest version.
 * @throws ProductError not_found; conflict (there is none, or a newer revision); invalid_input (`mode`: not meant for it)
 */
export async function renewItem(
  context: Context,
  course: { id: number; revision: number },
  itemId: string,
): Promise<OwnCourse> {
  const { items } = await ownCourse(context, course.id)
  const item = items.find(({ id }) => id === itemId)
  if (item === undefined || !('unitId' in item)) throw new ProductError('not_found')
  const unit = await queries.versionFor(context.db, buyerOf(context), item.unitId)
  if (unit === undefined) throw new ProductError('not_found')
  if (unit.version <= item.version) throw new ProductError('conflict')
  if (item.kind === 'room_template') {
    const { content } = await playedVersion(context, { unitId: item.unitId, version: unit.version })
    requireMode(content, item.mode)
  }
  return await changeCourse(context, course, (now) => ({
    ...now,
    items: now.items.map((each) =>
      each.id === itemId && isScoredItem(each) ? { ...each, version: unit.version } : each,
    ),
  }))
}
