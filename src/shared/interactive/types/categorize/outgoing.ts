import { matched } from '../../export-qti-parts.ts'
import type { Outgoing } from '../../outgoing.ts'
import type { Categorize } from './data.ts'

export const categorizeOutgoing: Outgoing<Categorize> = {
  qti: ({ items, categories }, { thing }) => {
    const pairs = items.flatMap(({ id, categories: [first] }) => (first ? [[id, first] as const] : []))
    if (items.some((item) => item.categories.length !== 1)) return undefined
    return matched(
      items,
      categories.map(({ id, label }) => ({ id, text: label })),
      pairs,
      thing,
    )
  },
}
