import fc from 'fast-check'
import type { TypedFields } from '../typed-elements.ts'
import { distinct, lines, word } from '../typed-words.ts'

export const fields: TypedFields = {
  keywords: distinct(word).map(([a, b, ...more]) => lines([`${a}* | 2 | 3 | Aa`, `${b} | | 2 | ~`, ...more])),
  rubric: fc.constantFrom('', 'alles | 3\nteils | 1,5\nnichts | 0'),
  sample: word,
  min: fc.constant('0'),
  max: fc.constant('2000'),
}
