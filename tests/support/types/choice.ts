import fc from 'fast-check'
import type { TypedFields } from '../typed-elements.ts'
import { marked, tick } from '../typed-words.ts'

export const fields: TypedFields = {
  options: marked,
  isMulti: tick,
  policy: fc.constantFrom('net', 'all', 'weighted'),
}
