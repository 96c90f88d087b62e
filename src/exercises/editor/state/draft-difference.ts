import { type Draft, type DraftElement, elementsOf } from './draft.ts'

export type TaskState = 'same' | 'other' | 'alone'

/** How each task of a draft stands to another draft: the same there, otherwise there, or not there at all. */
export function taskStates(draft: Draft, other: Draft): { element: DraftElement; state: TaskState }[] {
  const there = new Map(elementsOf(other).map((element) => [element.id, element]))
  return elementsOf(draft).map((element) => {
    const twin = there.get(element.id)
    if (!twin) return { element, state: 'alone' }
    return { element, state: wordsOf(twin) === wordsOf(element) ? 'same' : 'other' }
  })
}

/** Whether what both have stands in the same order, on the same pages. */
export function isSameOrder(one: Draft, other: Draft): boolean {
  const ids = new Set(elementsOf(one).map(({ id }) => id))
  const both = new Set(
    elementsOf(other)
      .map(({ id }) => id)
      .filter((id) => ids.has(id)),
  )
  const orderOf = ({ pages }: Draft) =>
    pages.map(({ elements }) => elements.map(({ id }) => id).filter((id) => both.has(id)))
  const written = (draft: Draft) => JSON.stringify(orderOf(draft).filter((page) => page.length > 0))
  return written(one) === written(other)
}

/** What is said of an element, whatever the order in which its fields were set; an empty field is one that is not there. */
function wordsOf({ id: _id, f, ...said }: DraftElement): string {
  const filled = (fields: object) =>
    Object.entries(fields)
      .filter(([, value]) => value !== '' && value !== undefined)
      .toSorted(([one], [next]) => (one < next ? -1 : 1))
  return JSON.stringify([filled(said), filled(f)])
}
