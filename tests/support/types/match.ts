import fc from 'fast-check'
import type { TypedFields } from '../typed-elements.ts'
import { distinct, escaped, lines } from '../typed-words.ts'

export const fields: TypedFields = {
  pairs: fc
    .tuple(distinct(), fc.boolean())
    .map(([all, isMany]) =>
      lines(all.map((each, at) => `${escaped(each)} | ${at}${isMany && at > 0 ? ` | ${at - 1}` : ''}`)),
    ),
}
