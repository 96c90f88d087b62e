import { type Random, shuffled } from '#platform/rules/random.ts'

/** How the elements of a page stand: below each other, the first ones beside the others, or one at a time. */
export const pageLayouts = ['stack', 'two_col', 'slide'] as const
export type PageLayout = (typeof pageLayouts)[number]

/** When pupils see what is right: never, after they tried, or once a room is closed and its results are released. */
export const solutionTimes = ['never', 'after_attempt', 'after_close'] as const
export type SolutionTime = (typeof solutionTimes)[number]

/** A page opens once an element of an earlier one was answered this well, from 0 to 1. */
export interface PageCondition {
  afterElementId: string
  minScaled: number
}

interface Conditional<E> {
  id: string
  condition?: PageCondition | undefined
  elements: readonly E[]
}
interface Named {
  id: string
}

/** Ids of pages whose condition names no element of an earlier page that is scored without a teacher. */
export function fallenConditions<E extends Named>(
  pages: readonly Conditional<E>[],
  isScored: (element: E) => boolean,
): string[] {
  const before = new Map<string, E>()
  const fallen: string[] = []
  for (const { id, condition, elements } of pages) {
    const gate = condition && before.get(condition.afterElementId)
    if (condition && !(gate && isScored(gate))) fallen.push(id)
    for (const element of elements) before.set(element.id, element)
  }
  return fallen
}

/** The pages without conditions that nobody could meet: those pages are open. */
export function withSoundConditions<E extends Named, P extends Conditional<E>>(
  pages: readonly P[],
  isScored: (element: E) => boolean,
): P[] {
  const fallen = new Set(fallenConditions<E>(pages, isScored))
  return pages.map((page) => (fallen.has(page.id) ? { ...page, condition: undefined } : page))
}

/** Whether an answer is as good as a condition asks, in whole percent as pupils read it; all right is all right. */
export function hasReached(scaled: number | null | undefined, minScaled: number): boolean {
  if (scaled == null) return false
  if (minScaled >= 1) return scaled >= 1
  return percentOf(scaled) >= percentOf(minScaled)
}

/** A share in whole percent. */
export function percentOf(share: number): number {
  return Math.floor(share * 100 + 0.5)
}

/**
 * Ids of the pages that are open to somebody whose answers were scored so; what was not answered has no score. A page
 * behind one that is shut is shut, whatever was answered of that one. What somebody has begun stays open to them, however
 * they change what opened it; `isBegun` is only for who stores answers and took none of a page that was shut.
 */
export function openPages<E extends Named>(
  pages: readonly Conditional<E>[],
  scaledOf: (element: string) => number | null | undefined,
  isBegun: (element: string) => boolean = () => false,
): ReadonlySet<string> {
  const open = new Set<string>()
  const reachable = new Set<string>()
  for (const { id, condition, elements } of pages) {
    const isMet =
      condition === undefined ||
      (reachable.has(condition.afterElementId) &&
        hasReached(scaledOf(condition.afterElementId), condition.minScaled)) ||
      elements.some((element) => isBegun(element.id))
    if (!isMet) continue
    open.add(id)
    for (const element of elements) reachable.add(element.id)
  }
  return open
}

/** The pages in another order; who waits for an element stays behind the page it is on. */
export function shuffledPages<E extends Named, P extends Conditional<E>>(
  pages: readonly P[],
  random: Random,
): P[] {
  const waiting = shuffled(pages, random)
  const done: P[] = []
  const seen = new Set<string>()
  while (waiting.length > 0) {
    const at = waiting.findIndex(({ condition }) => !condition || seen.has(condition.afterElementId))
    // A condition nobody could meet keeps its page at the end.
    const [next] = waiting.splice(Math.max(0, at), 1)
    if (!next) break
    done.push(next)
    for (const element of next.elements) seen.add(element.id)
  }
  return done
}

/**
 * How many elements stand in the first of two columns: what is read or looked at where the page begins with it, else its
 * first element.
 */
export function leadCount(elements: readonly { kind: string }[]): number {
  const tasks = elements.findIndex(({ kind }) => kind !== 'content')
  return tasks > 0 ? tasks : Math.min(1, elements.length)
}

/** How many elements a page begins with for all of its tasks: none where others of that kind stand between the tasks. */
export function introCount(elements: readonly { kind: string }[]): number {
  const first = elements.findIndex(({ kind }) => kind !== 'content')
  return elements.slice(first).some(({ kind }) => kind === 'content') ? 0 : Math.max(0, first)
}

/** Elements that belong together: what is read or looked at goes with the task after it; at the end it stands by itself. */
export function tasksWithLeads<E extends { kind: string }>(elements: readonly E[]): E[][] {
  const groups: E[][] = []
  let group: E[] = []
  for (const element of elements) {
    group.push(element)
    if (element.kind === 'content') continue
    groups.push(group)
    group = []
  }
  return group.length > 0 ? [...groups, group] : groups
}

/** How many pages wait for a task. */
export function conditionCount({ pages }: { pages: readonly { condition?: unknown }[] }): number {
  return pages.filter(({ condition }) => condition).length
}

/** Every element of a unit, in the order in which it has them. */
export function elementsOf<E>({ pages }: { pages: readonly { elements: E[] }[] }): E[] {
  return pages.flatMap(({ elements }) => elements)
}
