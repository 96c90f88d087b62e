import {
  conditionCount,
  type PageCondition,
  type PageLayout,
  withSoundConditions,
} from '#exercises/model/pages/pages.ts'
import type { TypedSettings } from '#exercises/model/task/typed-settings.ts'
import type { Picture } from '#exercises/model/task/widget.ts'
import type { UnitSettings } from '#exercises/model/unit.ts'

/** An element as it stands in the editor: what was typed, by the names of its type's fields. */
export interface DraftElement extends TypedSettings {
  id: string
  type: string
  prompt: string
  points: string
  right: string
  wrong: string
  f: Readonly<Record<string, string>>
}

export interface DraftPage {
  id: string
  title: string
  layout: PageLayout
  condition?: PageCondition | undefined
  elements: readonly DraftElement[]
}

export interface Draft {
  title: string
  description: string
  /** Not there in what a browser kept from before they were: nothing of them is changed then. */
  subjects?: readonly string[]
  grades?: readonly string[]
  schoolTypes?: readonly string[]
  language?: string
  cover?: Picture
  settings: UnitSettings
  pages: readonly DraftPage[]
}

type FieldNames<T> = Record<keyof T, true>
const elementFields = {
  ...{ id: true, type: true, prompt: true, points: true, right: true, wrong: true, f: true },
  ...{
    partial: true,
    bands: true,
    hints: true,
    timeLimit: true,
    isRequired: true,
    tags: true,
    quizPoints: true,
  },
  ...{ media: true, mediaKind: true, mediaAlt: true, mediaTranscript: true },
} as const satisfies FieldNames<DraftElement>
const pageFields = {
  ...{ id: true, title: true, layout: true, condition: true, elements: true },
} as const satisfies FieldNames<DraftPage>

/** The fields of these names that are there. */
function only<T extends object>(value: T, names: FieldNames<T>): T {
  return defined(
    Object.fromEntries(Object.entries(value).filter(([name]) => Object.hasOwn(names, name))) as T,
  )
}

/** Without what is undefined. */
function defined<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as T
}

/**
 * What of a draft is saved: the server refuses fields that are not written, such as what it answered beside them, or what a draft
 * has that a browser kept from an older editor.
 */
export function writable({
  title,
  description,
  subjects,
  grades,
  schoolTypes,
  language,
  cover,
  settings,
  pages,
}: Draft): Draft {
  const known = pages.map((page) => ({
    ...only(page, pageFields),
    elements: page.elements.map((element) => only(element, elementFields)),
  }))
  return defined<Draft>({
    ...{ title, description, subjects, grades, schoolTypes, language, cover, settings },
    pages: known,
  })
}

/** One thing somebody does in the editor. */
export type Change =
  | { kind: 'head'; head: Partial<Omit<Draft, 'pages'>> }
  | { kind: 'element'; id: string; change: Partial<Omit<DraftElement, 'id'>> }
  | { kind: 'add'; page: string; elements: readonly DraftElement[]; after?: string }
  | { kind: 'duplicate'; id: string; newId: string }
  | { kind: 'remove'; id: string }
  /** To a place among all elements of a page, counted without the one that moves. */
  | { kind: 'move'; id: string; page: string; at: number }
  | { kind: 'replace'; id: string; elements: readonly DraftElement[] }
  | { kind: 'addPage'; id: string }
  | { kind: 'page'; id: string; title: string }
  | { kind: 'pageRules'; id: string; rules: Partial<Pick<DraftPage, 'layout' | 'condition'>> }
  | { kind: 'removePage'; id: string }
  | { kind: 'movePage'; id: string; by: number }

/** The draft after a change; the same one where there is nothing to change. No page waits for what is gone or behind it. */
export function applied(draft: Draft, change: Change): Draft {
  const next = changedBy(draft, change)
  if (next === draft || conditionCount(next) === 0) return next
  return { ...next, pages: withSoundConditions<DraftElement, DraftPage>(next.pages, () => true) }
}

function changedBy(draft: Draft, change: Change): Draft {
  switch (change.kind) {
    case 'head':
      return { ...draft, ...change.head }
    case 'element':
      return inElements(draft, change.id, (element) => [{ ...element, ...change.change }])
    case 'duplicate':
      return inElements(draft, change.id, (element) => [element, { ...element, id: change.newId }])
    case 'remove':
      return inElements(draft, change.id, () => [])
    case 'replace':
      return inElements(draft, change.id, () => change.elements)
    case 'add':
      return inPage(draft, change.page, (page) => {
        const at = page.elements.findIndex(({ id }) => id === change.after)
        const place = at < 0 ? page.elements.length : at + 1
        return { ...page, elements: inserted(page.elements, place, change.elements) }
      })
    case 'move':
      return withMoved(draft, change)
    case 'addPage':
      return {
        ...draft,
        pages: [...draft.pages, { id: change.id, title: '', layout: 'stack', elements: [] }],
      }
    case 'page':
      return inPage(draft, change.id, (page) => ({ ...page, title: change.title }))
    case 'pageRules':
      return inPage(draft, change.id, (page) => ({ ...page, ...change.rules }))
    case 'removePage':
      // One page there is always.
      if (draft.pages.length === 1) return draft
      return { ...draft, pages: draft.pages.filter(({ id }) => id !== change.id) }
    case 'movePage':
      return withMovedPage(draft, change)
  }
}

function inPage(draft: Draft, id: string, edit: (page: DraftPage) => DraftPage): Draft {
  return { ...draft, pages: draft.pages.map((page) => (page.id === id ? edit(page) : page)) }
}

function inElements(
  draft: Draft,
  id: string,
  edit: (element: DraftElement) => readonly DraftElement[],
): Draft {
  const pages = draft.pages.map((page) =>
    page.elements.some((element) => element.id === id)
      ? {
          ...page,
          elements: page.elements.flatMap((element) => (element.id === id ? edit(element) : [element])),
        }
      : page,
  )
  return { ...draft, pages }
}

function inserted<T>(all: readonly T[], at: number, more: readonly T[]): T[] {
  return [...all.slice(0, at), ...more, ...all.slice(at)]
}

function withMoved(draft: Draft, { id, page, at }: { id: string; page: string; at: number }): Draft {
  const element = elementsOf(draft).find((each) => each.id === id)
  if (!element || !draft.pages.some((each) => each.id === page)) return draft
  const without = inElements(draft, id, () => [])
  return inPage(without, page, (there) => ({
    ...there,
    elements: inserted(there.elements, Math.min(Math.max(0, at), there.elements.length), [element]),
  }))
}

function withMovedPage(draft: Draft, { id, by }: { id: string; by: number }): Draft {
  const at = draft.pages.findIndex((page) => page.id === id)
  const to = at + by
  const page = draft.pages[at]
  if (!page || to < 0 || to >= draft.pages.length) return draft
  const others = draft.pages.filter((each) => each.id !== id)
  return { ...draft, pages: inserted(others, to, [page]) }
}

/** Every element, in the order in which they are seen. */
export function elementsOf(draft: Pick<Draft, 'pages'>): DraftElement[] {
  return draft.pages.flatMap((page) => page.elements)
}

/** Where an element goes by one step, over the border of its page, too; undefined: it is at the end. */
export function stepTo(draft: Draft, id: string, by: -1 | 1): { page: string; at: number } | undefined {
  const pageAt = draft.pages.findIndex((page) => page.elements.some((element) => element.id === id))
  const page = draft.pages[pageAt]
  if (!page) return undefined
  const at = page.elements.findIndex((element) => element.id === id) + by
  if (at >= 0 && at < page.elements.length) return { page: page.id, at }
  const next = draft.pages[pageAt + by]
  return next && { page: next.id, at: by < 0 ? next.elements.length : 0 }
}

/** A field of a draft the server does not take; `id`: of its task, `cover`, or '' for what is of the whole or of a page. */
export interface RefusedField {
  id: string
  field: string
}

/** The fields by the paths the server names them with, as in `pages.0.elements.2.f.options`. */
export function refusedFields({ pages }: Draft, paths: readonly string[]): RefusedField[] {
  const found = paths.map((path): RefusedField => {
    const parts = path.split('.')
    const [whole = '', page = '', list = '', place = '', name = '', ofType = ''] = parts
    const task = list === 'elements' ? pages[Number(page)]?.elements[Number(place)] : undefined
    if (task) return { id: task.id, field: name === 'f' ? ofType : name }
    if (whole === 'cover') return { id: 'cover', field: page === 'alt' ? 'coverAlt' : 'cover' }
    return { id: '', field: whole === 'pages' ? list || 'elements' : (parts.at(-1) ?? '') }
  })
  return found.filter(
    (each, at) => found.findIndex(({ id, field }) => id === each.id && field === each.field) === at,
  )
}
