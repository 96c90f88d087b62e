import { ProductError } from '#shared/errors.ts'
import { seeded, shuffled } from '#shared/interactive/random.ts'
import { typeOf } from '#shared/interactive/types.ts'
import { contentSchema, type Element, type UnitContent } from '#shared/interactive/unit.ts'
import { isPaced } from '#shared/rooms/room.ts'
import type { Deps } from '../../context.ts'
import { type RoomRow, roomContent } from './queries.ts'
import { nameOf, type RoomKey } from './types.ts'

/** What is shown together: a page, or one question of a quiz. */
export interface Step {
  title: string
  elements: Element[]
}

/** What a room plays, with its keys. An edition of it never changes, so every process keeps those that are in use. */
export async function contentOf(
  deps: Pick<Deps, 'db' | 'roomHub'>,
  room: RoomKey & { edition: number },
): Promise<UnitContent> {
  const { contents } = deps.roomHub
  const name = `${nameOf(room)}:${room.edition}`
  const known = contents.get(name)
  if (known) return known
  const parsed = contentSchema.safeParse(await roomContent(deps.db, room)).data
  if (parsed === undefined) throw new ProductError('not_found')
  contents.set(name, parsed)
  return parsed
}

/** The steps of a room: in a quiz each question is one. */
export function stepsOf({ mode }: Pick<RoomRow, 'mode'>, { pages }: UnitContent): Step[] {
  const filled = pages.filter(({ elements }) => elements.length > 0)
  if (mode !== 'quiz') return filled
  return filled.flatMap(({ title, elements }) => elements.map((element) => ({ title, elements: [element] })))
}

/** Every element of a room, in the order in which the unit has them. */
export function elementsOf({ pages }: UnitContent): Element[] {
  return pages.flatMap(({ elements }) => elements)
}

/** What there is to earn: what was left out counts, opinions count for nobody. */
export function mostPoints(
  elements: readonly Element[],
  stateOf: (id: string) => string | undefined,
): number {
  const scored = elements.filter(
    ({ id, type }) => typeOf(type)?.kind === 'scored' && stateOf(id) !== 'ungraded',
  )
  return scored.reduce((sum, { points }) => sum + points, 0)
}

/**
 * What stands before a pupil now: the step of the teacher, or every page; in an exam and where the unit says so each
 * pupil has an order of their own, which is the same at every look.
 */
export function shownSteps(
  room: Pick<RoomRow, 'mode' | 'step' | 'id'>,
  content: UnitContent,
  participantId: number,
): Step[] {
  const steps = stepsOf(room, content)
  if (isPaced(room.mode)) return steps.slice(room.step, room.step + 1)
  if (room.mode !== 'exam' && !content.settings.shufflesElements) return steps
  return steps.map(({ title, elements }, at) => ({
    title,
    elements: shuffled(elements, seeded(`${room.id}:${participantId}:${at}`)),
  }))
}

/** Where the teacher turns the pages, all see the same order, the projector too; elsewhere each pupil has one. */
export function seedOf(room: Pick<RoomRow, 'mode' | 'id'>, participantId: number): string {
  return isPaced(room.mode) ? `room:${room.id}` : `room:${room.id}:${participantId}`
}
