import fc from 'fast-check'
import type { TypedFields } from '../typed-elements.ts'
import { gapText, tick } from '../typed-words.ts'

export const fields: TypedFields = {
  markedText: gapText,
  onlyMarked: tick,
  most: fc.constantFrom('', '1', '3'),
}
