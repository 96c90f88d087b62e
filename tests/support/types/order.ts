import fc from 'fast-check'
import type { TypedFields } from '../typed-elements.ts'
import { distinct, escaped, lines } from '../typed-words.ts'

export const fields: TypedFields = {
  ordered: distinct().map((all) => lines(all.map(escaped))),
  scoring: fc.constantFrom('position', 'adjacent', 'all'),
}
