import type { Element, Page, UnitContent } from '#exercises/model/unit.ts'

/** What moves or takes away a task (named by `element`) or a page (`page`). */
export const moves = ['up', 'down', 'remove', 'pageUp', 'pageDown', 'removePage'] as const
type Move = (typeof moves)[number]

/** A draft after a task or a page moved by one, or went; the same one where there is nowhere to go. */
export function withMove(
  content: UnitContent,
  { step, element = '', page = '' }: { step: Move; element?: string | undefined; page?: string | undefined },
): UnitContent {
  const pages = pagesAfter(content.pages, { step, element, page })
  return { ...content, pages }
}

function pagesAfter(pages: Page[], { step, element, page }: { step: Move; element: string; page: string }) {
  if (step === 'up') return withMoved(pages, element, -1)
  if (step === 'down') return withMoved(pages, element, 1)
  if (step === 'remove') return withoutElement(pages, element)
  // One page there is always.
  if (step === 'removePage') return pages.length === 1 ? pages : pages.filter(({ id }) => id !== page)
  return withMovedPage(pages, page, step === 'pageUp' ? -1 : 1)
}

/** Over the border of its page, too: up to the end of the one before, down to the beginning of the next. */
function withMoved(pages: Page[], id: string, by: -1 | 1): Page[] {
  const from = pages.findIndex(({ elements }) => elements.some((each) => each.id === id))
  const at = pages[from]?.elements.findIndex((each) => each.id === id) ?? -1
  const element = pages[from]?.elements[at]
  if (!element) return pages
  const isInside = at + by >= 0 && at + by < (pages[from]?.elements.length ?? 0)
  const to = isInside ? from : from + by
  const target = pages[to]
  if (!target) return pages
  const place = isInside ? at + by : by < 0 ? target.elements.length : 0
  return pages.map((page, number) => {
    const others = page.elements.filter((each) => each.id !== id)
    return { ...page, elements: number === to ? inserted(others, place, element) : others }
  })
}

/** A page that is left without tasks goes with the last of them; the first one stays. */
function withoutElement(pages: Page[], id: string): Page[] {
  return pages
    .map((page) => ({ ...page, elements: page.elements.filter((each) => each.id !== id) }))
    .filter((page, at) => at === 0 || page.elements.length > 0 || pages[at]?.elements.length === 0)
}

function withMovedPage(pages: Page[], id: string, by: -1 | 1): Page[] {
  const at = pages.findIndex((page) => page.id === id)
  const page = pages[at]
  if (!page || !pages[at + by]) return pages
  return inserted(
    pages.filter((each) => each.id !== id),
    at + by,
    page,
  )
}

function inserted<T extends Element | Page>(all: readonly T[], at: number, one: T): T[] {
  return [...all.slice(0, at), one, ...all.slice(at)]
}
