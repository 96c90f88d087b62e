import { type Random, shuffled } from '#platform/rules/random.ts'
import { typeOf } from '../task/types.ts'
import type { Element, Page, UnitSettings } from '../unit.ts'
import { introCount, leadCount, type PageLayout, percentOf, shuffledPages, tasksWithLeads } from './pages.ts'

/** The condition of a closed page: a share of the points of the task with this visible number. */
export interface PageWait {
  task: number
  percent: number
  elementId: string
}

/** A page as somebody sees it: of one that is shut only what it waits for. */
export interface ShownPage<E = Element> {
  id: string
  title: string
  layout: PageLayout
  /** The number of its first task, counted through all pages. */
  from: number
  elements: E[]
  waits?: PageWait
}

/** Pages and elements in the order somebody sees them; `randomOf` a page or, without one, of the pages themselves. */
export function arrangedPages(
  pages: readonly Page[],
  { shufflesPages, shufflesElements }: Pick<UnitSettings, 'shufflesPages' | 'shufflesElements'>,
  randomOf: (page?: Page, at?: number) => Random,
): Page[] {
  const inside = shufflesElements
    ? pages.map((page, at) => ({ ...page, elements: mixed(page, randomOf(page, at)) }))
    : [...pages]
  return shufflesPages ? shuffledPages(inside, randomOf()) : inside
}

/**
 * What stands beside the tasks stays there, and what a page begins or ends with; where several tasks have something to read or
 * look at before them, each takes its own along.
 */
function mixed({ layout, elements }: Page, random: Random): Element[] {
  const all = elements.map((element) => ({ element, kind: typeOf(element.type)?.kind ?? 'content' }))
  const lastTask = all.findLastIndex(({ kind }) => kind !== 'content')
  const first = layout === 'two_col' ? leadCount(all) : introCount(all.slice(0, lastTask + 1))
  const end = Math.max(first, lastTask + 1)
  const tasks = shuffled(tasksWithLeads(all.slice(first, end)), random).flat()
  return [...all.slice(0, first), ...tasks, ...all.slice(end)].map(({ element }) => element)
}

/** Pages with nothing of those that are not open. */
export function shownPages(pages: readonly Page[], open: ReadonlySet<string>): ShownPage[] {
  const numbers = new Map(pages.flatMap(({ elements }) => elements).map(({ id }, at) => [id, at + 1]))
  let next = 1
  return pages.map(({ id, title, layout, condition, elements }) => {
    const from = next
    next += elements.length
    if (open.has(id) || !condition) return { id, title, layout, from, elements: [...elements] }
    const { afterElementId: elementId, minScaled } = condition
    const waits = { elementId, task: numbers.get(elementId) ?? 0, percent: percentOf(minScaled) }
    return { id, title, layout, from, elements: [], waits }
  })
}
