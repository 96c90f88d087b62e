import fc from 'fast-check'
import type { TypedFields } from '../typed-elements.ts'
import { picture, place, tick, word } from '../typed-words.ts'

export const fields: TypedFields = {
  ...picture,
  areas: fc
    .tuple(word, word, place, place)
    .map(([a, b, p, q]) => `* ${a} | ${p}\n${b} | ${q} | circle\n${a}s | 10, 10; 50, 20; 30, 60 | poly`),
  isMulti: tick,
}
