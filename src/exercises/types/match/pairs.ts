import { idAt } from '#exercises/model/task/element-type.ts'
import type { Match } from './data.ts'

/** Things with what belongs to each, and what fits nothing, as data; what is meant by two things is offered once. */
export function matchOf(rows: readonly (readonly string[])[], others: readonly string[] = []) {
  const partners = rows.map(([, ...texts]) => [...new Set(texts.filter((text) => text !== ''))])
  const texts = [...new Set([...partners.flat(), ...others])].filter((text) => text !== '')
  const right = texts.map((text, at) => ({ id: `r${idAt(at)}`, text }))
  const left = rows.map(([text = ''], at) => ({ id: `l${idAt(at)}`, text }))
  const target = (text: string) => right.find((each) => each.text === text)?.id ?? ''
  const pairs = partners.flatMap((own, at) => own.map((text) => [left[at]?.id ?? '', target(text)]))
  return { left, right, pairs }
}

/** Each thing with everything that belongs to it, in words. */
export function rowsOf({ left, right, pairs }: Match): string[][] {
  return left.map(({ id, text }) => [
    text,
    ...pairs.flatMap(([a, b]) => (a === id ? (right.find((each) => each.id === b)?.text ?? '') : [])),
  ])
}

/** Whether a thing has several partners, so that each is ticked. */
export function isManyToMany({ left, pairs }: Pick<Match, 'left' | 'pairs'>): boolean {
  return pairs.length > left.length
}

/** What is offered and fits nothing. */
export function othersOf({ right, pairs }: Match): string[] {
  const used = new Set(pairs.map(([, b]) => b))
  return right.filter(({ id }) => !used.has(id)).map(({ text }) => text)
}
