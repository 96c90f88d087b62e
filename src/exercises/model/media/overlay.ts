import { z } from 'zod'
import { interactiveLimits } from '#platform/rules/exercise-limits.ts'
import { quizWorthSchema, timeLimitSchema } from '../task/element-settings.ts'
import { typeOf } from '../task/types.ts'
import { attemptsSchema, extraTimeSchema, taskPointsSchema, type UnitContent, withOpenWays } from '../unit.ts'

const idSchema = z.string().regex(/^[0-9a-z]{1,26}$/)
const idsSchema = z.array(idSchema).max(interactiveLimits.elements)

/** What somebody changes of a unit of others without a copy: never its words. */
export const overlaySchema = z.object({
  hidden: idsSchema.default([]),
  points: z.record(idSchema, taskPointsSchema).default({}),
  /** Seconds for a task; 0: as long as it takes. */
  times: z.record(idSchema, timeLimitSchema).default({}),
  /** What a task earns in a live quiz. */
  quizPoints: z.record(idSchema, quizWorthSchema).default({}),
  /** Those that are named come first, page by page; the others stay behind them as they were. */
  order: idsSchema.default([]),
  /** Instead of the author's. */
  attempts: attemptsSchema.optional(),
  extraTime: extraTimeSchema.optional(),
})
export type Overlay = z.output<typeof overlaySchema>

export const noOverlay: Overlay = { hidden: [], points: {}, times: {}, quizPoints: {}, order: [] }

/** A unit as its overlay shows it; what the overlay says of tasks that are gone means nothing. */
export function withOverlay(content: UnitContent, overlay: Overlay): UnitContent {
  const { hidden, points, times, quizPoints, order } = overlay
  const { attempts = content.settings.attempts, extraTime = content.settings.extraTime } = overlay
  const isHidden = new Set(hidden)
  const worth = new Map(Object.entries(points))
  const seconds = new Map(Object.entries(times))
  const quizWorths = new Map(Object.entries(quizPoints))
  const places = new Map(order.map((id, place) => [id, place]))
  const placeOf = (id: string) => places.get(id) ?? order.length
  const pages = content.pages.map((page) => ({
    ...page,
    elements: page.elements
      .filter(({ id }) => !isHidden.has(id))
      .toSorted((one, other) => placeOf(one.id) - placeOf(other.id))
      .map((element) => ({
        ...element,
        points: worth.get(element.id) ?? element.points,
        timeLimit: seconds.get(element.id) ?? element.timeLimit,
        quizPoints: quizWorths.get(element.id) ?? element.quizPoints,
      })),
  }))
  const settings = { ...content.settings, attempts, extraTime }
  // Who hid what a page waits for opened that page.
  return withOpenWays({ ...content, settings, pages: pages.filter(({ elements }) => elements.length > 0) })
}

/** Whether a task can have a time: what is only read has none. */
export function isTimed({ type }: { type: string }): boolean {
  return typeOf(type)?.kind !== 'content'
}

/** Whether a live quiz has points for it. */
export function isWorthy({ type }: { type: string }): boolean {
  return typeOf(type)?.kind === 'scored'
}

/** Only what differs from the unit, so that later points and times of its author count where nobody chose others. */
export function overlayOf(
  content: UnitContent,
  { hidden, points, times, quizPoints, order, attempts, extraTime }: Overlay,
): Overlay {
  const { settings } = content
  const elements = content.pages.flatMap((page) => page.elements)
  const known = new Map(elements.map((element) => [element.id, element]))
  const isKnown = (id: string) => known.has(id)
  const valued = Object.entries(points).filter(
    ([id, value]) => isKnown(id) && known.get(id)?.points !== value,
  )
  const timed = Object.entries(times).filter(([id, value]) => {
    const element = known.get(id)
    return element && isTimed(element) && element.timeLimit !== value
  })
  const quizzed = Object.entries(quizPoints).filter(([id, worth]) => {
    const element = known.get(id)
    return element && isWorthy(element) && element.quizPoints !== worth
  })
  const asked = order.filter(isKnown)
  const isSame = asked.every((id, place) => elements[place]?.id === id)
  return {
    hidden: [...new Set(hidden.filter(isKnown))],
    points: Object.fromEntries(valued),
    times: Object.fromEntries(timed),
    quizPoints: Object.fromEntries(quizzed),
    order: isSame ? [] : [...new Set(asked)],
    ...(attempts !== settings.attempts && attempts !== undefined && { attempts }),
    ...(extraTime !== settings.extraTime && extraTime !== undefined && { extraTime }),
  }
}
