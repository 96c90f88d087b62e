import { idAt } from '../../element-type.ts'
import type { Match } from './match.ts'

/** Pairs and what fits nothing as data; what is meant by two things is offered once. */
export function matchOf(pairs: readonly (readonly [string, string])[], others: readonly string[] = []) {
  const texts = [...new Set([...pairs.map(([, b]) => b), ...others])].filter((text) => text !== '')
  const right = texts.map((text, at) => ({ id: `r${idAt(at)}`, text }))
  const left = pairs.map(([text], at) => ({ id: `l${idAt(at)}`, text }))
  const target = (text: string) => right.find((each) => each.text === text)?.id ?? ''
  return { left, right, pairs: pairs.map(([, b], at) => [left[at]?.id ?? '', target(b)]) }
}

/** The pairs in words. */
export function pairsOf({ left, right, pairs }: Match): [string, string][] {
  const textIn = (things: Match['left'], id: string) => things.find((each) => each.id === id)?.text ?? ''
  return pairs.map(([a, b]) => [textIn(left, a), textIn(right, b)])
}

/** What is offered and fits nothing. */
export function othersOf({ right, pairs }: Match): string[] {
  const used = new Set(pairs.map(([, b]) => b))
  return right.filter(({ id }) => !used.has(id)).map(({ text }) => text)
}
