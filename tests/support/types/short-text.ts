import fc from 'fast-check'
import type { TypedFields } from '../typed-elements.ts'
import { distinct, tick, word } from '../typed-words.ts'

export const fields: TypedFields = {
  answers: distinct(word).map((all) => `${all[0]}\n${all[1]} | 50 %`),
  patterns: fc.constantFrom('', '/(der )?[nN]il/ | 50 %\n/a\\/b|c\\d+/ | 25 % | fast', 'x.*y'),
  caseSensitive: tick,
  acceptTypos: tick,
}
