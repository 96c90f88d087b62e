import fc from 'fast-check'
import type { TypedFields } from '../typed-elements.ts'
import { distinct, sound, tick, word } from '../typed-words.ts'

export const fields: TypedFields = {
  sentences: distinct(word).map((all) => `${all.join(' ')}\n${all[0]} | ${sound}`),
  lang: fc.constantFrom('', 'de'),
  playsMax: fc.constant('3'),
  ignoresSigns: tick,
}
