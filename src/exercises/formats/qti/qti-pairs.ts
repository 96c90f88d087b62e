import { idAt } from '#exercises/model/task/element-type.ts'
import type { XmlNode } from '#platform/rules/text/xml.ts'
import type { ImportReason } from '../incoming/import-report.ts'
import type { TakeFile } from '../media-html.ts'
import { thingOf } from './qti-item.ts'
import type { QtiResponse } from './qti-rules.ts'

interface Paired {
  type: string
  data: object
  simplified?: ImportReason
}

/** How statements are written as pairs. */
export const signs = { true: '✓', false: '✗' } as const

/** `A B` of the right answer, or of what is worth something. */
export function pairsOf({ correct, mapped }: QtiResponse): [string, string][] {
  const texts =
    correct.length > 0 ? correct : [...mapped].filter(([, value]) => value > 0).map(([key]) => key)
  return texts.map((text) => {
    const [a = '', b = ''] = text.split(/\s+/)
    return [a, b]
  })
}

/** Pairs one to one, or with several partners of one thing, are a match, ticks and crosses are statements; the rest is sorted into groups. */
export function paired(
  left: readonly XmlNode[],
  right: readonly XmlNode[],
  pairs: readonly [string, string][],
  take: TakeFile,
): Paired | undefined {
  const wordsOf = (node: XmlNode) => thingOf(node, take).thing
  const known = left.filter(({ attributes }) => pairs.some(([a]) => a === attributes.identifier))
  const isOnce = pairs.length === new Set(pairs.map(([a]) => a)).size
  const isBijection = isOnce && pairs.length === new Set(pairs.map(([, b]) => b)).size
  const ids = new Map(
    [...left, ...right].map(({ attributes }, at) => [attributes.identifier ?? '', idAt(at)]),
  )
  const idOf = (id: string | undefined) => ids.get(id ?? '') ?? ''
  const things = (list: readonly XmlNode[]) =>
    list.map((node) => ({ id: idOf(node.attributes.identifier), text: wordsOf(node) }))
  const isWhole = isOnce && known.length === left.length
  if (isWhole && right.map(wordsOf).join('') === signs.true + signs.false) {
    const statements = left.map((node, at) => {
      const [, said] = pairs.find(([a]) => a === node.attributes.identifier) ?? []
      const answer = said === right[0]?.attributes.identifier
      return { id: idAt(at), text: wordsOf(node), answer, feedback: '' }
    })
    return { type: 'true_false', data: { statements } }
  }
  // Of one pair alone nothing could be mixed up.
  if (isBijection && known.length === left.length && pairs.length > 1)
    return {
      type: 'match',
      data: { left: things(left), right: things(right), pairs: pairs.map(([a, b]) => [idOf(a), idOf(b)]) },
    }
  const isAsked = right.length > 1 && pairs.length > 1 && pairs.length < known.length * right.length
  if (!isOnce && isAsked)
    return {
      type: 'match',
      data: { left: things(known), right: things(right), pairs: pairs.map(([a, b]) => [idOf(a), idOf(b)]) },
      ...(known.length < left.length && { simplified: 'scoring' as const }),
    }
  const items = known.map((node) => ({
    id: idOf(node.attributes.identifier),
    text: wordsOf(node),
    categories: pairs.filter(([a]) => a === node.attributes.identifier).map(([, b]) => idOf(b)),
  }))
  if (items.length === 0) return undefined
  const categories = things(right).map(({ id, text }) => ({ id, label: text }))
  return {
    type: 'categorize',
    data: { categories, items },
    ...(!isWhole && { simplified: 'scoring' as const }),
  }
}
