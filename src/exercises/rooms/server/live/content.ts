import { openPages, type PageLayout, tasksWithLeads } from '#exercises/model/pages/pages.ts'
import { arrangedPages, type ShownPage, shownPages } from '#exercises/model/pages/shown-pages.ts'
import { isPaced } from '#exercises/model/room.ts'
import { typeOf } from '#exercises/model/task/types.ts'
import { contentSchema, type Element, type UnitContent } from '#exercises/model/unit.ts'
import type { Deps } from '#platform/context/context.ts'
import { ProductError } from '#platform/errors.ts'
import { seeded } from '#platform/rules/random.ts'
import { type RoomRow, roomContent } from '../queries.ts'
import { nameOf, type RoomKey } from '../types.ts'

/** What is shown together: a page, or one question of a quiz with what is read or looked at for it. */
export interface Step {
  id: string
  title: string
  layout: PageLayout
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
  return filled.flatMap(({ id, title, elements }) =>
    tasksWithLeads(elements.map((element) => ({ element, kind: kindOf(element) }))).map((group) => ({
      ...{ id, title, layout: 'stack' as const },
      elements: group.map(({ element }) => element),
    })),
  )
}

function kindOf({ type }: Element): string {
  return typeOf(type)?.kind ?? 'content'
}

/** What is answered, without what is only read or looked at. */
export function tasksIn(elements: readonly Element[]): Element[] {
  return elements.filter((element) => kindOf(element) !== 'content')
}

/** The task of what is shown together; what only is read or looked at has none. */
export function taskOf(step: Pick<Step, 'elements'> | undefined): Element | undefined {
  return tasksIn(step?.elements ?? [])[0] ?? step?.elements[0]
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

/** What a pupil answered so far, by element: how well; null where nobody can say yet. */
export type Scaled = ReadonlyMap<string, number | null>

export function scaledOf(rows: readonly { element_id: string; scaled: number | null }[]): Scaled {
  return new Map(rows.map((row) => [row.element_id, row.scaled]))
}

/**
 * Ids of the pages of a room that are open to a pupil. Where the teacher turns the pages, turning to one opens it.
 */
export function openTo(
  { mode }: Pick<RoomRow, 'mode'>,
  { pages }: UnitContent,
  scaled: Scaled,
): ReadonlySet<string> {
  if (isPaced(mode)) return new Set(pages.map(({ id }) => id))
  return openPages(
    pages,
    (id) => scaled.get(id),
    (id) => scaled.has(id),
  )
}

/** The elements on pages that are shut to a pupil. */
export function shutTo(
  room: Pick<RoomRow, 'mode'>,
  content: UnitContent,
  scaled: Scaled,
): ReadonlySet<string> {
  const open = openTo(room, content, scaled)
  const shut = content.pages.filter(({ id }) => !open.has(id))
  return new Set(shut.flatMap(({ elements }) => elements.map(({ id }) => id)))
}

/** What a room counts for a pupil: in a test everything, else what was open to them. */
export function countedFor(
  room: Pick<RoomRow, 'mode'>,
  content: UnitContent,
  scaled: Scaled,
): (element: Pick<Element, 'id'>) => boolean {
  if (room.mode === 'exam') return () => true
  const shut = shutTo(room, content, scaled)
  return ({ id }) => !shut.has(id)
}

/** Whether pages of a room wait for answers. */
export function hasConditions({ mode }: Pick<RoomRow, 'mode'>, { pages }: UnitContent): boolean {
  return !isPaced(mode) && pages.some(({ condition }) => condition)
}

/**
 * What stands before a pupil now: the step of the teacher, or every page, with nothing of those that are shut to them; in
 * an exam and where the unit says so each pupil has an order of their own, which is the same at every look.
 */
export function shownSteps(
  room: Pick<RoomRow, 'mode' | 'step' | 'id' | 'is_released'>,
  content: UnitContent,
  participantId: number,
  scaled: Scaled,
): ShownPage[] {
  if (isPaced(room.mode) && !room.is_released) {
    const steps = stepsOf(room, content)
    const before = steps.slice(0, room.step).flatMap(({ elements }) => elements)
    return steps.slice(room.step, room.step + 1).map((step) => ({ ...step, from: before.length + 1 }))
  }
  const pages = content.pages.filter(({ elements }) => elements.length > 0)
  const { shufflesElements, shufflesPages } = content.settings
  const rules = {
    shufflesElements: !room.is_released && (room.mode === 'exam' || shufflesElements),
    shufflesPages: !room.is_released && shufflesPages,
  }
  const arranged = arrangedPages(pages, rules, (_page, at = -1) =>
    seeded(`${room.id}:${participantId}:${at}`),
  )
  return shownPages(arranged, openTo(room, content, scaled))
}

/** Where the teacher turns the pages, all see the same order, the projector too; elsewhere each pupil has one. */
export function seedOf(room: Pick<RoomRow, 'mode' | 'id'>, participantId: number): string {
  return isPaced(room.mode) ? `room:${room.id}` : `room:${room.id}:${participantId}`
}
