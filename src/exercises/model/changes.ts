import type { Element, Page, UnitContent } from './unit.ts'

/** What became of a unit from one version to another: its tasks by what they ask, the rest by names of fields. */
export interface UnitChanges {
  added: string[]
  removed: string[]
  changed: string[]
  /** Pages both versions have, by their number in the newer one. */
  pages: { number: number; title: string; fields: PageField[] }[]
  settings: string[]
  /** What both have stands in another order, or on other pages. */
  isReordered: boolean
}
type PageField = 'pageTitle' | 'layout' | 'afterElement'

/** The difference of two versions; `named` says a task in words. */
export function changesBetween(
  before: UnitContent,
  after: UnitContent,
  named: (element: Element) => string,
): UnitChanges {
  const of = ({ pages }: UnitContent) =>
    new Map(pages.flatMap((page) => page.elements).map((it) => [it.id, it]))
  const [old, now] = [of(before), of(after)]
  const wordsOf = (ids: Map<string, Element>, keep: (id: string) => boolean) =>
    [...ids].filter(([id]) => keep(id)).map(([, element]) => named(element))
  const isInBoth = (id: string) => old.has(id) && now.has(id)
  return {
    added: wordsOf(now, (id) => !old.has(id)),
    removed: wordsOf(old, (id) => !now.has(id)),
    changed: wordsOf(now, (id) => old.has(id) && !isEqual(old.get(id), now.get(id))),
    pages: pageChanges(before, after),
    settings: settingChanges(before, after),
    isReordered: !isEqual(orderOf(before, isInBoth), orderOf(after, isInBoth)),
  }
}

function pageChanges(before: UnitContent, after: UnitContent): UnitChanges['pages'] {
  const old = new Map(before.pages.map((page) => [page.id, page]))
  return after.pages.flatMap((page, at) => {
    const earlier = old.get(page.id)
    const fields = earlier ? fieldsOf(earlier, page) : fieldsOfNew(page)
    return fields.length === 0 ? [] : [{ number: at + 1, title: page.title, fields }]
  })
}

function fieldsOf(before: Page, after: Page): PageField[] {
  const all: [PageField, boolean][] = [
    ['pageTitle', before.title !== after.title],
    ['layout', before.layout !== after.layout],
    ['afterElement', !isEqual(before.condition, after.condition)],
  ]
  return all.filter(([, isOther]) => isOther).map(([field]) => field)
}

/** A new page is seen by its tasks; that it waits for something is not. */
function fieldsOfNew(page: Page): PageField[] {
  return page.condition ? ['afterElement'] : []
}

function settingChanges(before: UnitContent, after: UnitContent): string[] {
  const own = (['title', 'description', 'cover'] as const).filter(
    (name) => !isEqual(before[name], after[name]),
  )
  const names = Object.keys(after.settings) as (keyof UnitContent['settings'])[]
  return [...own, ...names.filter((name) => !isEqual(before.settings[name], after.settings[name]))]
}

/** Where what is meant stands: pages, and their elements in order. */
function orderOf({ pages }: UnitContent, isMeant: (id: string) => boolean): string[][] {
  return pages
    .map(({ elements }) => elements.map(({ id }) => id).filter(isMeant))
    .filter((ids) => ids.length > 0)
}

/** Whether two pieces of stored data say the same, their fields in one order. */
export function isEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
